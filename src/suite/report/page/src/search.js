// One box that finds goals, tests, findings and lines of source.
import {h} from './dom.js';
import {baseName, goalText, inputText, place} from './data.js';

const mostShown = 40;

export function searchBox(app) {
  const results = h('div', {class: 'results', role: 'listbox', hidden: ''});
  const box = h('input', {type: 'search', id: 'search', placeholder: 'Search goals, tests, source', 'aria-label': 'Search',
    oninput: () => find(), onfocus: () => find(),
    onkeydown: (event) => {
      if (event.key === 'Escape') close();
      if (event.key === 'Enter') results.querySelector('button')?.click();
    }});

  function close() { results.hidden = true; }

  function find() {
    const words = box.value.trim().toLowerCase();
    if (words.length < 2) return close();
    const found = [];
    const add = (kind, text, open) => { if (found.length < mostShown) found.push(h('button', {role: 'option', onclick: () => { close(); open(); }},
      h('span', {class: 'quiet'}, kind + ' '), text)); };
    for (const unit of app.data.units) {
      const inUnit = (open) => () => { app.chooseUnit(unit); open(); };
      for (const goal of unit.goals) {
        if (found.length >= mostShown) break;
        const text = `${place(goal)}: ${goalText(goal)}`;
        if (text.toLowerCase().includes(words)) add(goal.verdict, text, inUnit(() => app.openGoal(goal)));
      }
      for (const test of unit.tests) {
        if (found.length >= mostShown) break;
        if ((test.name + ' ' + inputText(test)).toLowerCase().includes(words)) add('test', `${unit.name}.${test.name}`, inUnit(() => app.openTest(test)));
      }
      for (const finding of unit.findings)
        if (`${finding.kind} ${finding.location} ${finding.message}`.toLowerCase().includes(words))
          add('finding', `${finding.kind} at ${finding.location}`, inUnit(() => app.show('Findings')));
    }
    for (const file of app.data.files) {
      file.lines ??= file.text.split('\n');
      for (let i = 0; i < file.lines.length && found.length < mostShown; i++)
        if (file.lines[i].toLowerCase().includes(words)) add(`${baseName(file.path)}:${i + 1}`, file.lines[i].trim(), () => app.openLine(file.path, i + 1));
    }
    results.replaceChildren(...(found.length ? found : [h('p', {class: 'quiet'}, 'Nothing found.')]));
    results.hidden = false;
  }

  document.addEventListener('click', (event) => { if (!wrapper.contains(event.target)) close(); });
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && !/input|select|textarea/i.test(document.activeElement?.tagName ?? '')) { event.preventDefault(); box.focus(); }
  });
  const wrapper = h('div', {class: 'search'}, box, results);
  return wrapper;
}
