// The map: all models by family, with processes above textures above events, and lines between each model and
// its parts. A click opens and plays a model; hovering previews it.

import { byId, el, roving, svg, spaced } from './dom.js';
import { mountSearch } from './search.js';
import { openPreset } from './sounds.js';

/** @typedef {import('./types.js').Model} Model */
/** @typedef {import('./types.js').PresetDoc} PresetDoc */

/** Time of hovering before a preview starts [ms]. */
const HOVER_DELAY = 450;
const PREVIEW = 'preview';

/** @param {HTMLElement} element @param {import('./types.js').App} app */
export function mount(element, app) {
  const { store, engine, playback } = app;
  const { models, families, levels } = engine.catalogue;

  const open = (/** @type {PresetDoc} */ preset) => {
    stopPreview();
    const name = openPreset(store, engine.catalogue, preset);
    playback.play(name);
  };
  mountSearch(byId('search'), app, open);

  /** @type {Map<string, HTMLButtonElement>} */
  const nodes = new Map();
  const caption = el('p', { class: 'caption', 'aria-live': 'off' });
  const hear = el('input', { type: 'checkbox', onchange: () => store.changeSettings((draft) => { draft.views.preview = hear.checked; }) });
  hear.checked = store.settings.views.preview !== false;
  const boxes = families.map(({ name }) => family(name));
  const inside = el('div', { class: 'map-body' }, ...boxes, el('label', { class: 'tick' }, hear, 'preview while hovering'));
  const fold = el('details', { class: 'map-fold' }, el('summary', {}, 'Map of the sounds'), inside);
  fold.open = matchMedia('(min-width: 1000px)').matches;
  matchMedia('(min-width: 1000px)').addEventListener('change', (event) => (fold.open = event.matches));
  element.append(fold, caption);

  /** @param {string} name */
  function family(name) {
    const box = el('section', { class: 'family', 'data-family': name, 'aria-label': name }, el('h3', {}, name));
    const column = el('div', { class: 'column' });
    // Processes are made of textures, and textures of events.
    for (const level of [...levels].reverse()) {
      const members = models.filter((model) => model.family === name && model.level === level);
      if (members.length === 0) continue;
      column.append(el('div', { class: 'level', role: 'group', 'aria-label': `${name}: ${level}` }, el('span', { class: 'level-name', 'aria-hidden': 'true' }, level), ...members.map(node)));
    }
    const picture = svg('svg', { class: 'lines', 'aria-hidden': 'true' });
    column.append(picture);
    box.append(column);
    return box;
  }

  /** @param {Model} model */
  function node(model) {
    const made = model.made_of.length > 0 ? ` Made of ${model.made_of.map(spaced).join(', ')}.` : '';
    const button = el('button', { type: 'button', class: 'node', tabindex: -1, 'data-model': model.name, 'data-sounds': true, 'aria-description': `${model.title}.${made}` }, spaced(model.name));
    button.addEventListener('click', () => {
      const existing = store.get().sounds.find((sound) => sound.preset.model === model.name);
      const preset = model.presets[0];
      if (existing && existing.name !== store.get().selected) {
        stopPreview();
        store.change('select', (draft) => { draft.selected = existing.name; });
        playback.play(existing.name);
      } else if (existing) playback.play(existing.name);
      else if (preset) open(preset);
    });
    button.addEventListener('pointerenter', (event) => (highlight(model), event.pointerType === 'mouse' && schedulePreview(model)));
    button.addEventListener('pointerleave', () => (highlight(null), stopPreview()));
    button.addEventListener('focus', () => highlight(model));
    button.addEventListener('blur', () => highlight(null));
    nodes.set(model.name, button);
    return button;
  }

  roving(inside, '.node');

  // Preview: a quiet sound outside the state, removed when the pointer leaves.
  let timer = 0;
  let previewing = false;
  function schedulePreview(/** @type {Model} */ model) {
    clearTimeout(timer);
    const preset = model.presets[0];
    if (!preset || !hear.checked || engine.state !== 'running') return;
    timer = setTimeout(() => {
      // Previews would be audible in a recording.
      if (engine.recording) return;
      previewing = true;
      engine.add(PREVIEW, preset, { gain: 0.5 }).then(() => engine.play(PREVIEW)).catch(() => {});
    }, HOVER_DELAY);
  }
  function stopPreview() {
    clearTimeout(timer);
    if (previewing) engine.remove(PREVIEW).catch(() => {});
    previewing = false;
  }

  /**
   * Shows the title of a model and highlights its lines; null means the selected model.
   * @param {Model|null} model
   */
  function highlight(model) {
    const shown = model ?? models.find((candidate) => candidate.name === store.sound?.preset.model) ?? null;
    caption.replaceChildren(...(shown ? [el('b', {}, shown.title), shown.made_of.length > 0 ? ` · made of ${shown.made_of.map(spaced).join(', ')}` : ''] : []));
    caption.dataset.family = shown?.family ?? '';
    for (const path of inside.querySelectorAll('path')) {
      const { from, to } = /** @type {SVGPathElement} */ (path).dataset;
      path.classList.toggle('lit', shown !== null && (from === shown.name || to === shown.name));
    }
    for (const [name, button] of nodes) {
      const near = shown !== null && (shown.made_of.includes(name) || shown.used_by.includes(name));
      button.classList.toggle('near', near);
    }
  }

  /** Draws an arc in the margin from each model to each of its parts. */
  function drawLines() {
    for (const box of boxes) {
      const picture = /** @type {SVGSVGElement} */ (box.querySelector('.lines'));
      const top = picture.getBoundingClientRect().top;
      picture.replaceChildren();
      for (const model of models) {
        for (const part of model.made_of) {
          const [a, b] = [nodes.get(model.name), nodes.get(part)];
          if (!a || !b || !box.contains(a) || !box.contains(b)) continue;
          const [ya, yb] = [a, b].map((button) => button.getBoundingClientRect()).map((box) => box.top + box.height / 2 - top);
          if (ya === undefined || yb === undefined) continue;
          const bulge = Math.min(34, 6 + Math.abs(yb - ya) * 0.09);
          const path = svg('path', { d: `M40 ${ya} C${38 - bulge} ${ya} ${38 - bulge} ${yb} 40 ${yb}` });
          path.dataset.from = model.name;
          path.dataset.to = part;
          picture.append(path);
        }
      }
    }
    highlight(null);
  }

  function updateSelection() {
    const now = store.sound?.preset.model;
    const on = new Set(store.get().sounds.map((sound) => sound.preset.model));
    for (const [name, button] of nodes) {
      if (name === now) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
      button.classList.toggle('on', on.has(name));
    }
    if (!inside.contains(document.activeElement)) {
      const home = now && nodes.has(now) ? now : models[0]?.name;
      for (const [name, button] of nodes) button.tabIndex = name === home ? 0 : -1;
    }
    highlight(null);
  }
  store.on(updateSelection);
  new ResizeObserver(drawLines).observe(inside);
  updateSelection();
  drawLines();
}
