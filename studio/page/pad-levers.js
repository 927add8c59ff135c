// Controls below the pad: a button with a strength, or a lever, for every gesture. They make all gestures
// usable by keys.

import { capitalise, el, spaced } from './dom.js';
import { kindOf, isSwitch } from './pad-kinds.js';
import { placeOf } from './scale.js';

/** @typedef {import('./types.js').Gesture} Gesture */
/** @typedef {import('./types.js').Model} Model */
/** @typedef {{ element: HTMLElement, place: number, show: (place: number) => void }} Row */

/**
 * @typedef {object} PadActions actions of the pad for the controls
 * @property {Gesture} main
 * @property {Gesture|undefined} power
 * @property {number} initial initial strength of the main gesture
 * @property {(gesture: Gesture, place: number) => string} textOf
 * @property {(gesture: Gesture, place: number) => void} act
 * @property {(place: number) => void} aim
 * @property {() => void} strike
 */

/** @param {Model} model @param {PadActions} hand @returns {Map<string, Row>} controls by gesture id */
export function rowsOf(model, hand) {
  return new Map(model.gestures.map((gesture) => [gesture.id, isSwitch(gesture) && gesture === hand.power ? switchOf(gesture, hand) : leverOf(model, gesture, hand)]));
}

/** @param {Model} model @param {Gesture} gesture @param {PadActions} hand @returns {Row} */
function leverOf(model, gesture, { main, power, initial, textOf, act, aim, strike }) {
  const own = placeOf(gesture, Number(gesture.default));
  const holds = kindOf(model, gesture) === 'hold';
  const text = el('span', { class: 'si' });
  const step = gesture.scale === 'integer' ? 100 / (gesture.max - gesture.min) : 0.5;
  const slider = el('input', { type: 'range', min: 0, max: 100, step, 'aria-label': `Strength: ${spaced(gesture.id)}`, 'data-sounds': holds });
  const does = () => (gesture === main && !power ? strike() : act(gesture, holds && row.place === 0 ? own : row.place));
  const button = el('button', { type: 'button', 'data-sounds': true, title: gesture.doc, class: gesture === main ? 'primary' : '', onclick: does }, capitalise(spaced(gesture.id)));
  slider.addEventListener('input', () => {
    const place = Number(slider.value) / 100;
    row.show(place);
    if (gesture === main) aim(place);
    if (holds) act(gesture, place);
  });
  /** @type {Row} */
  const row = {
    element: el('div', { class: 'lever' }, button, slider, text),
    place: gesture === main ? initial : own,
    show(place) {
      row.place = place;
      slider.value = String(100 * place);
      text.textContent = textOf(gesture, place);
      slider.setAttribute('aria-valuetext', text.textContent ?? '');
    },
  };
  row.show(row.place);
  return row;
}

/** Button of an on/off gesture. @param {Gesture} gesture @param {PadActions} hand @returns {Row} */
function switchOf(gesture, { act }) {
  const button = el('button', { type: 'button', 'data-sounds': true, title: gesture.doc, onclick: () => act(gesture, row.place > 0 ? 0 : 1) }, capitalise(spaced(gesture.id)));
  const status = el('span', { class: 'faint' });
  /** @type {Row} */
  const row = {
    element: el('div', { class: 'lever' }, button, status),
    place: 0,
    show(place) {
      row.place = place;
      button.setAttribute('aria-pressed', String(place > 0));
      status.textContent = place > 0 ? 'on' : 'off';
    },
  };
  row.show(0);
  return row;
}
