// All tests, and one of them in full.
import {h} from './dom.js';
import {inputText} from './data.js';
import {virtualList} from './virtual.js';

export function testsView(app) {
  const box = h('input', {type: 'search', placeholder: 'Filter tests', 'aria-label': 'Filter tests', oninput: () => filter()});
  let found = app.unit.tests, chosen = null;
  const list = virtualList({count: 0, height: 46, className: 'tests', render: (i) => {
    const test = found[i];
    return h('button', {class: 'test-row' + (test === chosen ? ' chosen' : ''), onclick: () => app.openTest(test)},
      h('b', {}, test.name), h('span', {class: 'quiet'}, test.status === 'ok' ? '' : ' ' + test.status),
      h('small', {}, inputText(test) || 'no inputs'));
  }});
  const caption = h('span', {class: 'quiet'});
  function filter() {
    const words = box.value.toLowerCase();
    found = app.unit.tests.filter((test) => words === '' || test.name.toLowerCase().includes(words) ||
      inputText(test).toLowerCase().includes(words) || (test.path ?? '').toLowerCase().includes(words));
    caption.textContent = `${found.length} of ${app.unit.tests.length}`;
    list.refresh(found.length);
  }
  return {
    element: h('div', {class: 'view'}, h('div', {class: 'toolbar'}, box, caption), list.element),
    shown: filter,
    choose(test) {
      chosen = test;
      if (!found.includes(test)) box.value = '';
      filter();
      list.reveal(found.indexOf(test));
    },
  };
}
