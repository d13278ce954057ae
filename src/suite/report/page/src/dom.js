// Small helpers to make elements.

// h('button', {class: 'x', onclick: f}, 'text', child, ...)
export function h(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value);
  }
  for (const child of children.flat(3))
    if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

export function clear(element, ...children) {
  element.replaceChildren(...children.flat(3).filter((child) => child !== null && child !== undefined));
  return element;
}
