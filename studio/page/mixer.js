// The mixer: a strip for every sound that is on the bench, and a way to add more.

import { el } from './dom.js';
import { strip } from './strip.js';
import { adder } from './adder.js';

/**
 * @param {HTMLElement} element
 * @param {import('./types.js').Bench} bench
 */
export function mount(element, bench) {
  const { store, engine } = bench;
  /** @type {Map<string, ReturnType<typeof strip>>} */
  const strips = new Map();
  const row = el('div', { class: 'mixer-row' });
  const add = adder(bench);
  element.classList.add('mixer');
  element.append(el('h2', { class: 'mixer-head' }, 'Mixer'), row, add);

  const follow = () => {
    const state = store.get();
    const names = new Set(state.sounds.map((it) => it.name));
    for (const [name, it] of strips) {
      if (names.has(name)) continue;
      it.root.remove();
      strips.delete(name);
    }
    state.sounds.forEach((sound, index) => {
      let it = strips.get(sound.name);
      if (!it) {
        it = strip(sound, bench);
        strips.set(sound.name, it);
      }
      if (row.children[index] !== it.root) row.insertBefore(it.root, row.children[index] ?? null);
      it.update(sound, state);
    });
  };
  let selected = /** @type {string|null} */ (null);
  store.on((state, before) => {
    if (state.sounds !== before.sounds || state.selected !== before.selected) follow();
    if (state.selected === selected) return;
    selected = state.selected;
    const here = selected ? strips.get(selected)?.root : null;
    // Only the row scrolls: the page must not jump when a sound is chosen elsewhere.
    if (here) row.scrollTo({ left: here.offsetLeft - row.offsetLeft - 24, behavior: 'smooth' });
  });
  engine.addEventListener('meters', (event) => {
    if (document.hidden) return;
    for (const { name, peak, rms } of /** @type {CustomEvent} */ (event).detail.sounds) strips.get(name)?.show(peak, rms);
  });
  engine.addEventListener('state', () => {
    if (engine.state !== 'running') strips.forEach((it) => it.show(0, 0));
  });
  follow();
}
