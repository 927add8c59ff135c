// Master level and fader. In the header on wide screens, otherwise beside the mixer.

import { byId, el } from './dom.js';
import { MIN_DECIBELS, decibels, gainOf, formatDecibels } from './level.js';
import { meter } from './meter.js';

/** Upper end of the fader [dB]. */
const TOP = 12;

/** @param {HTMLElement} element @param {import('./types.js').App} app */
export function mount(element, { store, engine }) {
  const level = meter('the master');
  const fader = el('input', { type: 'range', min: MIN_DECIBELS, max: TOP, step: 0.5, 'aria-label': 'Master gain', title: 'Master gain; double-click: 0 dB', class: 'master-fader' });
  const set = (/** @type {number} */ gain) => store.change('master gain', (draft) => {
    draft.master.gain = gain;
  });
  fader.addEventListener('input', () => set(gainOf(Number(fader.value))));
  fader.addEventListener('dblclick', () => set(1));
  const root = el('div', { class: 'master' }, el('span', { class: 'faint' }, 'master'), fader, level.root);

  const wide = matchMedia('(min-width: 1000px)');
  const place = () => (wide.matches ? element : byId('mixer')).append(root);
  wide.addEventListener('change', place);
  place();

  const show = () => {
    const value = decibels(store.get().master.gain);
    fader.value = String(Math.max(MIN_DECIBELS, value));
    fader.setAttribute('aria-valuetext', formatDecibels(value));
  };
  store.on((state, before) => {
    if (state.master !== before.master) show();
  });
  engine.addEventListener('meters', (event) => {
    const channels = /** @type {{ peak: number, rms: number }[]} */ (/** @type {CustomEvent} */ (event).detail.master ?? []);
    if (document.hidden) return;
    level.show(Math.max(0, ...channels.map((channel) => channel.peak)), Math.max(0, ...channels.map((channel) => channel.rms)));
  });
  show();
}
