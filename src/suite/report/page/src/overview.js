// The figures, and how coverage grew.
import uPlot from 'uplot';
import {h} from './dom.js';
import {goalText, place} from './data.js';
import {badge} from './detail.js';
import {virtualList} from './virtual.js';

function tile(value, label) {
  return h('div', {class: 'tile'}, h('b', {}, value), h('span', {}, label));
}

function bar(counts, total) {
  const part = (kind) => h('div', {class: kind, style: `width:${(100 * counts[kind]) / Math.max(total, 1)}%`,
    title: `${counts[kind]} ${kind}`});
  return h('div', {class: 'bar', role: 'img',
    'aria-label': `${counts.covered} of ${total} covered, ${counts.infeasible} infeasible, ${counts.unknown} unknown`},
  part('covered'), part('infeasible'), part('unknown'));
}

// Steps: between two runs nothing changes.
function plot(title, xs, ys, unit, total) {
  const box = h('div', {class: 'plot'});
  const draw = () => {
    const style = getComputedStyle(document.documentElement);
    const ink = style.getPropertyValue('--quiet').trim(), line = style.getPropertyValue('--accent').trim();
    const grid = {stroke: style.getPropertyValue('--line').trim(), width: 1};
    box.replaceChildren();
    new uPlot({
      title,
      width: Math.max(260, box.clientWidth || 420),
      height: 220,
      scales: {x: {time: false}, y: {range: [0, Math.max(total, 1)]}},
      axes: [{stroke: ink, grid, ticks: grid, label: unit, labelSize: 18, size: 34}, {stroke: ink, grid, ticks: grid, size: 44}],
      series: [{label: unit}, {label: 'covered', stroke: line, width: 2, fill: line + '22', paths: uPlot.paths.stepped({align: 1}),
        points: {show: xs.length < 60}}],
      legend: {show: true},
    }, [xs, ys], box);
  };
  return {element: box, draw};
}

export function overview(app) {
  const {unit, data} = app;
  const total = unit.goals.length;
  const raw = unit.raw;
  const points = unit.timeline.length > 0 ? unit.timeline : [];
  const last = points[points.length - 1];
  const runs = points.map((p) => p[0]), seconds = points.map((p) => p[1]), covered = points.map((p) => p[2]);
  const extend = (xs, end) => (last && end > xs[xs.length - 1] ? [[0, ...xs, end], [0, ...covered, last[2]]] : [[0, ...xs], [0, ...covered]]);
  const [scale, unitOfTime] = raw.seconds < 1 ? [1000, 'milliseconds'] : [1, 'seconds'];
  const plots = last ? [
    plot('Goals covered over time', ...extend(seconds.map((s) => s * scale), raw.seconds * scale), unitOfTime, total),
    plot('Goals covered over runs', ...extend(runs, raw.iterations), 'runs', total)] : [];
  const open = unit.goals.filter((goal) => goal.verdict !== 'covered');
  const list = virtualList({count: open.length, height: 28, className: 'goals', render: (i) =>
    h('button', {class: 'goal-row', onclick: () => app.openGoal(open[i])}, badge(open[i].verdict),
      ` ${place(open[i])}: ${goalText(open[i])}`, h('span', {class: 'quiet'}, open[i].why ? ' · ' + open[i].why : ''))});
  const reasons = {goals: 'all goals were covered', exhausted: 'every path was explored', budget: 'the budget was used up',
    iterations: 'the limit of runs was reached', tree: 'the execution tree reached its limit', interrupted: 'it was interrupted', strategy: 'the strategy had no more to try'};
  const element = h('div', {class: 'view overview'},
    h('div', {class: 'tiles'},
      tile(`${unit.counts.covered} / ${total}`, unit.criterion + ' goals covered'),
      tile(unit.counts.infeasible, 'proved infeasible'),
      tile(unit.counts.unknown, 'unknown'),
      tile(unit.tests.length, 'tests'),
      tile(unit.findings.length, 'findings'),
      tile(raw.paths, 'paths'), tile(raw.iterations, 'runs'), tile(raw.solver_calls, 'solver calls')),
    bar(unit.counts, total),
    h('p', {class: 'quiet'}, `Strategy ${data.suite.strategy}, seed ${data.suite.seed}; the search took ${raw.seconds.toFixed(3)} s and ended because ${reasons[raw.stopped_by] ?? raw.stopped_by}. `,
      data.verification ? data.verification : ''),
    h('div', {class: 'plots'}, plots.map((p) => p.element)),
    open.length > 0 ? h('section', {}, h('h3', {}, `Goals that no test takes (${open.length})`), list.element)
      : h('p', {}, total > 0 ? 'Every goal is covered.' : 'The function has no goals: it never branches.'));
  return {element, shown: () => { for (const p of plots) p.draw(); list.refresh(); }};
}
