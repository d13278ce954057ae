// The source with every goal beside its line.
import Prism from 'prismjs/components/prism-core.js';
import 'prismjs/components/prism-clike.js';
import 'prismjs/components/prism-c.js';
import {h} from './dom.js';
import {baseName, goalText, shortPath} from './data.js';
import {virtualList} from './virtual.js';

Prism.manual = true;

// Tokens cut at line ends, so that each line can be shown alone.
function highlightedLines(text) {
  const lines = [[]];
  const add = (content, kind) => {
    content.split('\n').forEach((part, i) => {
      if (i > 0) lines.push([]);
      if (part !== '') lines[lines.length - 1].push([part, kind]);
    });
  };
  const walk = (tokens, kind) => {
    for (const token of tokens) {
      if (typeof token === 'string') add(token, kind);
      else if (Array.isArray(token.content)) walk(token.content, token.type);
      else add(String(token.content), token.type);
    }
  };
  walk(Prism.tokenize(text, Prism.languages.c), '');
  return lines;
}

function lineState(goals) {
  if (goals.length === 0) return '';
  const kinds = new Set(goals.map((goal) => goal.verdict));
  if (kinds.size === 1) return [...kinds][0];
  return kinds.has('unknown') ? 'unknown partly' : 'infeasible partly';
}

function shortSide(goal) {
  if (goal.side === 'true') return 'T';
  if (goal.side === 'false') return 'F';
  if (goal.side === 'line') return '●';
  if (goal.side === 'default') return 'default';
  return goal.side === 'case' ? goal.text.replace(/^case /, '') : goal.side;
}

export function sourceView(app) {
  const {data} = app;
  const caption = h('span', {class: 'quiet'});
  const holder = h('div', {class: 'holder'});
  const choose = h('select', {'aria-label': 'file', onchange: () => open(Number(choose.value))},
    data.files.map((file, i) => h('option', {value: i}, baseName(file.path))));
  const element = h('div', {class: 'view source-view'},
    h('div', {class: 'toolbar'}, data.files.length > 1 ? choose : null, caption,
      h('span', {class: 'legend'}, h('i', {class: 'dot covered'}), 'covered ', h('i', {class: 'dot infeasible'}), 'infeasible ',
        h('i', {class: 'dot unknown'}), 'unknown')), holder);
  let list = null, current = -1, marked = 0;

  function row(file, plain, highlighted, i) {
    const goals = (app.unit.goalsOfLine.get(file.path + ':' + (i + 1)) ?? []);
    const marks = [...goals].sort((a, b) => a.column - b.column || a.id - b.id);
    const parts = highlighted() ? highlighted()[i].map(([text, kind]) => kind ? h('span', {class: 'token ' + kind}, text) : text) : [plain[i]];
    return h('div', {class: `line ${lineState(goals)} ${i + 1 === marked ? 'marked' : ''}`},
      h('span', {class: 'line-number'}, i + 1),
      h('span', {class: 'marks'}, marks.map((goal) => h('button', {
        class: 'mark ' + goal.verdict, 'data-goal': goal.id, title: `${goalText(goal)}: ${goal.verdict}`,
        'aria-label': `${goalText(goal)}: ${goal.verdict}`, onclick: () => app.openGoal(goal)}, shortSide(goal)))),
      h('code', {}, parts.length ? parts : ' '));
  }

  function mostMarks(path) {
    let most = 3;
    for (const [place, goals] of app.unit.goalsOfLine) if (place.startsWith(path + ':')) most = Math.max(most, goals.length);
    return most;
  }

  function open(index) {
    const file = data.files[index];
    if (!file) return void holder.replaceChildren(h('p', {class: 'quiet'}, 'The source is not in this report.'));
    if (index !== current) {
      current = index;
      choose.value = index;
      caption.textContent = shortPath(file.path);
      caption.title = file.path;
      holder.style.setProperty('--marks', Math.min(8, mostMarks(file.path)));
      const plain = file.text.split('\n');
      if (plain[plain.length - 1] === '') plain.pop();
      let lines = null;
      list = virtualList({count: plain.length, height: 22, className: 'code-list', render: (i) => row(file, plain, () => lines, i)});
      holder.replaceChildren(list.element);
      // First the text, then its colours: a large file is there at once.
      setTimeout(() => { lines = highlightedLines(file.text); list.refresh(); }, 30);
    }
    list.refresh();
  }

  return {
    element,
    shown: () => open(Math.max(current, 0)),
    reveal(path, line) {
      const index = data.files.findIndex((file) => file.path === path);
      marked = line;
      open(index < 0 ? 0 : index);
      list?.reveal(line - 1);
      list?.refresh();
    },
    changed: () => list?.refresh(),
  };
}
