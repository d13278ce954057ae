// A list that holds only the rows that can be seen: ten thousand rows cost what thirty do.
import {h} from './dom.js';

// render(index) gives the element of a row; every row is `height` pixels high.
export function virtualList({count, height, render, className = ''}) {
  const inner = h('div', {class: 'rows'});
  const outer = h('div', {class: 'virtual ' + className, tabindex: '0'}, inner);
  let shown = new Map();
  let total = count;

  function update() {
    inner.style.height = total * height + 'px';
    const first = Math.max(0, Math.floor(outer.scrollTop / height) - 10);
    const last = Math.min(total, Math.ceil((outer.scrollTop + (outer.clientHeight || 600)) / height) + 10);
    const next = new Map();
    for (let i = first; i < last; i++) {
      let row = shown.get(i);
      if (!row) {
        row = render(i);
        row.classList.add('row');
        row.style.top = i * height + 'px';
        row.style.height = height + 'px';
        inner.append(row);
      }
      next.set(i, row);
    }
    for (const [i, row] of shown) if (!next.has(i)) row.remove();
    shown = next;
  }

  outer.addEventListener('scroll', update, {passive: true});
  new ResizeObserver(update).observe(outer);
  return {
    element: outer,
    refresh(newCount = total) {
      total = newCount;
      for (const row of shown.values()) row.remove();
      shown = new Map();
      update();
    },
    reveal(index) {
      const top = index * height;
      if (top < outer.scrollTop || top + height > outer.scrollTop + outer.clientHeight)
        outer.scrollTop = Math.max(0, top - outer.clientHeight / 3);
      update();
    },
  };
}
