// Channel strip of a sound: name, level, mute, solo, gain, pan and input.

import { el } from './dom.js';
import { MIN_DECIBELS, decibels, gainOf, formatDecibels } from './level.js';
import { meter } from './meter.js';
import { modelOf, createSound, titleOf } from './sounds.js';
import { undoAction } from './undo.js';

/** @typedef {import('./types.js').Sound} Sound */
/** @typedef {import('./types.js').App} App */

/** Upper end of the fader [dB]. */
const TOP = 12;

/** Formats a pan position. @param {number} pan */
const side = (pan) => (Math.abs(pan) < 0.005 ? 'centre' : `${pan < 0 ? 'left' : 'right'} ${Math.round(Math.abs(pan) * 100)} %`);

/**
 * @param {Sound} sound
 * @param {App} app
 */
export function strip(sound, { store, engine, notice, playback }) {
  const { name } = sound;
  const change = (/** @type {string} */ label, /** @type {(draft: Sound) => void} */ recipe) =>
    store.change(`${label} of ${name}`, (draft) => {
      const found = draft.sounds.find((candidate) => candidate.name === name);
      if (found) recipe(found);
    });
  const select = () => {
    if (store.get().selected === name) return;
    store.change('select', (draft) => {
      draft.selected = name;
    });
  };

  const title = el('button', { type: 'button', class: 'strip-name quiet', onclick: select });
  const removeButton = el('button', { type: 'button', class: 'strip-away quiet icon', 'aria-label': `Remove ${name}`, title: 'Remove', onclick: remove }, '×');
  const level = meter(name);
  const mute = toggle('m', 'Mute', (draft) => (draft.mute = !draft.mute));
  const solo = toggle('s', 'Solo: only soloed sounds are audible', (draft) => (draft.solo = !draft.solo));
  const play = el('button', { type: 'button', class: 'strip-play quiet', 'data-sounds': true, 'aria-label': `Play ${name}`, title: 'Play', onclick: () => playback.play(name) }, '▸');
  const gain = slider('gain', MIN_DECIBELS, TOP, 0.5, (draft, value) => (draft.gain = gainOf(value)), 0);
  const pan = slider('pan', -1, 1, 0.05, (draft, value) => (draft.pan = value), 0);
  const hears = el('select', { 'aria-label': `Input of ${name}`, onchange: () => change('hearing', (draft) => (draft.hears = hears.value)) });
  const hearing = el('label', { class: 'strip-hears' }, 'input', hears);
  const root = el('div', { class: 'strip', role: 'group', 'aria-label': name, 'data-strip': name },
    el('div', { class: 'strip-head' }, play, title, removeButton), level.root,
    el('div', { class: 'strip-tools' }, mute, solo, gain, pan), hearing);
  root.addEventListener('pointerdown', (event) => {
    if (event.target instanceof Element && !event.target.closest('.strip-away')) select();
  });

  /** @param {string} letter @param {string} words @param {(draft: Sound) => void} recipe */
  function toggle(letter, words, recipe) {
    const label = words.split(':')[0];
    return el('button', { type: 'button', class: `strip-${letter}`, title: words, 'aria-label': `${label} ${name}`, 'aria-pressed': 'false', onclick: () => change(label.toLowerCase(), recipe) }, letter);
  }

  /**
   * @param {'gain'|'pan'} quantity
   * @param {number} min
   * @param {number} max
   * @param {number} step
   * @param {(draft: Sound, value: number) => void} recipe
   * @param {number} rest
   */
  function slider(quantity, min, max, step, recipe, rest) {
    const input = el('input', { type: 'range', class: `strip-${quantity}`, min, max, step, 'aria-label': `${quantity} of ${name}` });
    input.addEventListener('input', () => change(quantity, (draft) => recipe(draft, input.valueAsNumber)));
    input.addEventListener('dblclick', () => change(quantity, (draft) => recipe(draft, rest)));
    return input;
  }

  function remove() {
    const before = store.get();
    const at = before.sounds.findIndex((sound) => sound.name === name);
    const removed = before.sounds[at];
    if (!removed) return;
    const listeners = before.sounds.filter((sound) => sound.hears === name).map((sound) => sound.name);
    store.change(`remove ${name}`, (draft) => {
      draft.sounds.splice(at, 1);
      if (draft.other?.of === name) draft.other = null;
      for (const other of draft.sounds) if (other.hears === name) other.hears = 'all';
      if (draft.selected === name) draft.selected = draft.sounds[Math.min(at, draft.sounds.length - 1)]?.name ?? null;
    });
    const back = undoAction(store, () => store.change(`restore ${name}`, (draft) => {
      // Another sound may have taken the name in the meantime.
      const free = draft.sounds.some((sound) => sound.name === name) ? createSound(store.get(), removed.preset).name : name;
      draft.sounds.splice(at, 0, { ...removed, name: free });
      for (const sound of draft.sounds) if (listeners.includes(sound.name)) sound.hears = free;
    }));
    notice.show(`${name} was removed.`, 'info', { action: { label: 'Undo', run: back } });
  }

  /** @param {Sound} now @param {import('./types.js').State} state */
  function update(now, state) {
    const model = modelOf(engine.catalogue, now.preset.model);
    root.dataset.family = model?.family ?? '';
    title.textContent = titleOf(now.preset);
    title.title = `${titleOf(now.preset)} · /${name}`;
    const selected = state.selected === name;
    root.classList.toggle('selected', selected);
    title.setAttribute('aria-pressed', String(selected));
    mute.setAttribute('aria-pressed', String(now.mute));
    solo.setAttribute('aria-pressed', String(now.solo));
    const silenced = now.mute || (!now.solo && state.sounds.some((sound) => sound.solo));
    root.classList.toggle('silenced', silenced);
    set(gain, Math.max(MIN_DECIBELS, decibels(now.gain)), formatDecibels(decibels(now.gain)));
    set(pan, now.pan, side(now.pan));
    hearing.hidden = !model?.listens;
    if (!model?.listens) return;
    const choices = ['all', 'nothing', ...state.sounds.map((sound) => sound.name).filter((other) => other !== name)];
    if (choices.join() !== [...hears.options].map((option) => option.value).join()) {
      hears.replaceChildren(...choices.map((choice) => el('option', { value: choice }, choice)));
    }
    hears.value = now.hears ?? 'all';
  }

  /** @param {HTMLInputElement} input @param {number} value @param {string} text */
  function set(input, value, text) {
    // The slider is not set while it already has the value, so that a drag is not disturbed.
    if (Math.abs(input.valueAsNumber - value) > 1e-6) input.value = String(value);
    input.setAttribute('aria-valuetext', text);
    input.title = `${input.classList.contains('strip-gain') ? 'gain' : 'pan'}: ${text} (double-click: reset)`;
  }

  return { root, update, show: level.show };
}
