// The head of the page: undo and redo, A and B, share, dark or light.

import { el, isTyping } from './dom.js';
import { readLink, shareDialog } from './share.js';

/** @param {HTMLElement} element @param {import('./types.js').Bench} bench */
export function mount(element, bench) {
  const { store, notice, sounding } = bench;
  const undo = el('button', { type: 'button', class: 'icon', 'aria-label': 'Undo', title: 'Undo (Ctrl Z)', onclick: () => store.undo() }, '↶');
  const redo = el('button', { type: 'button', class: 'icon', 'aria-label': 'Redo', title: 'Redo (Ctrl Shift Z)', onclick: () => store.redo() }, '↷');
  const sides = /** @type {const} */ (['A', 'B']).map((side) => el('button', { type: 'button', class: 'side', 'data-sounds': true, title: `Side ${side}: two versions of this sound to compare`, 'aria-label': `Compare: side ${side}`, onclick: () => turn(side) }, side));
  const share = el('button', { type: 'button', onclick: () => shareDialog(bench).catch((error) => notice.say(error.message, 'problem')) }, 'Share');
  const theme = el('button', { type: 'button', class: 'icon', onclick: flip });
  element.append(undo, redo, el('span', { class: 'sides', role: 'group', 'aria-label': 'Compare A and B' }, ...sides), share, theme);

  /** The other side comes to hand; a side that is not there yet begins as a copy. @param {'A'|'B'} side */
  function turn(side) {
    const { side: now, other, selected } = store.get();
    const sound = store.sound;
    if (!sound) return;
    if (side !== now) {
      const fits = other !== null && other.model === sound.preset.model;
      store.change(`side ${side}`, (draft) => {
        const it = draft.sounds.find((one) => one.name === selected);
        if (!it) return;
        draft.other = sound.preset;
        draft.side = side;
        if (fits && other) it.preset = other;
      });
      if (!fits) notice.say(`${side} begins as a copy of ${now}: change it, then compare.`);
    }
    sounding.play(selected);
  }

  function flip() {
    const dark = document.documentElement.dataset.theme === 'dark';
    store.settle((draft) => { draft.theme = dark ? 'light' : 'dark'; });
    show();
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
    sides.forEach((button, i) => button.setAttribute('aria-pressed', String(store.get().side === (i === 0 ? 'A' : 'B'))));
    const dark = document.documentElement.dataset.theme === 'dark';
    theme.textContent = dark ? '☀' : '☾';
    theme.setAttribute('aria-label', dark ? 'Light colours' : 'Dark colours');
    theme.title = theme.getAttribute('aria-label') ?? '';
  }
  store.on(show);
  show();
}
