// Operations on the sounds of the state: open, add, set a value. All views change sounds through this module.

import { slugOf } from './validate-state.js';
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

/** Title of a preset. @param {PresetDoc} preset */
export const titleOf = (preset) => capitalise(preset.name ?? preset.model);

/** Value of a parameter in a preset, or its default. @param {PresetDoc} preset @param {Param} param */
export const valueOf = (preset, param) => preset.values?.[param.part]?.[param.id] ?? param.value ?? param.default;

/**
 * Writes a value into a mutable preset, such as a draft.
 * @param {PresetDoc} preset
 * @param {Pick<Param, 'part'|'id'>} param
 * @param {number|string} value SI, or the name of a choice
 */
export function writeValue(preset, param, value) {
  preset.values ??= {};
  const part = (preset.values[param.part] ??= {});
  part[param.id] = value;
  // Units are informative only; the unit of a changed value would be wrong.
  if (preset.units?.[param.part]?.[param.id] !== undefined) delete preset.units[param.part]?.[param.id];
}

/**
 * Creates a sound with a unique name, which is the first word of its addresses.
 * @param {State} state
 * @param {PresetDoc} preset
 * @returns {Sound}
 */
export function createSound(state, preset) {
  const root = slugOf(preset.model);
  const taken = new Set(state.sounds.map((sound) => sound.name));
  let name = root;
  for (let i = 2; taken.has(name); i += 1) name = `${root}-${i}`;
  return { name, preset, gain: 1, pan: 0, mute: false, solo: false, hears: null, time: { kind: 'once' } };
}

/**
 * Name for saving a preset that neither the user's own presets nor those of its model use.
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
 * Adds a sound and selects it.
 * @param {Store} store
 * @param {PresetDoc} preset
 * @returns {string|null} its name; null if the maximum number is reached
 */
export function addSound(store, preset) {
  const sound = createSound(store.get(), preset);
  store.change(`add ${titleOf(preset)}`, (draft) => {
    draft.sounds.push(sound);
    draft.selected = sound.name;
  });
  return store.get().sounds.some((candidate) => candidate.name === sound.name) ? sound.name : null;
}

/**
 * Opens a preset: an unmodified selected sound is replaced, a modified one stays and the preset is added
 * beside it. So browsing does not fill the mixer, and no work is lost.
 * @param {Store} store
 * @param {Catalogue} catalogue
 * @param {PresetDoc} preset
 * @returns {string|null} name of the sound
 */
export function openPreset(store, catalogue, preset) {
  const now = store.sound;
  if (now && now.preset.model === preset.model && isUnmodified(now, catalogue)) {
    replacePreset(store, preset);
    return now.name;
  }
  if (!now || !isUnmodified(now, catalogue) || isUsed(store.get(), now)) return addSound(store, preset);
  const sound = createSound(store.get(), preset);
  store.change(`open ${titleOf(preset)}`, (draft) => {
    const at = draft.sounds.findIndex((sound) => sound.name === now.name);
    draft.sounds.splice(at, 1, sound);
    draft.selected = sound.name;
  });
  return sound.name;
}

/** Whether a sound equals its preset in the catalogue. @param {Sound} sound @param {Catalogue} catalogue */
function isUnmodified(sound, catalogue) {
  const { preset, gain, pan, mute, solo, hears, time } = sound;
  if (gain !== 1 || pan !== 0 || mute || solo || (hears ?? 'all') !== 'all' || time.kind !== 'once') return false;
  const known = modelOf(catalogue, preset.model)?.presets.find((candidate) => candidate.name === preset.name);
  return known !== undefined && alike(known, preset) && equal(known.score, preset.score);
}

/**
 * Whether two presets have the same values and modes, apart from the contact position.
 * @param {PresetDoc} a
 * @param {PresetDoc} b
 */
export function alike(a, b) {
  const but = (/** @type {PresetDoc} */ { values = {} }) => Object.fromEntries(Object.entries(values).map(([part, { position, ...rest }]) => [part, rest]));
  return equal(but(a), but(b)) && equal(a.modes ?? {}, b.modes ?? {});
}

/** Whether a mapping or an input refers to a sound. @param {State} state @param {Sound} sound */
function isUsed(state, sound) {
  return state.mappings.some((mapping) => mapping.address.startsWith(`/${sound.name}/`)) || state.sounds.some((other) => other.hears === sound.name);
}

/**
 * Replaces the preset of the selected sound.
 * @param {Store} store
 * @param {PresetDoc} preset
 * @param {string} [label]
 */
export function replacePreset(store, preset, label = `become ${titleOf(preset)}`) {
  store.change(label, (draft) => {
    const sound = draft.sounds.find((sound) => sound.name === draft.selected);
    if (sound) sound.preset = preset;
  });
}

/**
 * Sets a parameter of the selected sound.
 * @param {Store} store
 * @param {Param} param
 * @param {number|string} value SI, or the name of a choice
 */
export function setValue(store, param, value) {
  store.change(param.handle?.name ?? param.path, (draft) => {
    const sound = draft.sounds.find((sound) => sound.name === draft.selected);
    if (sound) writeValue(sound.preset, param, value);
  });
}

/** Whether two JSON values are deeply equal. @param {any} a @param {any} b @returns {boolean} */
export function equal(a, b) {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => equal(a[key], b[key]));
}
