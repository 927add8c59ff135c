// A handle: a slider from 0 to 100 with the SI value beside it. Alt-drag and Shift-arrows move in fine steps;
// double-click opens a text field for a value with its unit; the menu resets, learns a MIDI controller and
// copies the address.

import { handleAddress } from './address.js';
import { capitalise, clamp, el, spaced } from './dom.js';
import { menuAt } from './menu.js';
import { modelOf, setValue, valueOf } from './sounds.js';

/** @typedef {import('./types.js').App} App */
/** @typedef {import('./types.js').Model} Model */
/** @typedef {import('./types.js').Param} Param */

const FINE = 0.1;
/** Width of the bar if it cannot be measured [px]. */
const DEFAULT_WIDTH = 160;

/**
 * @param {App} app
 * @param {Model} model
 * @param {string} name name of the sound: the first word of the address
 * @param {Param} param
 */
export function handleOf(app, model, name, param) {
  const { store, engine, notice } = app;
  const handle = /** @type {import('./types.js').Handle} */ (param.handle);
  const label = spaced(handle.name);
  const address = handleAddress(model, name, param);
  let now = 0;
  const id = `handle-${param.path.replaceAll('.', '-')}`;
  const fill = el('span', { class: 'fill' });
  const bar = el('div', {
    class: 'bar', role: 'slider', tabindex: 0, id, 'aria-label': `${label} of ${spaced(param.part)}`, 'aria-valuemin': 0, 'aria-valuemax': 100,
    'aria-description': `${param.doc} ${handle.low} to ${handle.high}`,
  }, fill, el('span', { class: 'low', 'aria-hidden': 'true' }, handle.low), el('span', { class: 'high', 'aria-hidden': 'true' }, handle.high));
  const number = el('span', { class: 'number', 'aria-hidden': 'true' });
  const text = el('button', { type: 'button', class: 'si', title: 'Type a value with its unit' });
  const more = el('div', { class: 'more', hidden: true });
  const nameButton = el('button', { type: 'button', class: 'name', 'aria-expanded': 'false', title: param.doc, onclick: () => unfold() }, label);
  const element = el('div', { class: 'handle', 'data-path': param.path }, nameButton, bar, number, text, more);

  /** @param {number} to */
  const set = (to) => {
    const handle = clamp(to, 0, 100);
    try {
      setValue(store, param, engine.query({ do: 'convert', model: model.name, path: param.path, handle }).value);
    } catch (error) {
      notice.show(/** @type {Error} */ (error).message, 'problem');
    }
  };

  /** @type {{ x: number, from: number, fine: boolean }|null} */
  let drag = null;
  /** @param {PointerEvent} event */
  const place = (event) => {
    const box = bar.getBoundingClientRect();
    return (100 * (event.clientX - box.left)) / (box.width || DEFAULT_WIDTH);
  };
  bar.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    bar.setPointerCapture(event.pointerId);
    bar.focus({ preventScroll: true });
    drag = { x: event.clientX, from: event.altKey ? now : clamp(place(event), 0, 100), fine: event.altKey };
    if (!event.altKey) set(drag.from);
  });
  bar.addEventListener('pointermove', (event) => {
    if (!drag) return;
    if (event.altKey !== drag.fine) drag = { x: event.clientX, from: now, fine: event.altKey };
    const by = (100 * (event.clientX - drag.x)) / (bar.clientWidth || DEFAULT_WIDTH);
    set(drag.from + by * (drag.fine ? FINE : 1));
  });
  for (const end of ['pointerup', 'pointercancel']) bar.addEventListener(end, () => (drag = null));
  bar.addEventListener('dblclick', () => type());
  bar.addEventListener('keydown', (event) => {
    const by = event.shiftKey ? FINE : 1;
    const to = { ArrowRight: now + by, ArrowUp: now + by, ArrowLeft: now - by, ArrowDown: now - by, PageUp: now + 10, PageDown: now - 10, Home: 0, End: 100 }[event.key];
    if (to !== undefined) set(to);
    else if (event.key === 'Enter') type();
    else if (event.key === 'Delete' || event.key === 'Backspace') reset();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  text.addEventListener('click', () => type());
  element.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    menuAt(event, `${capitalise(label)}`, [
      ['Reset', reset],
      ['Type a value …', type],
      ['Learn MIDI', () => document.dispatchEvent(new CustomEvent('learn', { detail: { address, low: 0, high: 100, title: label } }))],
      ['Copy OSC address', copy],
    ], bar);
  });

  function reset() {
    const preset = store.sound?.preset;
    if (!preset) return;
    const known = modelOf(engine.catalogue, preset.model)?.presets.find((candidate) => candidate.name === preset.name);
    setValue(store, param, known ? valueOf(known, param) : param.value);
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      notice.show(`Copied: ${address} (0 to 100)`);
    } catch {
      notice.show(`The address is ${address} (0 to 100).`);
    }
  }

  function type() {
    const input = el('input', { type: 'text', class: 'typed', value: text.textContent ?? '', 'aria-label': `${label}, a value with its unit (${param.unit})`, autocomplete: 'off', spellcheck: 'false' });
    let closed = false;
    const close = () => {
      // Removing a focused input fires blur, which would close it twice.
      if (closed) return;
      closed = true;
      input.replaceWith(text);
    };
    const done = (/** @type {boolean} */ keep) => {
      if (keep && input.value.trim() !== text.textContent) {
        try {
          setValue(store, param, engine.query({ do: 'convert', model: model.name, path: param.path, text: input.value.trim() }).value);
        } catch (error) {
          notice.show(/** @type {Error} */ (error).message, 'problem');
          input.setAttribute('aria-invalid', 'true');
          input.select();
          return;
        }
      }
      close();
      bar.focus({ preventScroll: true });
    };
    input.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Enter') done(true);
      if (event.key === 'Escape') done(false);
    });
    input.addEventListener('blur', close);
    text.replaceWith(input);
    input.focus();
    input.select();
  }

  function unfold() {
    more.hidden = !more.hidden;
    nameButton.setAttribute('aria-expanded', String(!more.hidden));
    if (more.hidden) return;
    const bounds = [param.min, param.max].map((value) => engine.query({ do: 'convert', model: model.name, path: param.path, value }).text);
    more.replaceChildren(
      el('p', {}, param.doc, ` From ${handle.low} (${bounds[0]}) to ${handle.high} (${bounds[1]}).`),
      el('p', {}, el('b', {}, param.symbol), ` in ${param.unit === '1' ? 'parts' : param.unit} · ${param.path} · `, el('code', {}, address)));
  }

  return {
    element,
    /** @param {{ handle: number|null, text: string }} value */
    update(value) {
      now = value.handle ?? 0;
      fill.style.setProperty('--at', `${now}%`);
      bar.setAttribute('aria-valuenow', String(Math.round(now)));
      bar.setAttribute('aria-valuetext', `${Math.round(now)}, ${value.text}`);
      number.textContent = String(Math.round(now));
      text.textContent = value.text;
      text.setAttribute('aria-label', `${label}: ${value.text}. Type a value`);
    },
  };
}

/**
 * Selection of one of several choices.
 * @param {App} app
 * @param {Param} param
 */
export function choiceOf({ store }, param) {
  const select = el('select', { 'aria-label': `${spaced(param.id)} of ${spaced(param.part)}`, title: param.doc, onchange: () => setValue(store, param, select.value) },
    ...(param.choices ?? []).map((choice) => el('option', { value: choice }, spaced(choice))));
  return {
    element: el('div', { class: 'handle choice', 'data-path': param.path }, el('span', { class: 'name', title: param.doc }, spaced(param.id)), select),
    /** @param {{ value: string }} value */
    update: (value) => {
      select.value = value.value;
    },
  };
}
