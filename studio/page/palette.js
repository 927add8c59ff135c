// The palette: the presets of the model to audition, and one's own: saved, renamed, deleted, carried away and brought back
// as files.

import { capital, el, words, roving } from './dom.js';
import { bring, carry, openDialog } from './files.js';
import { menuAt } from './menu.js';
import { shelf } from './shelf.js';
import { alike, becomePreset, freeName, isTaken, modelOf, openPreset } from './sounds.js';
import { takeBack } from './undo.js';

/** @typedef {import('./types.js').PresetDoc} PresetDoc */
/** @typedef {{ name: string, preset: PresetDoc }} Own */

/** @param {HTMLElement} element @param {import('./types.js').Bench} bench */
export function mount(element, bench) {
  const { store, engine, sounding, notice } = bench;
  const known = el('div', { class: 'chips', role: 'group', 'aria-label': 'Presets' });
  const own = el('div', { class: 'chips', role: 'group', 'aria-label': 'Your own presets' });
  const none = el('p', { class: 'faint' }, 'What you save stays in this browser and shows here.');
  const save = el('button', { type: 'button', onclick: keep }, 'Save this');
  element.append(
    el('div', { class: 'row' }, el('h3', {}, 'palette'), el('span', { class: 'spring' }), save,
      el('button', { type: 'button', onclick: () => openDialog(bench) }, 'Open …'),
      el('button', { type: 'button', onclick: () => store.sound && carry(store.sound.preset, notice) }, 'To a file')),
    known, el('h3', { class: 'own-head' }, 'your own'), own, none);
  const folder = shelf(bench, audition);
  element.append(folder.element);
  roving(known, '.chip');
  roving(own, '.chip');
  bring(element, bench);

  /** @param {PresetDoc} preset */
  function audition(preset) {
    const now = store.sound;
    if (now && now.preset.model === preset.model) {
      becomePreset(store, preset);
      sounding.play(now.name);
    } else sounding.play(openPreset(store, engine.catalogue, preset));
  }

  function keep() {
    const preset = store.sound?.preset;
    if (!preset) return;
    const name = freeName(store.get(), engine.catalogue, preset);
    store.change('save', (draft) => {
      const { slug, ...rest } = preset;
      const mine = { ...rest, name };
      draft.own.push({ name, preset: mine });
      const sound = draft.sounds.find((it) => it.name === draft.selected);
      if (sound) sound.preset = mine;
    });
    notice.say(`Saved as “${name}”.`);
    rename(name);
  }

  /** @param {string} name */
  function rename(name) {
    const chip = [...own.querySelectorAll('.chip')].find((it) => /** @type {HTMLElement} */ (it).dataset.name === name);
    if (!chip) return;
    const input = el('input', { type: 'text', value: name, 'aria-label': 'New name', maxlength: 80, class: 'rename' });
    let closed = false;
    const done = (/** @type {boolean} */ taken) => {
      if (closed) return;
      closed = true;
      const to = input.value.trim();
      if (taken && to && to !== name) {
        const model = store.get().own.find((it) => it.name === name)?.preset.model ?? '';
        if (isTaken(store.get(), engine.catalogue, model, to)) notice.say(`There is a “${to}” already: “${name}” keeps its name.`, 'problem');
        else store.change('rename', (draft) => {
          for (const it of draft.own) if (it.name === name) [it.name, it.preset.name] = [to, to];
          for (const it of draft.sounds) if (it.preset.name === name) it.preset.name = to;
        });
      }
      show(true);
      if (document.activeElement === document.body) /** @type {HTMLElement|undefined} */ ([...own.querySelectorAll('.chip')].find((it) => /** @type {HTMLElement} */ (it).dataset.name === (taken ? to : name)))?.focus();
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
    const at = store.get().own.findIndex((it) => it.name === name);
    const it = store.get().own[at];
    if (!it) return;
    const held = own.contains(document.activeElement);
    store.change(`delete ${name}`, (draft) => void draft.own.splice(at, 1));
    const back = takeBack(store, () => store.change(`bring back ${name}`, (draft) => {
      const free = freeName(store.get(), engine.catalogue, { ...it.preset, name });
      draft.own.splice(at, 0, free === name ? it : { name: free, preset: { ...it.preset, name: free } });
    }));
    notice.say(`“${name}” is deleted.`, 'info', { action: { label: 'Undo', run: back } });
    // What had the focus is gone: its neighbour has it now.
    const chips = /** @type {NodeListOf<HTMLElement>} */ (own.querySelectorAll('.chip'));
    if (held) (chips[Math.min(at, chips.length - 1)] ?? save).focus();
  }

  /** @param {PresetDoc} preset @param {boolean} now @param {boolean} first */
  const chip = (preset, now, first) =>
    el('button', { type: 'button', class: 'chip', 'aria-pressed': String(now), tabindex: first ? 0 : -1, title: preset.sentence ?? '', 'data-sounds': true, 'data-name': preset.name, onclick: () => audition(preset) }, capital(preset.name ?? preset.model));

  /** @param {Own} it @param {boolean} now @param {boolean} first */
  function ownChip(it, now, first) {
    const button = chip({ ...it.preset, name: it.name }, now, first);
    const model = modelOf(engine.catalogue, it.preset.model);
    button.dataset.family = model?.family ?? '';
    button.append(el('small', {}, words(it.preset.model)));
    const menu = (/** @type {MouseEvent} */ event) => {
      event.preventDefault();
      const preset = { ...it.preset, name: it.name };
      /** @type {[string, () => void][]} */
      const program = folder.there ? [['To the program’s folder', () => void folder.put(preset)]] : [];
      menuAt(event, it.name, [['Rename', () => rename(it.name)], ['To a file', () => carry(preset, notice)], ...program, ['Delete', () => remove(it.name)]], button);
    };
    button.addEventListener('contextmenu', menu);
    button.addEventListener('keydown', (event) => {
      if (event.key === 'F2') rename(it.name);
      if (event.key === 'Delete') remove(it.name);
    });
    return el('span', { class: 'pair' }, button, el('button', { type: 'button', class: 'icon quiet dots', 'aria-label': `More for ${it.name}`, onclick: menu }, '⋯'));
  }

  let drawn = '';
  function show(anew = false) {
    const sound = store.sound;
    const model = sound && modelOf(engine.catalogue, sound.preset.model);
    const mine = store.get().own;
    save.disabled = !sound;
    const key = JSON.stringify([model?.name, sound?.preset.name, mine.map((it) => [it.name, it.preset.model])]);
    const exact = (/** @type {PresetDoc} */ it) => sound !== null && alike(it, sound.preset) && it.name === sound.preset.name;
    const presets = model?.presets ?? [];
    if (key === drawn && !anew) {
      for (const button of element.querySelectorAll('.chip')) {
        const name = /** @type {HTMLElement} */ (button).dataset.name;
        const it = presets.find((one) => one.name === name) ?? mine.find((one) => one.name === name)?.preset;
        button.setAttribute('aria-pressed', String(it !== undefined && exact(it)));
      }
      return;
    }
    drawn = key;
    const held = /** @type {HTMLElement|null} */ (document.activeElement?.closest('.chip'))?.dataset.name;
    known.replaceChildren(...presets.map((it, i) => chip(it, exact(it), i === 0)));
    own.replaceChildren(...mine.map((it, i) => ownChip(it, exact(it.preset), i === 0)));
    none.hidden = mine.length > 0;
    if (held) /** @type {HTMLElement|undefined} */ ([...element.querySelectorAll('.chip')].find((it) => /** @type {HTMLElement} */ (it).dataset.name === held))?.focus();
  }
  store.on((state, before) => {
    if (state.sounds !== before.sounds || state.own !== before.own || state.selected !== before.selected) show();
  });
  show();
}

