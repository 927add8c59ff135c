// Header tools: undo and redo, A/B comparison, sharing, theme.

import { el, isTyping } from './dom.js';
import { readLink, shareDialog } from './share.js';

/** @param {HTMLElement} element @param {import('./types.js').App} app */
export function mount(element, app) {
  const { store, notice, playback } = app;
  const undo = el('button', { type: 'button', class: 'icon', 'aria-label': 'Undo', title: 'Undo (Ctrl Z)', onclick: () => store.undo() }, '↶');
  const redo = el('button', { type: 'button', class: 'icon', 'aria-label': 'Redo', title: 'Redo (Ctrl Shift Z)', onclick: () => store.redo() }, '↷');
  const buttons = /** @type {const} */ (['A', 'B']).map((side) => el('button', { type: 'button', class: 'side', 'data-sounds': true, title: `Side ${side}: two versions of this sound to compare`, 'aria-label': `Compare: side ${side}`, onclick: () => selectSide(side) }, side));
  const share = el('button', { type: 'button', onclick: () => shareDialog(app).catch((error) => notice.show(error.message, 'problem')) }, 'Share');
  const theme = el('button', { type: 'button', class: 'icon', onclick: toggleTheme });
  element.append(undo, redo, el('span', { class: 'sides', role: 'group', 'aria-label': 'Compare A and B' }, ...buttons), share, theme);

  /**
   * Active side of the selected sound and the preset of the other side; a stored side of another sound is
   * ignored.
   */
  function sides() {
    const { side, other: stored } = store.get();
    if (!stored || stored.of !== store.sound?.name || stored.model !== store.sound?.preset.model) return { now: 'A', other: null };
    const { of, ...other } = stored;
    return { now: side, other };
  }

  /** Selects a side; a new side starts as a copy. @param {'A'|'B'} side */
  function selectSide(side) {
    const sound = store.sound;
    if (!sound) return;
    const { name: selected } = sound;
    const { now, other } = sides();
    if (side !== now) {
      store.change(`side ${side}`, (draft) => {
        const changed = draft.sounds.find((candidate) => candidate.name === selected);
        if (!changed) return;
        draft.other = { ...sound.preset, of: selected };
        draft.side = side;
        if (other) changed.preset = other;
      });
      if (!other) notice.show(`${side} starts as a copy of ${now}: change it, then compare.`);
    }
    playback.play(selected);
  }

  function toggleTheme() {
    const dark = document.documentElement.dataset.theme === 'dark';
    store.changeSettings((draft) => { draft.theme = dark ? 'light' : 'dark'; });
  }

  document.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return;
    const key = event.key.toLowerCase();
    if (key === 'z' && !event.shiftKey) store.undo();
    else if (key === 'y' || (key === 'z' && event.shiftKey)) store.redo();
    else return;
    event.preventDefault();
  });
  addEventListener('hashchange', () => readLink(store, notice));

  function show() {
    undo.disabled = !store.canUndo;
    redo.disabled = !store.canRedo;
    const { now } = sides();
    buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(now === (i === 0 ? 'A' : 'B'))));
    const dark = document.documentElement.dataset.theme === 'dark';
    theme.textContent = dark ? '☀' : '☾';
    theme.setAttribute('aria-label', dark ? 'Light colours' : 'Dark colours');
    theme.title = theme.getAttribute('aria-label') ?? '';
  }
  store.on(show);
  store.onSettings(show);
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', show);
  show();
}
