// The page begins here: the engine's module is fetched, the state recalled, every part mounted. A part that fails says so
// and the others go on.

import { Engine } from './engine/engine.js';
import { byId } from './dom.js';
import { mount as mountNotices } from './notice.js';
import { Store, storage } from './store.js';
import { sync } from './sync.js';
import { first } from './first.js';
import { readLink } from './share.js';
import { soundOf } from './sounds.js';

/** Where each part lives, in the order in which they are wanted. A part may be a folder with an index of its own. */
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
  ['see', 'see/see.js'],
  ['time', 'time.js'],
  ['drawer', 'drawer.js'],
  ['control', 'control/control.js'],
];

// All are fetched while the engine's module is: what comes late keeps the first sound waiting.
const modules = new Map(PARTS.map(([id, path]) => [id, import(`./${path}`)]));
// Who fails is told of when it is mounted.
for (const module of modules.values()) module.catch(() => {});

const notice = mountNotices(byId('notices'));
const store = new Store(notice, storage());

start().catch((error) => {
  const loading = byId('loading');
  loading.hidden = false;
  loading.classList.add('failed');
  loading.textContent = `The sounds could not be brought in: ${error.message}. Reload the page to try again; your work is kept.`;
});

async function start() {
  const engine = /** @type {import('./types.js').Engine} */ (/** @type {unknown} */ (await Engine.load(new URL('./engine/', import.meta.url))));
  const restored = store.recall();
  const linked = await readLink(store, notice);
  if (!restored && !linked) loadDefault(engine);
  if (store.get().sounds.length === 0 && !restored) loadDefault(engine);
  const sounding = sync({ store, engine, notice });
  const bench = { store, engine, notice, sounding };
  applyTheme(engine);
  await Promise.all(PARTS.map(([id]) => mountPart(id, bench)));
  trackMixerHeight(byId('mixer'));
  first(bench);
  prepareLoudness(engine);
  byId('loading').hidden = true;
  document.body.dataset.ready = 'true';
}

/** The first preset of the first model is on the bench at once. @param {import('./types.js').Engine} engine */
function loadDefault(engine) {
  const preset = engine.catalogue.models[0]?.presets[0];
  // It is the beginning, not a step: there is nothing behind it to go back to.
  if (preset) store.load({ ...store.get(), sounds: [soundOf(store.get(), preset)] });
}

/** How loud the sound at hand is takes a moment to find out: better before the first click than after it. @param {import('./types.js').Engine} engine */
function prepareLoudness(engine) {
  const preset = store.sound?.preset;
  if (preset) setTimeout(() => engine.factor(preset).catch(() => {}), 50);
}

/** @param {string} id @param {object} bench */
async function mountPart(id, bench) {
  const element = byId(id);
  try {
    const module = await modules.get(id);
    module.mount(element, bench);
  } catch (error) {
    console.error(error);
    element.replaceChildren();
    notice.show(`The part “${id}” of the page could not be shown. The rest works.`, 'problem');
  }
}

/** What is said stands above the mixer, where that stays at the edge. @param {HTMLElement} mixer */
function trackMixerHeight(mixer) {
  const measure = () => {
    const stays = getComputedStyle(mixer).position === 'sticky';
    document.documentElement.style.setProperty('--mixer', stays ? `${mixer.offsetHeight}px` : '0px');
  };
  new ResizeObserver(measure).observe(mixer);
  addEventListener('resize', measure);
}

/** The page wears the colour of the family of the sound at hand, and the theme. @param {import('./types.js').Engine} engine */
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
