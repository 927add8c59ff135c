// Six views of the selected sound with a common time axis and common colours. Only visible views are drawn.

import { el } from '../dom.js';
import { Feed } from './feed.js';
import { FrameRate } from './frame-rate.js';
import { analyticImpact } from './analytic-impact.js';
import { waveform } from './waveform.js';
import { spectrogram } from './spectrogram.js';
import { force } from './force.js';
import { portrait } from './portrait.js';
import { loop } from './loop.js';
import { energy } from './energy.js';

/** @typedef {import('../types.js').PresetDoc} PresetDoc */
/** @typedef {{ feed: Feed, engine: import('../types.js').Engine, preset: () => PresetDoc|null, model: () => import('../types.js').Model|undefined, impact: () => import('./analytic-impact.js').AnalyticImpact|null }} ViewData */
/** @typedef {{ draw(): void, stale(): void, label(): string, brief?(): string, figure?(name: string): string }} View */
/**
 * @typedef {object} Picture
 * @property {string} name
 * @property {string} title
 * @property {string} doc
 * @property {boolean} [tall]
 * @property {boolean} [square]
 * @property {{ name: string, colour: string, part: number }[]} [legend]
 * @property {(canvas: HTMLCanvasElement, data: ViewData) => View} make
 */

const VIEWS = [waveform, spectrogram, force, portrait, loop, energy];
/** Interval between two updates of the text labels [ms]. */
const LABEL_INTERVAL = 1000;

/**
 * @param {HTMLElement} element
 * @param {import('../types.js').App} app
 */
export function mount(element, { store, engine }) {
  const feed = new Feed(engine);
  const preset = () => store.sound?.preset ?? null;
  const model = () => engine.catalogue.models.find((model) => model.name === preset()?.model);
  /** @type {any} */
  const data = { feed, engine, preset, model };
  data.impact = analyticImpact(data);

  const shown = VIEWS.map((picture) => mountView(picture, data, store));
  element.classList.add('views');
  element.append(el('h2', { class: 'view-head' }, 'Views'), el('div', { class: 'view-grid' }, ...shown.map((view) => view.figure)));

  const frameRate = new FrameRate();
  let renewed = 0;
  let running = false;
  const frame = (/** @type {number} */ time) => {
    running = !document.hidden && shown.some((view) => view.visible);
    if (!running) return;
    requestAnimationFrame(frame);
    if (!frameRate.due(time, engine.context)) return;
    feed.update();
    const renew = time - renewed > LABEL_INTERVAL;
    if (renew) renewed = time;
    for (const view of shown) {
      if (!view.visible) continue;
      view.drawn.draw();
      if (renew) view.updateLabel();
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
  const fitter = new ResizeObserver(() => invalidateAll());
  const invalidateAll = () => shown.forEach((view) => view.drawn.stale());
  for (const view of shown) {
    watcher.observe(view.canvas);
    fitter.observe(view.canvas);
  }
  document.addEventListener('visibilitychange', run);
  // The theme is an attribute of the page; the theme of the system can also change.
  new MutationObserver(invalidateAll).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class'] });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', invalidateAll);
  matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', invalidateAll);

  // sync.js starts the trace; here only the data of the previous sound is cleared.
  let watched = '';
  const follow = () => {
    const sound = store.sound;
    const now = sound ? `${sound.name} ${sound.preset.model}` : '';
    if (now === watched) return;
    watched = now;
    feed.clear();
    invalidateAll();
  };
  store.on(follow);
  follow();
  run();
}

/**
 * @param {Picture} picture
 * @param {ViewData} data
 * @param {import('../store.js').Store} store
 */
function mountView(picture, data, store) {
  const canvas = el('canvas', { role: 'img', class: picture.tall ? 'tall' : picture.square ? 'square' : '' });
  const id = `view-${picture.name}`;
  const body = el('div', { id, class: 'view-body' }, canvas);
  /** @type {Map<string, HTMLElement>} */
  const figures = new Map();
  if (picture.legend) {
    const items = picture.legend.map(({ name, colour, part }) => {
      const value = el('span', { class: 'view-value' });
      figures.set(name, value);
      const swatch = el('i', { class: `swatch of-${colour}` });
      swatch.style.setProperty('opacity', String(part));
      return el('li', {}, swatch, el('span', {}, name), value);
    });
    body.append(el('ul', { class: 'view-legend' }, ...items));
  }
  const open = store.settings.views[picture.name] !== false;
  const button = el('button', { type: 'button', 'aria-expanded': String(open), 'aria-controls': id, title: picture.doc }, picture.title);
  const status = el('output', { class: 'view-status', 'aria-live': 'off' });
  const figure = el('figure', { class: 'view-figure', 'data-picture': picture.name }, el('figcaption', {}, button, status), body);
  body.hidden = !open;
  const drawn = picture.make(canvas, data);
  const view = { canvas, figure, drawn, visible: false, updateLabel };
  button.addEventListener('click', () => {
    const now = button.getAttribute('aria-expanded') !== 'true';
    button.setAttribute('aria-expanded', String(now));
    body.hidden = !now;
    drawn.stale();
    store.changeSettings((draft) => {
      draft.views[picture.name] = now;
    });
  });
  updateLabel();
  return view;

  function updateLabel() {
    const label = drawn.label();
    const text = `${picture.title}: ${label}`;
    if (canvas.getAttribute('aria-label') === text) return;
    canvas.setAttribute('aria-label', text);
    status.textContent = picture.legend ? '' : (drawn.brief?.() ?? label);
    for (const [name, value] of figures) value.textContent = drawn.figure?.(name) ?? '';
  }
}
