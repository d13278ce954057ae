// Findings and suspicions, with stack and input.
import {h} from './dom.js';
import {findingDetail} from './detail.js';

export function findingsView(app) {
  const {unit} = app;
  const all = [...unit.findings, ...unit.suspicions];
  return {
    element: h('div', {class: 'view findings'}, all.length === 0
      ? h('p', {class: 'quiet'}, 'No run crashed, hung, or did what C leaves undefined.')
      : all.slice(0, 500).map((finding) => findingDetail(app, unit, finding))),
    shown() {},
  };
}
