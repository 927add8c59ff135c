// A parameter in the drawer: name, symbol and description; a slider with a text field, or a choice.

import { el, spaced } from './dom.js';
import { placeOf, valueAt } from './scale.js';
import { setValue } from './sounds.js';

/** Resolution of the slider. */
const PLACES = 1000;

/**
 * @param {import('./types.js').App} app
 * @param {import('./types.js').Model} model
 * @param {import('./types.js').Param} param
 */
export function paramRow({ store, engine, notice }, model, param) {
  const label = `${spaced(param.id)} of ${spaced(param.part)}`;
  const doc = el('span', { class: 'param-doc' }, param.doc);
  const name = el('span', { class: 'param-name' }, spaced(param.id), param.symbol === param.id ? null : el('i', {}, param.symbol));

  if (param.choices) {
    const select = el('select', { 'aria-label': label, onchange: () => setValue(store, param, select.value) }, ...param.choices.map((choice) => el('option', { value: choice }, spaced(choice))));
    return {
      root: el('div', { class: 'param' }, name, select, doc),
      /** @param {{ value: any }} now */
      update(now) {
        select.value = String(now.value);
      },
    };
  }

  const slider = el('input', { type: 'range', min: 0, max: PLACES, step: 1, 'aria-label': label });
  const typed = el('input', { type: 'text', class: 'param-value', 'aria-label': `${label}, a value with its unit`, spellcheck: 'false', autocomplete: 'off' });
  let text = '';
  slider.addEventListener('input', () => setValue(store, param, valueAt(param, slider.valueAsNumber / PLACES)));
  typed.addEventListener('change', () => {
    try {
      setValue(store, param, engine.query({ do: 'convert', model: model.name, path: param.path, text: typed.value.trim() }).value);
    } catch (error) {
      notice.show(/** @type {Error} */ (error).message, 'problem');
    }
    typed.value = text;
  });
  typed.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') typed.value = text;
    if (event.key === 'Enter') typed.blur();
    event.stopPropagation();
  });
  return {
    root: el('div', { class: 'param' }, name, slider, typed, doc),
    /** @param {{ value: any, text: string }} now */
    update(now) {
      const place = Math.round(placeOf(param, Number(now.value)) * PLACES);
      // A focused slider is not moved within its own step, so that a drag is not disturbed.
      if (Math.abs(slider.valueAsNumber - place) > 1 || document.activeElement !== slider) slider.value = String(place);
      slider.setAttribute('aria-valuetext', now.text);
      text = now.text;
      if (document.activeElement !== typed) typed.value = text;
    },
  };
}
