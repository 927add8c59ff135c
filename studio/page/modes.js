// Editor for the modes of a body: a spectrum with frequency to the right and gain upwards, and the same as a
// table.
//
// | key                   | action                                |
// |-----------------------|---------------------------------------|
// | ← →                   | frequency by 1 %, with Shift by 6 %   |
// | ↑ ↓                   | gain by 1 dB, with Shift by 6 dB      |
// | + −                   | decay time longer, shorter            |
// | M, Space              | mute or unmute                        |
// | Delete                | reset to the original mode            |
// | Page Up, Page Down    | next mode, previous mode              |

import { capitalise, clamp, el, svg, spaced } from './dom.js';
import { factor, putFactors } from './mode-factors.js';
import { si } from './scale.js';

/** @typedef {{ frequency: number, decay: number, gain: number }} Mode original mode: [Hz], T60 [s], gain relative to the loudest [1] */
/** @typedef {import('./mode-factors.js').Factors} Factors */

const [LOW, HIGH] = [20, 20000];
/** Range of the picture [dB]. */
const [BOTTOM, TOP] = [-60, 12];
const MARKS = [20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000];

const across = (/** @type {number} */ hertz) => clamp(Math.log(hertz / LOW) / Math.log(HIGH / LOW), 0, 1);
const decibels = (/** @type {number} */ gain) => (gain > 0 ? 20 * Math.log10(gain) : -Infinity);
const up = (/** @type {number} */ gain) => clamp((decibels(gain) - BOTTOM) / (TOP - BOTTOM), 0, 1);

/**
 * @param {import('./types.js').App} app
 * @param {string} body
 */
export function modesOf({ store }, body) {
  /** @type {Mode[]} */
  let original = [];
  /** @type {Factors[]} */
  let factors = [];
  let at = 0;
  const stems = svg('g', {});
  const marks = MARKS.map((hertz) => svg('line', { x1: 1000 * across(hertz), x2: 1000 * across(hertz), y1: 0, y2: 100, class: 'modes-mark' }));
  const sheet = svg('svg', { viewBox: '0 0 1000 100', preserveAspectRatio: 'none', class: 'modes-sheet', 'aria-hidden': 'true' }, ...marks, stems);
  const dots = el('div', { class: 'modes-dots' });
  const picture = el('div', { class: 'modes-picture', role: 'group', 'aria-label': `Modes of ${spaced(body)}. Arrows move a mode, M mutes it, Page Up and Page Down select the next or previous mode.` }, sheet, dots);
  const axis = el('div', { class: 'modes-axis', 'aria-hidden': 'true' }, ...[20, 100, 1000, 10000].map((hertz) => {
    const mark = el('span', {}, hertz < 1000 ? `${hertz}` : `${hertz / 1000}k`);
    mark.style.setProperty('--x', String(across(hertz)));
    return mark;
  }));
  const status = el('output', { class: 'modes-status' });
  const reset = el('button', { type: 'button', class: 'quiet', hidden: true, onclick: clear }, 'Reset all modes');
  const rows = el('tbody', {});
  const head = ['mode', 'frequency [Hz]', 'decay T60 [s]', 'gain [dB]', 'audible'].map((title) => el('th', { scope: 'col' }, title));
  const list = el('details', { class: 'modes-list' }, el('summary', {}, 'as a list'), el('table', {}, el('thead', {}, el('tr', {}, ...head)), rows));
  const count = el('span', { class: 'modes-count' });
  const root = el('section', { class: 'modes', 'aria-label': `Modes of ${spaced(body)}` },
    el('div', { class: 'modes-head' }, el('h3', {}, `${capitalise(spaced(body))}: modes`), count, status, reset), picture, axis, list);
  list.addEventListener('toggle', () => show());

  const now = (/** @type {number} */ index) => ({
    frequency: original[index].frequency * factor(factors, index + 1, 'frequency'),
    decay: original[index].decay * factor(factors, index + 1, 'decay'),
    gain: original[index].gain * factor(factors, index + 1, 'gain'),
  });
  /**
   * @param {number} index
   * @param {Partial<Record<import('./mode-factors.js').ModeQuantity, number>>} change new factors
   */
  const setFactors = (index, change) => store.change(`mode ${index + 1} of ${spaced(body)}`, (draft) => {
    const sound = draft.sounds.find((sound) => sound.name === draft.selected);
    if (sound) putFactors(sound.preset, body, index + 1, change);
  });
  const scaleFactor = (/** @type {number} */ index, /** @type {import('./mode-factors.js').ModeQuantity} */ quantity, /** @type {number} */ ratio) => setFactors(index, { [quantity]: factor(factors, index + 1, quantity) * ratio });
  const toggleMute = (/** @type {number} */ index) => setFactors(index, { gain: factor(factors, index + 1, 'gain') > 0 ? 0 : 1 });
  function clear() {
    store.change(`modes of ${spaced(body)}`, (draft) => {
      const preset = /** @type {any} */ (draft.sounds.find((sound) => sound.name === draft.selected)?.preset);
      if (!preset?.modes) return;
      const { [body]: _, ...others } = preset.modes;
      if (Object.keys(others).length > 0) preset.modes = others;
      else delete preset.modes;
    });
  }

  dots.addEventListener('keydown', (event) => {
    const index = [...dots.children].indexOf(/** @type {Element} */ (event.target));
    if (index < 0) return;
    const step = event.shiftKey ? 6 : 1;
    const keys = /** @type {Record<string, () => void>} */ ({
      ArrowRight: () => scaleFactor(index, 'frequency', 1 + step / 100),
      ArrowLeft: () => scaleFactor(index, 'frequency', 1 / (1 + step / 100)),
      ArrowUp: () => scaleFactor(index, 'gain', 10 ** (step / 20)),
      ArrowDown: () => scaleFactor(index, 'gain', 10 ** (-step / 20)),
      '+': () => scaleFactor(index, 'decay', 1.1),
      '-': () => scaleFactor(index, 'decay', 1 / 1.1),
      ' ': () => toggleMute(index),
      m: () => toggleMute(index),
      Delete: () => setFactors(index, { frequency: 1, decay: 1, gain: 1 }),
      Backspace: () => setFactors(index, { frequency: 1, decay: 1, gain: 1 }),
      PageUp: () => focus(index + 1),
      PageDown: () => focus(index - 1),
      Home: () => focus(0),
      End: () => focus(original.length - 1),
    });
    const act = keys[event.key];
    if (!act) return;
    act();
    event.preventDefault();
    event.stopPropagation();
  });
  /** @param {number} index */
  function focus(index) {
    at = clamp(index, 0, original.length - 1);
    [...dots.children].forEach((dot, place) => (/** @type {HTMLElement} */ (dot).tabIndex = place === at ? 0 : -1));
    /** @type {HTMLElement|undefined} */ (dots.children[at])?.focus({ preventScroll: true });
    updateStatus();
  }

  let dragged = -1;
  picture.addEventListener('pointerdown', (event) => {
    dragged = nearest(event);
    if (dragged < 0) return;
    picture.setPointerCapture(event.pointerId);
    focus(dragged);
    event.preventDefault();
  });
  picture.addEventListener('pointermove', (event) => {
    if (dragged < 0) return;
    const box = picture.getBoundingClientRect();
    const hertz = LOW * (HIGH / LOW) ** clamp((event.clientX - box.left) / box.width, 0, 1);
    const level = TOP - clamp((event.clientY - box.top) / box.height, 0, 1) * (TOP - BOTTOM);
    const { frequency, gain } = original[dragged];
    const loud = level <= BOTTOM + 0.5 ? 0 : 10 ** (level / 20) / Math.max(gain, 1e-3);
    setFactors(dragged, { frequency: hertz / frequency, gain: loud });
  });
  for (const end of ['pointerup', 'pointercancel']) picture.addEventListener(end, () => (dragged = -1));
  picture.addEventListener('dblclick', (event) => {
    const index = nearest(event);
    if (index >= 0) toggleMute(index);
  });
  /** Index of the nearest mode within 28 px, or −1. @param {MouseEvent} event */
  function nearest(event) {
    const box = picture.getBoundingClientRect();
    let [best, far] = [-1, 28];
    original.forEach((_, index) => {
      const { frequency, gain } = now(index);
      const off = Math.hypot(event.clientX - box.left - across(frequency) * box.width, event.clientY - box.top - (1 - up(gain)) * box.height);
      if (off < far) [best, far] = [index, off];
    });
    return best;
  }

  function updateStatus() {
    if (!original[at]) return;
    const { frequency, decay, gain } = now(at);
    status.textContent = `${at + 1}: ${si(frequency, 'Hz')}, decay ${si(decay, 's')}, ${gain > 1e-6 ? `${decibels(gain).toFixed(1)} dB` : original[at].gain > 0 ? 'muted' : 'inaudible at this listening point'}`;
  }

  function show() {
    while (dots.children.length > original.length) dots.lastElementChild?.remove();
    while (dots.children.length < original.length) dots.append(el('span', { class: 'mode-dot', role: 'slider', tabindex: -1, 'aria-orientation': 'vertical', 'aria-valuemin': BOTTOM, 'aria-valuemax': TOP }));
    at = clamp(at, 0, Math.max(0, original.length - 1));
    const longest = Math.max(...original.map((mode) => mode.decay), 1e-3);
    stems.replaceChildren(...original.map((_, index) => {
      const { frequency, decay, gain } = now(index);
      const x = 1000 * across(frequency);
      const stem = svg('line', { x1: x, x2: x, y1: 100, y2: 100 * (1 - up(gain)), class: 'modes-stem' });
      // Modes with a longer decay are drawn stronger.
      stem.style.setProperty('opacity', String(clamp(0.25 + 0.75 * (1 + Math.log10(decay / longest) / 2), 0.2, 1)));
      return stem;
    }));
    original.forEach((_, index) => {
      const { frequency, decay, gain } = now(index);
      const dot = /** @type {HTMLElement} */ (dots.children[index]);
      dot.tabIndex = index === at ? 0 : -1;
      dot.style.setProperty('--x', across(frequency).toFixed(4));
      dot.style.setProperty('--y', (1 - up(gain)).toFixed(4));
      dot.classList.toggle('moved', factors.some((edit) => edit.mode === index + 1));
      dot.classList.toggle('silent', factor(factors, index + 1, 'gain') === 0);
      dot.classList.toggle('unheard', original[index].gain < 1e-3);
      dot.setAttribute('aria-label', `mode ${index + 1}, ${si(frequency, 'Hz')}, decay ${si(decay, 's')}`);
      dot.setAttribute('aria-valuenow', String(Math.round(clamp(decibels(gain), BOTTOM, TOP))));
      dot.setAttribute('aria-valuetext', gain > 0 ? `${decibels(gain).toFixed(1)} dB` : 'muted');
    });
    count.textContent = `${original.length}`;
    reset.hidden = factors.length === 0;
    updateStatus();
    if (list.open) showList();
  }

  function showList() {
    while (rows.children.length > original.length) rows.lastElementChild?.remove();
    while (rows.children.length < original.length) rows.append(row(rows.children.length));
    original.forEach((_, index) => {
      const { frequency, decay, gain } = now(index);
      const inputs = rows.children[index].querySelectorAll('input');
      const values = [frequency.toFixed(1), Number(decay.toPrecision(3)), gain > 0 ? decibels(gain).toFixed(1) : ''];
      values.forEach((value, place) => {
        if (document.activeElement !== inputs[place]) inputs[place].value = String(value);
      });
      inputs[3].checked = gain > 0;
    });
  }
  /** @param {number} index */
  function row(index) {
    const number = (/** @type {string} */ label, /** @type {(value: number) => void} */ set) => {
      const input = el('input', { type: 'number', step: 'any', 'aria-label': `${label} of mode ${index + 1}` });
      input.addEventListener('change', () => {
        if (Number.isFinite(input.valueAsNumber)) set(input.valueAsNumber);
      });
      return el('td', {}, input);
    };
    const audible = el('input', { type: 'checkbox', 'aria-label': `mode ${index + 1} audible`, onchange: () => toggleMute(index) });
    return el('tr', {}, el('th', { scope: 'row' }, `${index + 1}`),
      number('frequency', (value) => setFactors(index, { frequency: value / original[index].frequency })),
      number('decay', (value) => setFactors(index, { decay: value / original[index].decay })),
      number('gain', (value) => setFactors(index, { gain: 10 ** (value / 20) / Math.max(original[index].gain, 1e-3) })),
      el('td', {}, audible));
  }

  return {
    root,
    /**
     * @param {Mode[]} modes
     * @param {Factors[]} changed
     */
    update(modes, changed) {
      [original, factors] = [modes, changed];
      root.hidden = original.length === 0;
      show();
    },
  };
}
