// The mixer: one channel strip per sound, a button that adds a sound, and the place of all sounds.

import { el } from './dom.js';
import { strip } from './strip.js';
import { addSoundButton } from './add-sound.js';
import { placeControl } from './place.js';

/**
 * @param {HTMLElement} element
 * @param {import('./types.js').App} app
 */
export function mount(element, app) {
  const { store, engine } = app;
  /** @type {Map<string, ReturnType<typeof strip>>} */
  const strips = new Map();
  const row = el('div', { class: 'mixer-row' });
  const add = addSoundButton(app);
  element.classList.add('mixer');
  element.append(el('h2', { class: 'mixer-head' }, 'Mixer'), row, add, placeControl(app));

  const follow = () => {
    const state = store.get();
    const names = new Set(state.sounds.map((sound) => sound.name));
    for (const [name, strip] of strips) {
      if (names.has(name)) continue;
      strip.root.remove();
      strips.delete(name);
    }
    state.sounds.forEach((sound, index) => {
      let channelStrip = strips.get(sound.name);
      if (!channelStrip) {
        channelStrip = strip(sound, app);
        strips.set(sound.name, channelStrip);
      }
      if (row.children[index] !== channelStrip.root) row.insertBefore(channelStrip.root, row.children[index] ?? null);
      channelStrip.update(sound, state);
    });
  };
  let selected = /** @type {string|null} */ (null);
  store.on((state, before) => {
    if (state.sounds !== before.sounds || state.selected !== before.selected) follow();
    if (state.selected === selected) return;
    selected = state.selected;
    const root = selected ? strips.get(selected)?.root : null;
    // Scrolls only the row; the page must not jump when another sound is selected.
    if (root) row.scrollTo({ left: root.offsetLeft - row.offsetLeft - 24, behavior: 'smooth' });
  });
  engine.addEventListener('meters', (event) => {
    if (document.hidden) return;
    for (const { name, peak, rms } of /** @type {CustomEvent} */ (event).detail.sounds) strips.get(name)?.show(peak, rms);
  });
  engine.addEventListener('state', () => {
    if (engine.state !== 'running') strips.forEach((strip) => strip.show(0, 0));
  });
  follow();
}
