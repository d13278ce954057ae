// The control-flow graph of a function; what runs executed is coloured.
import dagre from '@dagrejs/dagre';
import {h, svg} from './dom.js';

const tooLarge = 600;  // blocks that are laid out without asking

function linesText(lines) {
  if (lines.length === 0) return '';
  const first = lines[0], last = lines[lines.length - 1];
  return first === last ? `line ${first}` : `lines ${first}–${last}`;
}

function firstText(app, fn, lines) {
  const file = app.data.files.find((f) => f.path === fn.file) ?? app.data.files[0];
  if (!file || lines.length === 0) return '';
  file.lines ??= file.text.split('\n');
  const text = (file.lines[lines[0] - 1] ?? '').trim();
  return text.length > 30 ? text.slice(0, 29) + '…' : text;
}

function layout(app, fn) {
  const graph = new dagre.graphlib.Graph({multigraph: true});
  graph.setGraph({rankdir: 'TB', nodesep: 24, ranksep: 44, marginx: 12, marginy: 12});
  graph.setDefaultEdgeLabel(() => ({}));
  fn.blocks.forEach((block, i) => {
    const title = i === 0 ? fn.name : block.end === 'return' ? 'return' : '';
    const rows = [title, linesText(block.lines), firstText(app, fn, block.lines)].filter((text) => text !== '');
    if (rows.length === 0) rows.push('…');
    graph.setNode(String(i), {rows, width: Math.max(54, ...rows.map((row) => row.length * 6.7 + 18)), height: 12 + 16 * rows.length});
  });
  fn.blocks.forEach((block, i) => block.next.forEach((edge, n) => graph.setEdge(String(i), String(edge.to),
    {edge, label: edge.label ?? '', width: (edge.label ?? '').length * 7 + 4, height: 14, labelpos: 'c'}, String(n))));
  dagre.layout(graph);
  return graph;
}

function draw(app, fn) {
  const graph = layout(app, fn);
  const {width, height} = graph.graph();
  const edges = graph.edges().map((id) => {
    const {edge, points, label, x, y} = graph.edge(id);
    const path = points.map((p, i) => `${i ? 'L' : 'M'}${p.x.toFixed(1)},${p.y.toFixed(1)}`).join('');
    const goal = edge.goal !== undefined ? app.unit.goals[edge.goal] : null;
    const kind = edge.taken ? 'covered' : goal ? goal.verdict : 'never';
    return svg('g', {class: 'edge ' + kind + (goal ? ' clickable' : ''), onclick: goal ? () => app.openGoal(goal) : undefined},
      svg('path', {d: path, 'marker-end': `url(#arrow-${kind})`}),
      goal ? svg('path', {d: path, class: 'hit'}) : null,
      label ? svg('text', {x, y: y + 4, 'text-anchor': 'middle'}, label) : null);
  });
  const nodes = graph.nodes().map((id) => {
    const node = graph.node(id), block = fn.blocks[Number(id)];
    return svg('g', {class: 'block ' + (block.executed ? 'covered' : 'never'), transform: `translate(${node.x - node.width / 2},${node.y - node.height / 2})`,
      onclick: () => block.lines.length && app.openLine(fn.file, block.lines[0])},
    svg('rect', {width: node.width, height: node.height, rx: 5}),
    node.rows.map((row, i) => svg('text', {x: 9, y: 18 + 16 * i, class: i === node.rows.length - 1 && node.rows.length > 1 ? 'quiet' : ''}, row)));
  });
  const arrows = ['covered', 'infeasible', 'unknown', 'never'].map((kind) => svg('marker', {id: 'arrow-' + kind, class: 'arrow ' + kind, viewBox: '0 0 8 8', refX: 7, refY: 4,
    markerWidth: 7, markerHeight: 7, orient: 'auto'}, svg('path', {d: 'M0,0 L8,4 L0,8 z'})));
  return svg('svg', {width, height, viewBox: `0 0 ${width} ${height}`, class: 'graph'}, svg('defs', {}, arrows), edges, nodes);
}

export function graphView(app) {
  const {unit} = app;
  const holder = h('div', {class: 'canvas', tabindex: '0'});
  const choose = h('select', {'aria-label': 'function', onchange: () => open(true)}, unit.functions.map((fn, i) => h('option', {value: i}, fn.name)));
  let zoom = 1;
  const scale = (factor) => {
    zoom = Math.min(3, Math.max(0.1, zoom * factor));
    const picture = holder.querySelector('svg');
    if (!picture) return;
    const [, , width, height] = picture.getAttribute('viewBox').split(' ').map(Number);
    picture.setAttribute('width', width * zoom);
    picture.setAttribute('height', height * zoom);
  };
  function open(force) {
    const fn = unit.functions[Number(choose.value || 0)];
    if (!fn) return void holder.replaceChildren(h('p', {class: 'quiet'}, 'No graph was recorded.'));
    if (fn.blocks.length > tooLarge && !force)
      return void holder.replaceChildren(h('p', {}, `${fn.name} has ${fn.blocks.length} blocks. `,
        h('button', {onclick: () => open(true)}, 'Draw it anyway')));
    holder.replaceChildren(draw(app, fn));
    scale(1);
  }
  let drawn = false;
  return {
    element: h('div', {class: 'view'}, h('div', {class: 'toolbar'}, unit.functions.length > 1 ? choose : null,
      h('button', {onclick: () => scale(1 / 1.25), 'aria-label': 'smaller'}, '−'), h('button', {onclick: () => scale(1.25), 'aria-label': 'larger'}, '+'),
      h('span', {class: 'legend'}, h('i', {class: 'dot covered'}), 'executed ', h('i', {class: 'dot never'}), 'never executed')), holder),
    shown() { if (!drawn) open(false); drawn = true; },
  };
}
