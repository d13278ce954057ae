// The facts of a suite, with what the views look up.

export function load() {
  const raw = JSON.parse(document.getElementById('data').textContent);
  const {suite, report} = raw;
  const units = suite.units.map((unit, index) => prepare(unit, report.units?.[index] ?? {}, suite));
  const files = report.files ?? [];
  return {suite, units, files, verification: report.verification ?? null, skipped: report.skipped ?? []};
}

function prepare(unit, extra, suite) {
  const testByName = new Map(unit.tests.map((test) => [test.name, test]));
  const testsOfGoal = unit.goals.map(() => []);
  for (const test of unit.tests) for (const goal of test.covers ?? test.goals) testsOfGoal[goal]?.push(test);
  const goalsOfLine = new Map();
  for (const goal of unit.goals) {
    const key = goal.file + ':' + goal.line;
    if (!goalsOfLine.has(key)) goalsOfLine.set(key, []);
    goalsOfLine.get(key).push(goal);
  }
  const counts = {covered: 0, infeasible: 0, unknown: 0};
  for (const goal of unit.goals) counts[goal.verdict ?? 'unknown']++;
  return {
    name: unit.unit,
    line: unit.line,
    goals: unit.goals,
    tests: unit.tests,
    findings: unit.findings ?? [],
    suspicions: unit.suspicions ?? [],
    raw: unit,
    criterion: suite.criterion,
    testByName,
    testsOfGoal,
    goalsOfLine,
    counts,
    timeline: extra.timeline ?? [],
    paths: extra.paths ?? {},
    functions: extra.functions ?? [],
    tree: extra.tree ?? null,
  };
}

export function goalText(goal) {
  if (goal.side === 'true' || goal.side === 'false') return `${goal.text} is ${goal.side}`;
  return goal.text;
}

export function baseName(path) {
  return path.slice(path.lastIndexOf('/') + 1);
}

// The file and its directory: enough to tell files apart.
export function shortPath(path) {
  return path.split('/').slice(-2).join('/');
}

export function place(item) {
  return `${baseName(item.file)}:${item.line}`;
}

// The conditions of a test's path up to the step that takes the goal.  `whole`: no step is known to (the goal
// does not depend on the input, or is no branch), and they are those of the whole path.
export function pathCondition(unit, test, goal) {
  const steps = unit.paths[test.name] ?? [];
  const at = goal ? steps.findIndex((step) => step[1] === goal.id) : -1;
  const texts = (at < 0 ? steps : steps.slice(0, at + 1)).map((step) => step[0]).filter((text) => text !== '');
  return {texts, whole: at < 0};
}

export function inputText(test) {
  return test.input.map((value) => `${value.name} = ${value.value}`).join(', ');
}
