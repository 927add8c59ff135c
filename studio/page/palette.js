// The palette: presets of the model, and the user's own presets, which can be saved, renamed, deleted and
// exchanged as files.

import { capitalise, el, spaced, roving } from './dom.js';
import { acceptDrops, downloadPreset, openDialog } from './files.js';
import { menuAt } from './menu.js';
import { presetFolder } from './preset-folder.js';
import { alike, replacePreset, freeName, isTaken, modelOf, openPreset } from './sounds.js';
import { undoAction } from './undo.js';

/** @typedef {import('./types.js').PresetDoc} PresetDoc */
/** @typedef {{ name: string, preset: PresetDoc }} SavedPreset */

/** @param {HTMLElement} element @param {import('./types.js').App} app */
export function mount(element, app) {
  const { store, engine, playback, notice } = app;
  const known = el('div', { class: 'chips', role: 'group', 'aria-label': 'Presets' });
  const own = el('div', { class: 'chips', role: 'group', 'aria-label': 'Your own presets' });
  const none = el('p', { class: 'faint' }, 'Presets you save are stored in this browser and listed here.');
  const save = el('button', { type: 'button', onclick: saveCurrent }, 'Save preset');
  element.append(
    el('div', { class: 'row' }, el('h3', {}, 'palette'), el('span', { class: 'spring' }), save,
      el('button', { type: 'button', onclick: () => openDialog(app) }, 'Open …'),
      el('button', { type: 'button', onclick: () => store.sound && downloadPreset(store.sound.preset, notice) }, 'Download')),
    known, el('h3', { class: 'own-head' }, 'your own'), own, none);
  const folder = presetFolder(app, audition);
  element.append(folder.element);
  roving(known, '.chip');
  roving(own, '.chip');
  acceptDrops(element, app);

  /** @param {PresetDoc} preset */
  function audition(preset) {
    const now = store.sound;
    if (now && now.preset.model === preset.model) {
      replacePreset(store, preset);
      playback.play(now.name);
    } else playback.play(openPreset(store, engine.catalogue, preset));
  }

  function saveCurrent() {
    const preset = store.sound?.preset;
    if (!preset) return;
    const name = freeName(store.get(), engine.catalogue, preset);
    store.change('save', (draft) => {
      const { slug, ...rest } = preset;
      const copy = { ...rest, name };
      draft.own.push({ name, preset: copy });
      const sound = draft.sounds.find((sound) => sound.name === draft.selected);
      if (sound) sound.preset = copy;
    });
    notice.show(`Saved as “${name}”.`);
    rename(name);
  }

  /** @param {string} name */
  function rename(name) {
    const chip = [...own.querySelectorAll('.chip')].find((element) => /** @type {HTMLElement} */ (element).dataset.name === name);
    if (!chip) return;
    const input = el('input', { type: 'text', value: name, 'aria-label': 'New name', maxlength: 80, class: 'rename' });
    let closed = false;
    const done = (/** @type {boolean} */ accepted) => {
      if (closed) return;
      closed = true;
      const to = input.value.trim();
      if (accepted && to && to !== name) {
        const model = store.get().own.find((saved) => saved.name === name)?.preset.model ?? '';
        if (isTaken(store.get(), engine.catalogue, model, to)) notice.show(`The name “${to}” is already used: “${name}” keeps its name.`, 'problem');
        else store.change('rename', (draft) => {
          for (const saved of draft.own) if (saved.name === name) [saved.name, saved.preset.name] = [to, to];
          for (const sound of draft.sounds) if (sound.preset.name === name) sound.preset.name = to;
        });
      }
      show(true);
      if (document.activeElement === document.body) /** @type {HTMLElement|undefined} */ ([...own.querySelectorAll('.chip')].find((element) => /** @type {HTMLElement} */ (element).dataset.name === (accepted ? to : name)))?.focus();
    };
    input.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Enter') done(true);
      if (event.key === 'Escape') done(false);
    });
    input.addEventListener('blur', () => done(true));
    chip.replaceWith(input);
    input.focus();
    input.select();
  }

  /** @param {string} name */
  function remove(name) {
    const at = store.get().own.findIndex((saved) => saved.name === name);
    const saved = store.get().own[at];
    if (!saved) return;
    const held = own.contains(document.activeElement);
    store.change(`delete ${name}`, (draft) => void draft.own.splice(at, 1));
    const back = undoAction(store, () => store.change(`restore ${name}`, (draft) => {
      const free = freeName(store.get(), engine.catalogue, { ...saved.preset, name });
      draft.own.splice(at, 0, free === name ? saved : { name: free, preset: { ...saved.preset, name: free } });
    }));
    notice.show(`“${name}” was deleted.`, 'info', { action: { label: 'Undo', run: back } });
    // The focused element was removed: its neighbour gets the focus.
    const chips = /** @type {NodeListOf<HTMLElement>} */ (own.querySelectorAll('.chip'));
    if (held) (chips[Math.min(at, chips.length - 1)] ?? save).focus();
  }

  /** @param {PresetDoc} preset @param {boolean} now @param {boolean} first */
  const chip = (preset, now, first) =>
    el('button', { type: 'button', class: 'chip', 'aria-pressed': String(now), tabindex: first ? 0 : -1, title: preset.sentence ?? '', 'data-sounds': true, 'data-name': preset.name, onclick: () => audition(preset) }, capitalise(preset.name ?? preset.model));

  /** @param {SavedPreset} saved @param {boolean} now @param {boolean} first */
  function ownChip(saved, now, first) {
    const button = chip({ ...saved.preset, name: saved.name }, now, first);
    const model = modelOf(engine.catalogue, saved.preset.model);
    button.dataset.family = model?.family ?? '';
    button.append(el('small', {}, spaced(saved.preset.model)));
    const menu = (/** @type {MouseEvent} */ event) => {
      event.preventDefault();
      const preset = { ...saved.preset, name: saved.name };
      /** @type {[string, () => void][]} */
      const program = folder.isAvailable ? [['Save to the program’s folder', () => void folder.put(preset)]] : [];
      menuAt(event, saved.name, [['Rename', () => rename(saved.name)], ['Download', () => downloadPreset(preset, notice)], ...program, ['Delete', () => remove(saved.name)]], button);
    };
    button.addEventListener('contextmenu', menu);
    button.addEventListener('keydown', (event) => {
      if (event.key === 'F2') rename(saved.name);
      if (event.key === 'Delete') remove(saved.name);
    });
    return el('span', { class: 'pair' }, button, el('button', { type: 'button', class: 'icon quiet dots', 'aria-label': `More for ${saved.name}`, onclick: menu }, '⋯'));
  }

  let shownKey = '';
  function show(force = false) {
    const sound = store.sound;
    const model = sound && modelOf(engine.catalogue, sound.preset.model);
    const ownPresets = store.get().own;
    save.disabled = !sound;
    const key = JSON.stringify([model?.name, sound?.preset.name, ownPresets.map((saved) => [saved.name, saved.preset.model])]);
    const exact = (/** @type {PresetDoc} */ preset) => sound !== null && alike(preset, sound.preset) && preset.name === sound.preset.name;
    const presets = model?.presets ?? [];
    if (key === shownKey && !force) {
      for (const button of element.querySelectorAll('.chip')) {
        const name = /** @type {HTMLElement} */ (button).dataset.name;
        const preset = presets.find((candidate) => candidate.name === name) ?? ownPresets.find((saved) => saved.name === name)?.preset;
        button.setAttribute('aria-pressed', String(preset !== undefined && exact(preset)));
      }
      return;
    }
    shownKey = key;
    const held = /** @type {HTMLElement|null} */ (document.activeElement?.closest('.chip'))?.dataset.name;
    known.replaceChildren(...presets.map((preset, i) => chip(preset, exact(preset), i === 0)));
    own.replaceChildren(...ownPresets.map((saved, i) => ownChip(saved, exact(saved.preset), i === 0)));
    none.hidden = ownPresets.length > 0;
    if (held) /** @type {HTMLElement|undefined} */ ([...element.querySelectorAll('.chip')].find((element) => /** @type {HTMLElement} */ (element).dataset.name === held))?.focus();
  }
  store.on((state, before) => {
    if (state.sounds !== before.sounds || state.own !== before.own || state.selected !== before.selected) show();
  });
  show();
}

