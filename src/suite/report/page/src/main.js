// The page: a header, a bar of views, and what was clicked on beside them.
import {clear, h} from './dom.js';
import {baseName, load} from './data.js';
import {goalDetail, testDetail} from './detail.js';
import {findingsView} from './findings.js';
import {graphView} from './graph.js';
import {overview} from './overview.js';
import {searchBox} from './search.js';
import {sourceView} from './source.js';
import {testsView} from './tests.js';
import {treeView} from './tree.js';

const views = {Overview: overview, Source: sourceView, Tests: testsView, Graph: graphView, Tree: treeView, Findings: findingsView};

// A choice that outlives the page, where the browser lets a file remember things.
function remembered(value) {
  try {
    if (value !== undefined) localStorage.setItem('espalier-theme', value);
    return localStorage.getItem('espalier-theme');
  } catch {
    return null;
  }
}

function start() {
  const data = load();
  const nav = h('nav', {role: 'tablist'}), main = h('main', {}), aside = h('aside', {'aria-live': 'polite'});
  let made = {}, current = 'Overview';

  const app = {
    data,
    unit: data.units[0],
    show(name) {
      current = name;
      made[name] ??= views[name](app);
      for (const tab of nav.children) tab.setAttribute('aria-selected', tab.dataset.view === name);
      clear(main, made[name].element);
      made[name].shown();
      return made[name];
    },
    detail(element) {
      clear(aside, h('button', {class: 'close', 'aria-label': 'close', onclick: () => app.detail(null)}, '×'), element);
      document.body.classList.toggle('with-detail', element !== null);
      if (element === null) clear(aside);
      made[current]?.changed?.();
      aside.scrollTop = 0;
    },
    openGoal(goal) {
      app.openLine(goal.file, goal.line, current === 'Graph');
      app.detail(goalDetail(app, app.unit, goal));
    },
    openTest(test) {
      app.show('Tests').choose(test);
      app.detail(testDetail(app, app.unit, test));
    },
    openLine(file, line, stay = false) {
      if (!stay) app.show('Source').reveal(file, line);
    },
    chooseUnit(unit) {
      if (unit === app.unit) return;
      app.unit = unit;
      made = {};
      app.detail(null);
      if (chooser) chooser.value = data.units.indexOf(unit);
      tabs();
      app.show(current);
    },
  };

  function tabs() {
    const numbers = {Tests: app.unit.tests.length, Findings: app.unit.findings.length};
    clear(nav, Object.keys(views).map((name) => h('button', {role: 'tab', 'data-view': name, onclick: () => app.show(name)},
      name, numbers[name] === undefined ? null : h('span', {class: 'count'}, numbers[name]))));
  }

  const chooser = data.units.length > 1
    ? h('select', {'aria-label': 'function', id: 'unit', onchange: () => app.chooseUnit(data.units[Number(chooser.value)])},
        data.units.map((unit, i) => h('option', {value: i}, `${unit.name} (${unit.counts.covered}/${unit.goals.length})`)))
    : h('b', {}, app.unit?.name ?? '');
  const dark = () => (document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const theme = remembered();
  if (theme) document.documentElement.dataset.theme = theme;
  document.title = `${baseName(data.suite.source)} · Espalier`;

  clear(document.getElementById('app'),
    h('header', {}, h('h1', {}, baseName(data.suite.source)), chooser, searchBox(app),
      h('button', {id: 'theme', 'aria-label': 'light or dark', title: 'light or dark', onclick: () => {
        document.documentElement.dataset.theme = remembered(dark() ? 'light' : 'dark') ?? (dark() ? 'light' : 'dark');
        made[current]?.shown();
      }}, '◐')),
    nav, h('div', {class: 'panes'}, main, aside));
  if (!app.unit) return void main.append(h('p', {class: 'quiet'}, 'There are no functions in this suite.'));
  tabs();
  app.show('Overview');
}

start();
