// What can be done with the sounds of the state, in the words of the page: open one, add one, set a value. Every view that
// changes sounds does it through here.

import { plain } from './mend.js';
import { capitalise } from './dom.js';

/** @typedef {import('./types.js').PresetDoc} PresetDoc */
/** @typedef {import('./types.js').Sound} Sound */
/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Model} Model */
/** @typedef {import('./types.js').Param} Param */
/** @typedef {import('./types.js').Catalogue} Catalogue */
/** @typedef {import('./store.js').Store} Store */

/** @param {Catalogue} catalogue @param {string} name @returns {Model|undefined} */
export const modelOf = (catalogue, name) => catalogue.models.find((model) => model.name === name);

/** How a preset is called on the page. @param {PresetDoc} preset */
export const titleOf = (preset) => capitalise(preset.name ?? preset.model);

/** The value a preset gives a parameter: its own, or the model's. @param {PresetDoc} preset @param {Param} param */
export const valueOf = (preset, param) => preset.values?.[param.part]?.[param.id] ?? param.value ?? param.default;

/**
 * Writes a value into a preset that may be changed (a draft's).
 * @param {PresetDoc} preset
 * @param {Pick<Param, 'part'|'id'>} param
 * @param {number|string} value SI, or the name of a choice
 */
export function putValue(preset, param, value) {
  preset.values ??= {};
  const part = (preset.values[param.part] ??= {});
  part[param.id] = value;
  // Units beside values are for readers of files; one that belongs to an older text would now be wrong.
  if (preset.units?.[param.part]?.[param.id] !== undefined) delete preset.units[param.part]?.[param.id];
}

/** A new sound, with a name no other has: it is the first word of its addresses. @param {State} state @param {PresetDoc} preset @returns {Sound} */
export function soundOf(state, preset) {
  const root = plain(preset.model);
  const taken = new Set(state.sounds.map((sound) => sound.name));
  let name = root;
  for (let i = 2; taken.has(name); i += 1) name = `${root}-${i}`;
  return { name, preset, gain: 1, pan: 0, mute: false, solo: false, hears: null, time: { kind: 'once' } };
}

/**
 * A name under which a preset can be kept: neither one's own have it, nor those of its model.
 * @param {State} state
 * @param {Catalogue} catalogue
 * @param {PresetDoc} preset
 */
export function freeName(state, catalogue, preset) {
  const called = preset.name ?? preset.model;
  if (!isTaken(state, catalogue, preset.model, called)) return called;
  const root = called.replace(/ \d+$/, '');
  let name = root;
  for (let i = 2; isTaken(state, catalogue, preset.model, name); i += 1) name = `${root} ${i}`;
  return name;
}

/** @param {State} state @param {Catalogue} catalogue @param {string} model @param {string} name */
export const isTaken = (state, catalogue, model, name) =>
  state.own.some((saved) => saved.name === name) || (modelOf(catalogue, model)?.presets ?? []).some((preset) => preset.name === name);

/**
 * Adds a sound and puts it under the hand.
 * @param {Store} store
 * @param {PresetDoc} preset
 * @returns {string|null} its name, none if there are too many
 */
export function addSound(store, preset) {
  const sound = soundOf(store.get(), preset);
  store.change(`add ${titleOf(preset)}`, (draft) => {
    draft.sounds.push(sound);
    draft.selected = sound.name;
  });
  return store.get().sounds.some((candidate) => candidate.name === sound.name) ? sound.name : null;
}

/**
 * Opens a preset where the hand is: a sound that nobody has worked on makes room, any other stays and gets a neighbour.
 * So looking around does not fill the mixer, and work is never lost.
 * @param {Store} store
 * @param {Catalogue} catalogue
 * @param {PresetDoc} preset
 * @returns {string|null} the name of the sound
 */
export function openPreset(store, catalogue, preset) {
  const now = store.sound;
  if (now && now.preset.model === preset.model && isFresh(now, catalogue)) {
    becomePreset(store, preset);
    return now.name;
  }
  if (!now || !isFresh(now, catalogue) || isUsed(store.get(), now)) return addSound(store, preset);
  const sound = soundOf(store.get(), preset);
  store.change(`open ${titleOf(preset)}`, (draft) => {
    const at = draft.sounds.findIndex((sound) => sound.name === now.name);
    draft.sounds.splice(at, 1, sound);
    draft.selected = sound.name;
  });
  return sound.name;
}

/** Whether a sound is as the catalogue has it. @param {Sound} sound @param {Catalogue} catalogue */
function isFresh(sound, catalogue) {
  const { preset, gain, pan, mute, solo, hears, time } = sound;
  if (gain !== 1 || pan !== 0 || mute || solo || (hears ?? 'all') !== 'all' || time.kind !== 'once') return false;
  const known = modelOf(catalogue, preset.model)?.presets.find((candidate) => candidate.name === preset.name);
  return known !== undefined && alike(known, preset) && same(known.score, preset.score);
}

/** Whether two presets have the same values and modes, wherever they are touched: playing on something does not change it. @param {PresetDoc} a @param {PresetDoc} b */
export function alike(a, b) {
  const but = (/** @type {PresetDoc} */ { values = {} }) => Object.fromEntries(Object.entries(values).map(([part, { position, ...rest }]) => [part, rest]));
  return same(but(a), but(b)) && same(a.modes ?? {}, b.modes ?? {});
}

/** Whether something else counts on a sound: a mapping, or a room that hears it. @param {State} state @param {Sound} sound */
function isUsed(state, sound) {
  return state.mappings.some((mapping) => mapping.address.startsWith(`/${sound.name}/`)) || state.sounds.some((other) => other.hears === sound.name);
}

/**
 * The sound at hand becomes another preset (of any model).
 * @param {Store} store
 * @param {PresetDoc} preset
 * @param {string} [label]
 */
export function becomePreset(store, preset, label = `become ${titleOf(preset)}`) {
  store.change(label, (draft) => {
    const sound = draft.sounds.find((sound) => sound.name === draft.selected);
    if (sound) sound.preset = preset;
  });
}

/**
 * Sets a value of the sound at hand.
 * @param {Store} store
 * @param {Param} param
 * @param {number|string} value SI, or the name of a choice
 */
export function setValue(store, param, value) {
  store.change(param.handle?.name ?? param.path, (draft) => {
    const sound = draft.sounds.find((sound) => sound.name === draft.selected);
    if (sound) putValue(sound.preset, param, value);
  });
}

/** Whether two values of JSON are the same. @param {any} a @param {any} b @returns {boolean} */
export function same(a, b) {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => same(a[key], b[key]));
}
