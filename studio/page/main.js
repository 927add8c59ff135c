// Entry point: loads the engine, restores the state and mounts all parts. If a part fails, a notice is shown
// and the others still work.

import { Engine } from './engine/engine.js';
import { byId } from './dom.js';
import { mount as mountNotices } from './notice.js';
import { Store, storage } from './store.js';
import { sync } from './sync.js';
import { mountFirstRun } from './first-run.js';
import { readLink } from './share.js';
import { createSound } from './sounds.js';

/** Parts of the page by element id and module, in order of mounting. */
const PARTS = [
  ['panel', 'panel.js'],
  ['pad', 'pad.js'],
  ['map', 'map.js'],
  ['tools', 'tools.js'],
  ['palette', 'palette.js'],
  ['morph', 'morph.js'],
  ['mixer', 'mixer.js'],
  ['record', 'record.js'],
  ['master', 'master.js'],
  ['views', 'views/views.js'],
  ['time', 'time.js'],
  ['drawer', 'drawer.js'],
  ['control', 'control/control.js'],
];

// All parts are fetched in parallel with the engine, so that none delays the first sound.
const modules = new Map(PARTS.map(([id, path]) => [id, import(`./${path}`)]));
// Failures are reported when the part is mounted.
for (const module of modules.values()) module.catch(() => {});

const notice = mountNotices(byId('notices'));
const store = new Store(notice, storage());

start().catch((error) => {
  const loading = byId('loading');
  loading.hidden = false;
  loading.classList.add('failed');
  loading.textContent = `The engine could not be loaded: ${error.message}. Reload the page to try again; your work is saved.`;
});

async function start() {
  const engine = /** @type {import('./types.js').Engine} */ (/** @type {unknown} */ (await Engine.load(new URL('./engine/', import.meta.url))));
  store.places = engine.catalogue;
  const restored = store.restore();
  const linked = await readLink(store, notice);
  if (!restored && !linked) loadDefault(engine);
  if (store.get().sounds.length === 0 && !restored) loadDefault(engine);
  const playback = sync({ store, engine, notice });
  const app = { store, engine, notice, playback };
  applyTheme(engine);
  await Promise.all(PARTS.map(([id]) => mountPart(id, app)));
  trackMixerHeight(byId('mixer'));
  mountFirstRun(app);
  byId('loading').hidden = true;
  document.body.dataset.ready = 'true';
}

/** Opens the first preset of the first model. @param {import('./types.js').Engine} engine */
function loadDefault(engine) {
  const preset = engine.catalogue.models[0]?.presets[0];
  // Loaded as the initial state, so that undo does not go behind it.
  if (preset) store.load({ ...store.get(), sounds: [createSound(store.get(), preset)] });
}

/** @param {string} id @param {object} app */
async function mountPart(id, app) {
  const element = byId(id);
  try {
    const module = await modules.get(id);
    module.mount(element, app);
  } catch (error) {
    console.error(error);
    element.replaceChildren();
    notice.show(`The section “${id}” could not be shown. The others still work.`, 'problem');
  }
}

/**
 * Keeps notices above a sticky mixer by publishing its height as a CSS variable.
 * @param {HTMLElement} mixer
 */
function trackMixerHeight(mixer) {
  const measure = () => {
    const stays = getComputedStyle(mixer).position === 'sticky';
    document.documentElement.style.setProperty('--mixer', stays ? `${mixer.offsetHeight}px` : '0px');
  };
  new ResizeObserver(measure).observe(mixer);
  addEventListener('resize', measure);
}

/**
 * Applies the theme and the colour of the selected sound's family.
 * @param {import('./types.js').Engine} engine
 */
function applyTheme(engine) {
  const family = () => {
    const model = engine.catalogue.models.find((model) => model.name === store.sound?.preset.model);
    document.body.dataset.family = model?.family ?? '';
  };
  const light = matchMedia('(prefers-color-scheme: light)');
  const theme = () => {
    const wanted = store.settings.theme;
    document.documentElement.dataset.theme = wanted === 'auto' ? (light.matches ? 'light' : 'dark') : wanted;
    const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', paper);
  };
  store.on(family);
  store.onSettings(theme);
  light.addEventListener('change', theme);
  family();
  theme();
}
