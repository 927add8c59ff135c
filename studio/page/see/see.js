// See it: six pictures of the sound at hand that share time and colour. They are drawn only while somebody can see them.

import { el } from '../dom.js';
import { Feed } from './feed.js';
import { Pace } from './pace.js';
import { analyticImpact } from './theory.js';
import { waveform } from './waveform.js';
import { spectrogram } from './spectrogram.js';
import { force } from './force.js';
import { portrait } from './portrait.js';
import { loop } from './loop.js';
import { energy } from './energy.js';

/** @typedef {import('../types.js').PresetDoc} PresetDoc */
/** @typedef {{ feed: Feed, engine: import('../types.js').Engine, preset: () => PresetDoc|null, model: () => import('../types.js').Model|undefined, theory: () => import('./theory.js').Theory|null }} Sight */
/** @typedef {{ draw(): void, stale(): void, label(): string, brief?(): string, figure?(name: string): string }} Drawn */
/**
 * @typedef {object} Picture
 * @property {string} name
 * @property {string} title
 * @property {string} doc
 * @property {boolean} [tall]
 * @property {boolean} [square]
 * @property {{ name: string, colour: string, part: number }[]} [legend]
 * @property {(canvas: HTMLCanvasElement, sight: Sight) => Drawn} make
 */

const PICTURES = [waveform, spectrogram, force, portrait, loop, energy];
/** Figures for those who do not see the picture are renewed so often [ms]. */
const RENEWED = 1000;

/**
 * @param {HTMLElement} element
 * @param {import('../types.js').Bench} bench
 */
export function mount(element, { store, engine }) {
  const feed = new Feed(engine);
  const preset = () => store.sound?.preset ?? null;
  const model = () => engine.catalogue.models.find((model) => model.name === preset()?.model);
  /** @type {any} */
  const sight = { feed, engine, preset, model };
  sight.theory = analyticImpact(sight);

  const shown = PICTURES.map((picture) => show(picture, sight, store));
  element.classList.add('see');
  element.append(el('h2', { class: 'see-head' }, 'See it'), el('div', { class: 'see-grid' }, ...shown.map((view) => view.figure)));

  const pace = new Pace();
  let renewed = 0;
  let running = false;
  const frame = (/** @type {number} */ time) => {
    running = !document.hidden && shown.some((view) => view.visible);
    if (!running) return;
    requestAnimationFrame(frame);
    if (!pace.due(time, engine.context)) return;
    feed.pull();
    const renew = time - renewed > RENEWED;
    if (renew) renewed = time;
    for (const view of shown) {
      if (!view.visible) continue;
      view.drawn.draw();
      if (renew) view.tell();
    }
  };
  const run = () => {
    if (running) return;
    running = true;
    requestAnimationFrame(frame);
  };
  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const view = shown.find(({ canvas }) => canvas === entry.target);
      if (view) view.visible = entry.isIntersecting;
    }
    run();
  }, { rootMargin: '40px' });
  const fitter = new ResizeObserver(() => renew());
  const renew = () => shown.forEach((view) => view.drawn.stale());
  for (const view of shown) {
    watcher.observe(view.canvas);
    fitter.observe(view.canvas);
  }
  document.addEventListener('visibilitychange', run);
  // The theme is an attribute of the page; the system's own may change below it.
  new MutationObserver(renew).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', renew);
  matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', renew);

  // The engine is told whom to watch by sync.js; here only what was drawn of the one before is put away.
  let watched = '';
  const follow = () => {
    const sound = store.sound;
    const now = sound ? `${sound.name} ${sound.preset.model}` : '';
    if (now === watched) return;
    watched = now;
    feed.forget();
    renew();
  };
  store.on(follow);
  follow();
  run();
}

/**
 * @param {Picture} picture
 * @param {Sight} sight
 * @param {import('../store.js').Store} store
 */
function show(picture, sight, store) {
  const canvas = el('canvas', { role: 'img', class: picture.tall ? 'tall' : picture.square ? 'square' : '' });
  const id = `see-${picture.name}`;
  const body = el('div', { id, class: 'see-body' }, canvas);
  /** @type {Map<string, HTMLElement>} */
  const figures = new Map();
  if (picture.legend) {
    const items = picture.legend.map(({ name, colour, part }) => {
      const value = el('span', { class: 'see-value' });
      figures.set(name, value);
      const swatch = el('i', { class: `swatch of-${colour}` });
      swatch.style.setProperty('opacity', String(part));
      return el('li', {}, swatch, el('span', {}, name), value);
    });
    body.append(el('ul', { class: 'see-legend' }, ...items));
  }
  const open = store.settings.views[picture.name] !== false;
  const button = el('button', { type: 'button', 'aria-expanded': String(open), 'aria-controls': id, title: picture.doc }, picture.title);
  const status = el('output', { class: 'see-said', 'aria-live': 'off' });
  const figure = el('figure', { class: 'see-picture', 'data-picture': picture.name }, el('figcaption', {}, button, status), body);
  body.hidden = !open;
  const drawn = picture.make(canvas, sight);
  const view = { canvas, figure, drawn, visible: false, tell };
  button.addEventListener('click', () => {
    const now = button.getAttribute('aria-expanded') !== 'true';
    button.setAttribute('aria-expanded', String(now));
    body.hidden = !now;
    drawn.stale();
    store.settle((draft) => {
      draft.views[picture.name] = now;
    });
  });
  tell();
  return view;

  function tell() {
    const label = drawn.label();
    const text = `${picture.title}: ${label}`;
    if (canvas.getAttribute('aria-label') === text) return;
    canvas.setAttribute('aria-label', text);
    status.textContent = picture.legend ? '' : (drawn.brief?.() ?? label);
    for (const [name, value] of figures) value.textContent = drawn.figure?.(name) ?? '';
  }
}
