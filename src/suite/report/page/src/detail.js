// What is shown of one goal, test or finding.
import {h} from './dom.js';
import {goalText, inputText, pathCondition, place, shortPath} from './data.js';

export function badge(verdict) {
  return h('span', {class: 'badge ' + verdict}, verdict);
}

function section(title, ...content) {
  return h('section', {}, h('h3', {}, title), content);
}

function conditions(list) {
  if (list.length === 0) return h('p', {class: 'quiet'}, 'Nothing is asked of the input.');
  return h('pre', {class: 'code condition'}, list.join('\n  && '));
}

function testLink(app, test) {
  return h('button', {class: 'link test-link', onclick: () => app.openTest(test)}, test.name);
}

export function goalDetail(app, unit, goal) {
  const tests = unit.testsOfGoal[goal.id] ?? [];
  const first = tests.find((test) => test.name === goal.covered_by) ?? tests[0];
  const condition = first ? pathCondition(unit, first, goal) : null;
  return h('div', {class: 'detail', id: 'goal-detail'},
    h('h2', {}, h('code', {}, goalText(goal)), ' ', badge(goal.verdict)),
    h('p', {}, h('button', {class: 'link', onclick: () => app.openLine(goal.file, goal.line)}, place(goal)),
      ` in ${unit.name}`),
    goal.why ? h('p', {class: 'why'}, goal.why) : null,
    tests.length > 0
      ? section(tests.length === 1 ? 'The test that takes it' : `The ${tests.length} tests that take it`,
          h('ul', {class: 'plain'}, tests.slice(0, 200).map((test) =>
            h('li', {}, testLink(app, test), h('span', {class: 'quiet'}, ' ' + inputText(test))))))
      : null,
    first ? section('Path condition ' + (condition.whole ? `of the whole path of ${first.name}` : `of ${first.name} up to here`),
      conditions(condition.texts)) : null);
}

function values(rows, head) {
  if (rows.length === 0) return h('p', {class: 'quiet'}, 'None.');
  return h('div', {class: 'scroll'}, h('table', {class: 'values'},
    h('thead', {}, h('tr', {}, h('th', {}, head), h('th', {}, 'value'))),
    h('tbody', {}, rows.slice(0, 500).map(([name, value]) =>
      h('tr', {}, h('td', {}, h('code', {}, name)), h('td', {}, h('code', {}, value)))))));
}

const endings = {
  ok: 'returns', crash: 'crashes', exit: 'exits', abort: 'aborts', assert: 'fails an assertion', steps: 'hangs',
  timeout: 'hangs', memory: 'runs out of memory', stack: 'overflows the stack', bounds: 'leaves an object',
  freed: 'uses freed memory', died: 'dies', undefined: 'has undefined behaviour',
};

export function testDetail(app, unit, test) {
  const own = test.goals.map((id) => unit.goals[id]).filter(Boolean);
  return h('div', {class: 'detail', id: 'test-detail'},
    h('h2', {}, h('code', {}, test.name)),
    h('p', {}, `${unit.name} ${endings[test.status] ?? test.status}`,
      test.message ? `: ${test.message}` : '', test.undefined ? `. Not relied on: ${test.undefined}` : ''),
    section('Inputs', values(test.input.map((v) => [v.name, v.value]), 'input')),
    section('Outputs', values(test.outputs.map((v) => [v.expression, v.value]), 'output')),
    own.length > 0
      ? section('It is there for', h('ul', {class: 'plain'}, own.slice(0, 200).map((goal) =>
          h('li', {}, h('button', {class: 'link', onclick: () => app.openGoal(goal)},
            `${place(goal)}: ${goalText(goal)}`)))))
      : null,
    section('Path', test.path ? h('p', {class: 'code wrap'}, test.path) : h('p', {class: 'quiet'}, 'No choices.')),
    section('Path condition', conditions(pathCondition(unit, test, null).texts)));
}

export function findingDetail(app, unit, finding) {
  const test = unit.testByName.get(finding.test);
  return h('div', {class: 'detail finding'},
    h('h2', {}, finding.kind, ' ', finding.why_not_a_finding
      ? h('span', {class: 'badge unknown'}, 'suspicion') : h('span', {class: 'badge bad'}, 'finding')),
    h('p', {title: finding.location}, shortPath(finding.location) || 'no place known', finding.message && finding.message !== finding.kind
      ? ': ' + finding.message : ''),
    h('p', {class: 'quiet'}, finding.why_not_a_finding
      ? 'Not a finding: ' + finding.why_not_a_finding
      : finding.confirmed_by ? 'Confirmed by ' + finding.confirmed_by : 'Not confirmed'),
    finding.stack?.length
      ? section('Calls, innermost first', h('ol', {class: 'stack'}, finding.stack.map((frame) =>
          h('li', {}, h('button', {class: 'link', onclick: () => app.openLine(frame.file, frame.line)},
            place(frame)), ` in ${frame.function}`))))
      : null,
    test ? section('Input', values(test.input.map((v) => [v.name, v.value]), 'input'),
      h('p', {}, 'Test ', testLink(app, test))) : null);
}
