// A suite that nobody generated: as large as they get.

// Goals, two a condition, on lines of one function; every third condition lacks its false side.
export function synthetic({goals = 10_000, tests = 2_000, nodes = 100_000} = {}) {
  const file = '/src/large.c';
  const lines = ['int large(int a) {'];
  const list = [], suiteTests = [];
  for (let i = 0; i < goals / 2; i++) {
    lines.push(`  if (a == ${i} && "</script><b>") return ${i}; /* condition ${i} */`);
    for (const side of ['true', 'false']) {
      const missing = side === 'false' && i % 3 === 0;
      list.push({id: list.length, file, line: i + 2, column: 7, text: `a == ${i}`, side,
        verdict: missing ? (i % 2 ? 'infeasible' : 'unknown') : 'covered', ...(missing ? {why: 'solver: out of time'} : {covered_by: `path_${i % tests}`})});
    }
  }
  lines.push('  return -1;', '}');
  for (let i = 0; i < tests; i++) {
    const own = list.filter((goal) => goal.covered_by === `path_${i}`).map((goal) => goal.id);
    suiteTests.push({name: `path_${i}`, status: 'ok', path: `a == ${i} true`, input: [{name: 'a', value: String(i), bits: i}],
      outputs: [{expression: 'result', value: String(i), bits: i}], goals: own, covers: own});
  }
  const tree = {all: nodes, sites: list.filter((g) => g.side === 'true').map((g) => ({text: `${g.line}: ${g.text}`, sides: ['true', 'false', 'third']})),
    rules: ['depth bound 256', 'look-ahead'], parent: [], side: [], site: [], sides: []};
  for (let n = 0; n < nodes; n++) {
    tree.parent.push(n === 0 ? 0 : (n - 1) >> 1);
    tree.side.push(n === 0 ? 0 : (n - 1) & 1);
    tree.site.push(n % tree.sites.length);
    tree.sides.push(2 * n + 2 < nodes ? 'ttB' : 'iut');
  }
  const blocks = Array.from({length: 400}, (_, i) => ({lines: [i + 1], executed: i % 2 === 0, end: '',
    next: i + 1 < 400 ? [{to: i + 1, label: 'true', taken: true, goal: 2 * i}] : []}));
  return {
    suite: {format: 1, source: file, criterion: 'branch', strategy: 'dfs', seed: 1, units: [{unit: 'large', line: 1, iterations: 5000, solver_calls: 9000,
      paths: 4000, seconds: 12.5, exhausted: false, stopped_by: 'budget', goals: list, tests: suiteTests, findings: [], suspicions: []}]},
    report: {files: [{path: file, text: lines.join('\n') + '\n'}], verification: 'Synthetic.', units: [{unit: 'large',
      timeline: Array.from({length: 500}, (_, i) => [i * 10, i / 40, i * 16]),
      paths: Object.fromEntries(suiteTests.map((t) => [t.name, t.goals.map((g) => [list[g].text, g])])),
      functions: [{name: 'large', file, blocks}], tree}]},
  };
}

export function withData(page, data) {
  return page.replace('@ESPALIER_DATA@', () => JSON.stringify(data).replaceAll('<', '\\u003c'));
}
