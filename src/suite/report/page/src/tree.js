// The execution tree: every choice that depends on the input, and what became of each side.
//
// A tree may have a hundred thousand nodes: only what is unfolded becomes a hierarchy and is drawn.
import {hierarchy, tree as tidy} from 'd3-hierarchy';
import {h, svg} from './dom.js';

const mostDrawn = 1500;
const words = {o: 'not tried', i: 'infeasible', u: 'unknown', d: 'cannot differ', t: 'end of path'};

function prune(letter, rules) {
  return letter >= 'A' && letter <= 'Z' ? 'left out by ' + (rules[letter.charCodeAt(0) - 65] ?? 'a rule') : null;
}

export function treeView(app) {
  const data = app.unit.tree;
  const holder = h('div', {class: 'canvas', tabindex: '0'});
  const note = h('span', {class: 'quiet'});
  if (!data || data.parent.length === 0) {
    holder.append(h('p', {class: 'quiet'}, 'No choice of the function depends on its input.'));
    return {element: h('div', {class: 'view'}, holder), shown() {}};
  }
  const count = data.parent.length;
  // Children by node and side; nodes come after their parents.
  const below = Array.from({length: count}, () => ({}));
  const sizes = new Uint32Array(count).fill(1);
  for (let n = count - 1; n > 0; n--) {
    below[data.parent[n]][data.side[n]] = n;
    sizes[data.parent[n]] += sizes[n];
  }
  const unfolded = new Set();
  function unfoldFrom(root, budget) {
    const queue = [root];
    while (queue.length && budget > 0) {
      const n = queue.shift();
      unfolded.add(n);
      budget--;
      queue.push(...Object.values(below[n]));
    }
  }
  unfoldFrom(0, 40);

  function children(item) {
    if (item.node === undefined || !unfolded.has(item.node)) return null;
    const site = data.sites[data.site[item.node]];
    return [...data.sides[data.site_sides ? data.site_sides[item.node] : item.node]].map((letter, side) => {
      const label = site.sides[side] ?? String(side);
      const node = below[item.node][side];
      if (node !== undefined) return {node, label};
      return {label, letter, text: prune(letter, data.rules) ?? words[letter] ?? letter};
    }).filter((child) => child.letter !== 'd');
  }

  function text(item) {
    if (item.node === undefined) return item.text;
    const site = data.sites[data.site[item.node]];
    const folded = unfolded.has(item.node) ? '' : ` (+${sizes[item.node]})`;
    return site.text + folded;
  }

  function kind(item) {
    if (item.node !== undefined) return unfolded.has(item.node) ? 'choice' : 'choice folded';
    if (item.letter === 't') return 'covered';
    if (item.letter === 'i') return 'infeasible';
    return item.letter >= 'A' && item.letter <= 'Z' ? 'pruned' : 'unknown';
  }

  function draw() {
    const root = hierarchy({node: 0, label: ''}, children);
    tidy().nodeSize([22, 270])(root);
    const all = root.descendants().slice(0, mostDrawn), shown = new Set(all);
    let top = 0, bottom = 0, right = 0;
    for (const n of all) top = Math.min(top, n.x), bottom = Math.max(bottom, n.x), right = Math.max(right, n.y);
    rootAt = 30 - top;
    const width = right + 260, height = bottom - top + 60;
    const links = all.filter((n) => n.parent && shown.has(n.parent)).map((n) => svg('path', {class: 'branch ' + kind(n.data).split(' ')[0],
      d: link(n)}));
    const nodes = all.map((n) => svg('g', {class: 'tree-node ' + kind(n.data), transform: `translate(${n.y},${n.x})`, role: n.data.node !== undefined ? 'button' : undefined,
      onclick: n.data.node === undefined ? undefined : (event) => toggle(n.data.node, event.shiftKey)},
    svg('circle', {r: 5}),
    n.data.label ? svg('text', {x: -10, y: -4, 'text-anchor': 'end', class: 'side'}, n.data.label) : null,
    svg('text', {x: 9, y: 4}, shorten(text(n.data))), svg('title', {}, text(n.data))));
    holder.replaceChildren(svg('svg', {class: 'tree', width, height, viewBox: `-30 ${top - 30} ${width} ${height}`}, links, nodes));
    note.textContent = `${count} nodes` + (data.all > count ? ` of ${data.all}` : '') +
      (root.descendants().length > mostDrawn ? `; ${mostDrawn} drawn: fold something` : '');
  }

  // From the end of the parent's text to the node.
  function link(n) {
    const from = Math.min(n.parent.y + 14 + 6.4 * shorten(text(n.parent.data)).length, n.y - 60), to = n.y - 8, middle = (from + to) / 2;
    return `M${from},${n.parent.x}C${middle},${n.parent.x} ${middle},${n.x} ${to},${n.x}`;
  }

  function shorten(words) {
    return words.length > 30 ? words.slice(0, 29) + '…' : words;
  }

  function toggle(node, whole) {
    if (unfolded.has(node)) unfolded.delete(node);
    else whole ? unfoldFrom(node, 200) : unfolded.add(node);
    draw();
  }

  let drawn = false, rootAt = 0;
  return {
    element: h('div', {class: 'view'}, h('div', {class: 'toolbar'},
      h('button', {onclick: () => { unfolded.clear(); unfolded.add(0); draw(); }}, 'Fold all'),
      h('button', {onclick: () => { unfoldFrom(0, 300); draw(); }}, 'Unfold more'), note,
      h('span', {class: 'legend'}, h('i', {class: 'dot covered'}), 'path ', h('i', {class: 'dot infeasible'}), 'infeasible ',
        h('i', {class: 'dot pruned'}), 'left out ', h('i', {class: 'dot unknown'}), 'unknown')), holder),
    shown() {
      if (!drawn) {
        draw();
        holder.scrollTop = rootAt - holder.clientHeight / 2;  // the root is in the middle of its height
      }
      drawn = true;
    },
  };
}
