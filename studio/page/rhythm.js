// Rhythm of sixteen steps. A click or Space switches a step; dragging or the arrow keys set its strength.

import { el, clamp } from './dom.js';

export const STEPS = 16;
/** Strength of a step when switched on: the value of the preset. */
const DEFAULT_STRENGTH = 0.8;

/** @param {(index: number, much: number) => void} set */
export function rhythm(set) {
  const bars = Array.from({ length: STEPS }, (_, index) => {
    const bar = el('span', {
      role: 'slider', class: 'step', tabindex: index === 0 ? 0 : -1, 'aria-label': `step ${index + 1}`, 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-orientation': 'vertical',
    }, el('span', { class: 'step-fill' }));
    bar.classList.toggle('beat', index % 4 === 0);
    return bar;
  });
  const root = el('div', { class: 'steps', role: 'group', 'aria-label': 'Sixteen steps' }, ...bars);
  /** @type {number[]} */
  let now = [];

  /** @param {number} index */
  const toggle = (index) => set(index, now[index] > 0 ? 0 : DEFAULT_STRENGTH);
  root.addEventListener('keydown', (event) => {
    const index = bars.indexOf(/** @type {any} */ (event.target));
    if (index < 0) return;
    const up = { ArrowUp: 0.1, ArrowDown: -0.1, PageUp: 0.25, PageDown: -0.25 }[event.key];
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: STEPS - 1 }[event.key];
    if (up !== undefined) set(index, clamp(Math.round((now[index] + up) * 100) / 100, 0, 1));
    else if (event.key === ' ' || event.key === 'Enter') toggle(index);
    else if (to !== undefined) focus(clamp(to, 0, STEPS - 1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  /** @param {number} index */
  const focus = (index) => {
    bars.forEach((bar, place) => (bar.tabIndex = place === index ? 0 : -1));
    bars[index].focus();
  };

  // A click toggles a step; a drag sets the strength of all steps it crosses.
  let from = { x: 0, y: 0, index: -1, moved: false };
  const under = (/** @type {PointerEvent} */ event) => {
    const box = root.getBoundingClientRect();
    return clamp(Math.floor(((event.clientX - box.left) / box.width) * STEPS), 0, STEPS - 1);
  };
  root.addEventListener('pointerdown', (event) => {
    from = { x: event.clientX, y: event.clientY, index: under(event), moved: false };
    root.setPointerCapture(event.pointerId);
    focus(from.index);
    event.preventDefault();
  });
  root.addEventListener('pointermove', (event) => {
    if (from.index < 0) return;
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > 5) from.moved = true;
    if (!from.moved) return;
    const box = root.getBoundingClientRect();
    const strength = clamp((box.bottom - event.clientY) / box.height, 0, 1);
    set(under(event), strength < 0.06 ? 0 : Math.round(strength * 50) / 50);
  });
  root.addEventListener('pointerup', () => {
    if (from.index >= 0 && !from.moved) toggle(from.index);
    from.index = -1;
  });
  root.addEventListener('pointercancel', () => (from.index = -1));

  return {
    root,
    /** @param {number[]} steps */
    update(steps) {
      now = steps;
      bars.forEach((bar, index) => {
        const strength = steps[index] ?? 0;
        bar.style.setProperty('--much', String(strength));
        bar.classList.toggle('on', strength > 0);
        bar.setAttribute('aria-valuenow', String(Math.round(strength * 100)));
        bar.setAttribute('aria-valuetext', strength > 0 ? `${Math.round(strength * 100)}` : 'off');
      });
    },
    /** @param {number} step */
    light(step) {
      bars.forEach((bar, index) => bar.classList.toggle('now', index === step));
    },
  };
}
