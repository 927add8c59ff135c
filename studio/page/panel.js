// The instrument panel: description of the sound, its handles by part, and the resulting contact.

import { el, perFrame, spaced, capitalise } from './dom.js';
import { si } from './scale.js';
import { handleOf, choiceOf } from './handles.js';
import { alike, replacePreset, modelOf, setValue, titleOf, valueOf } from './sounds.js';

/** @typedef {import('./types.js').App} App */
/** @typedef {import('./types.js').Model} Model */
/** @typedef {import('./types.js').Param} Param */
/** @typedef {import('./types.js').Sound} Sound */

/** @param {HTMLElement} element @param {App} app */
export function mount(element, app) {
  const { store, engine } = app;
  const title = el('div', { class: 'title' });
  const handles = el('div', { class: 'handles' });
  element.append(title, handles);
  /** @type {{ key: string, update: (described: any) => void }|null} */
  let shown = null;
  let headed = '';

  /**
   * Rebuilds the heading only if its content changed, so that the focus stays.
   * @param {Sound} sound
   * @param {Model} model
   */
  function head(sound, model) {
    const key = JSON.stringify([sound.name, sound.preset.name, sound.preset.sentence, model.name, differs(sound, model), model.listens && store.get().sounds.map((sound) => [sound.name, sound.preset.name])]);
    const select = /** @type {HTMLSelectElement|null} */ (title.querySelector('.hears select'));
    if (key === headed && title.querySelector('.headline')) {
      if (select) select.value = sound.hears ?? 'all';
      return;
    }
    headed = key;
    const focused = title.contains(document.activeElement) ? document.activeElement : null;
    title.replaceChildren(...heading(app, sound, model));
    if (!focused) return;
    const next = focused === select ? title.querySelector('.hears select') : title.querySelector('button') ?? element.querySelector('.bar');
    /** @type {HTMLElement|null} */ (next)?.focus({ preventScroll: true });
  }

  const show = () => {
    const sound = store.sound;
    const model = sound && modelOf(engine.catalogue, sound.preset.model);
    if (!sound || !model) {
      shown = null;
      title.replaceChildren(...(sound ? unknown(sound) : empty()));
      handles.replaceChildren();
      return;
    }
    let described;
    try {
      described = engine.query({ do: 'describe', preset: sound.preset });
    } catch (error) {
      shown = null;
      title.replaceChildren(el('h2', {}, titleOf(sound.preset)), el('p', { class: 'problem' }, /** @type {Error} */ (error).message));
      handles.replaceChildren();
      return;
    }
    head(sound, model);
    // Rows are rebuilt only for another sound or other parts, so that a drag continues.
    const parts = groups(model, sound);
    const key = JSON.stringify([sound.name, model.name, parts.map((group) => [group.part, group.silent])]);
    if (shown?.key !== key) shown = { key, update: rows(handles, app, model, sound.name, parts) };
    shown.update(described);
  };
  const scheduleShow = perFrame(show);
  store.on((state, before) => {
    if (state.sounds !== before.sounds || state.selected !== before.selected) scheduleShow();
  });
  show();
}

function empty() {
  return [el('h2', {}, 'No sound selected'), el('p', { class: 'sentence' }, 'Choose a sound from the map, or search: glass, roll, drip …')];
}

/** @param {Sound} sound */
function unknown(sound) {
  return [el('h2', {}, titleOf(sound.preset)), el('p', { class: 'problem' }, `This version has no model “${sound.preset.model}”. The sound is kept unchanged.`)];
}

/** @param {Sound} sound @param {Model} model */
const knownAs = ({ preset }, model) => model.presets.find((candidate) => candidate.name === preset.name);

/** Whether the sound differs from its preset in the catalogue. @param {Sound} sound @param {Model} model */
function differs(sound, model) {
  const known = knownAs(sound, model);
  return known !== undefined && !alike(known, sound.preset);
}

/** @param {App} app @param {Sound} sound @param {Model} model */
function heading({ store }, sound, model) {
  const { preset } = sound;
  const known = knownAs(sound, model);
  return [
    el('div', { class: 'headline' },
      el('h2', {}, titleOf(preset)),
      el('p', { class: 'kind', 'data-family': model.family }, `${model.family} · ${model.level}`)),
    el('p', { class: 'sentence' }, preset.sentence ?? model.title,
      known && differs(sound, model) && el('button', { type: 'button', class: 'quiet small', onclick: () => replacePreset(store, known, 'reset') }, 'modified: reset ↺')),
    model.listens && hearing(store, sound),
  ].filter((element) => element instanceof Node);
}

/** Selection of the input of a room or an effect. @param {App['store']} store @param {Sound} sound */
function hearing(store, sound) {
  const others = store.get().sounds.filter((other) => other.name !== sound.name);
  const select = el('select', {
    onchange: () => store.change('input', (draft) => {
      const changed = draft.sounds.find((candidate) => candidate.name === sound.name);
      if (changed) changed.hears = select.value;
    }),
  }, ...[['all', 'every other sound'], ['nothing', 'its own source'], ...others.map((other) => [other.name, titleOf(other.preset)])]
    .map(([value, text]) => el('option', { value, selected: value === (sound.hears ?? 'all') }, text)));
  return el('label', { class: 'hears' }, 'Input ', select);
}

/**
 * Parts with handles or choices; a part without modes is marked as silent.
 * @param {Model} model
 * @param {Sound} sound
 */
function groups(model, sound) {
  const names = [...new Set(model.params.map((param) => param.part))];
  return names
    .map((part) => {
      const params = model.params.filter((param) => param.part === part);
      const modes = params.find((param) => param.id === 'modes');
      const silent = modes !== undefined && Number(valueOf(sound.preset, modes)) === 0;
      return { part, silent, modes, params: params.filter((param) => param.handle || param.scale === 'choice') };
    })
    .filter((group) => group.params.length > 0);
}

/**
 * @param {HTMLElement} box
 * @param {App} app
 * @param {Model} model
 * @param {string} name
 * @param {ReturnType<typeof groups>} parts
 * @returns {(described: any) => void}
 */
function rows(box, app, model, name, parts) {
  /** @type {Map<string, (value: any) => void>} */
  const updates = new Map();
  const physics = el('p', { class: 'physics' });
  /** @type {HTMLElement[]} */
  const boxes = [];
  let placed = false;
  for (const { part, silent, modes, params } of parts) {
    const group = el('div', { class: 'group', role: 'group', 'aria-label': spaced(part) }, el('h3', {}, spaced(part)));
    boxes.push(group);
    if (silent && modes) {
      group.classList.add('silent');
      group.append(el('button', { type: 'button', class: 'quiet small', onclick: () => setValue(app.store, modes, modes.default) }, 'no modes: add modes'));
      continue;
    }
    for (const param of params) {
      const row = param.scale === 'choice' ? choiceOf(app, param) : handleOf(app, model, name, param);
      updates.set(param.path, row.update);
      group.append(row.element);
    }
    if (!placed && params.some((param) => param.unit.startsWith('N/m'))) {
      placed = true;
      group.append(physics);
    }
  }
  box.replaceChildren(...boxes, about(model));
  return (described) => {
    for (const value of described.values) updates.get(value.path)?.(value);
    physics.textContent = contact(described.contact);
    physics.hidden = physics.textContent === '';
  };
}

/**
 * Sentence about the contact that results from the handles.
 * @param {{ time: number, force: number, compression: number }|null} summary
 */
function contact(summary) {
  if (!summary || !Number.isFinite(summary.time)) return '';
  return `The contact lasts ${si(summary.time, 's')}, peaks at ${si(summary.force, 'N')} and compresses by ${si(summary.compression, 'm')}.`;
}

/** Folded section with the physics of the model. @param {Model} model */
function about(model) {
  return el('details', { class: 'about' }, el('summary', {}, 'The physics'),
    el('p', {}, capitalise(model.physics)),
    el('p', { class: 'equation' }, model.equation),
    el('p', { class: 'source' }, model.source));
}
