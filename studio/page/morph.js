// Morph pad: four presets at the corners of a square; the selected sound is interpolated at the position of
// the dot.

import { capitalise, clamp, el, perFrame } from './dom.js';
import { modelOf } from './sounds.js';

/** @typedef {import('./types.js').PresetDoc} PresetDoc */

const CORNERS = ['upper left', 'upper right', 'lower left', 'lower right'];

/** Bilinear weights of the corners at a position. @param {[number, number]} at x to the right, y down */
const weights = ([x, y]) => [(1 - x) * (1 - y), x * (1 - y), (1 - x) * y, x * y];

/** @param {HTMLElement} element @param {import('./types.js').App} app */
export function mount(element, app) {
  const { store, engine, notice } = app;
  const dot = el('span', { class: 'dot' });
  const field = el('div', { class: 'field', role: 'application', 'aria-roledescription': 'morph pad', tabindex: 0, 'data-strikes': true }, dot);
  const corners = CORNERS.map((where, i) => el('select', { class: `corner c${i}`, 'aria-label': `Corner, ${where}`, onchange: (/** @type {Event} */ event) => choose(i, /** @type {HTMLSelectElement} */ (event.target).value) }));
  const fold = el('details', { class: 'morph-fold' }, el('summary', {}, 'morph ', el('span', { class: 'faint' }, 'between four presets')),
    el('div', { class: 'morph' }, ...corners, field),
    el('p', { class: 'faint' }, 'Drag the dot and strike with the space bar. Double-click to centre it.'));
  fold.open = store.settings.views.morph === true;
  fold.addEventListener('toggle', () => store.changeSettings((draft) => { draft.views.morph = fold.open; }));
  element.append(fold);

  const presets = () => modelOf(engine.catalogue, store.sound?.preset.model ?? '')?.presets ?? [];

  /**
   * Corners in use: the chosen ones if they belong to the selected model, otherwise its first four presets.
   * @returns {(PresetDoc|null)[]}
   */
  function activeCorners() {
    const model = store.sound?.preset.model;
    const chosen = store.get().morph.corners;
    if (chosen.some((corner) => corner !== null && corner.model === model)) return chosen.map((corner) => (corner?.model === model ? corner : null));
    return [0, 1, 2, 3].map((i) => presets()[i] ?? null);
  }

  /** @param {number} index @param {string} value */
  function choose(index, value) {
    const now = activeCorners();
    const preset = store.sound?.preset ?? null;
    const next = value === '' ? null : value === 'now' ? preset : presets().find((candidate) => candidate.name === value) ?? store.get().own.find((saved) => `own:${saved.name}` === value)?.preset ?? null;
    store.change('corner', (draft) => {
      draft.morph.corners = now.map((corner, i) => (i === index ? next : corner));
    });
  }

  /**
   * Interpolates presets by weight: values, loudness and description.
   * @param {{ weight: number, preset: PresetDoc }[]} some
   * @returns {PresetDoc}
   */
  function interpolate(some) {
    const [presets, weights] = [some.map((corner) => corner.preset), some.map((corner) => corner.weight)];
    // Named after the two heaviest corners, in corner order, so that the name does not flicker when they swap
    // ranks.
    const near = [...some].sort((a, b) => b.weight - a.weight).slice(0, 2).filter((corner) => corner.weight > 0);
    if (near.length === 1 && near[0]) return near[0].preset;
    const name = `between ${some.filter((corner) => near.includes(corner)).map((corner) => corner.preset.name ?? corner.preset.model).join(' and ')}`;
    const parts = some.filter((corner) => corner.weight >= 0.005).map((corner) => `${Math.round(100 * corner.weight)} % ${corner.preset.name ?? corner.preset.model}`);
    return { ...engine.query({ do: 'morph', presets, weights }).preset, name, sentence: `${capitalise(name)}: ${parts.join(', ')}.` };
  }

  const moveTo = perFrame((/** @type {number} */ x, /** @type {number} */ y) => {
    const at = /** @type {[number, number]} */ ([clamp(x, 0, 1), clamp(y, 0, 1)]);
    const all = activeCorners();
    const some = weights(at).flatMap((weight, i) => (all[i] ? [{ weight, preset: all[i] }] : []));
    const sum = some.reduce((total, corner) => total + corner.weight, 0);
    try {
      const preset = sum > 0 ? interpolate(some.map((corner) => ({ ...corner, weight: corner.weight / sum }))) : null;
      store.change('morph', (draft) => {
        draft.morph = { corners: all, at };
        const sound = draft.sounds.find((sound) => sound.name === draft.selected);
        if (sound && preset) sound.preset = preset;
      });
    } catch (error) {
      notice.show(/** @type {Error} */ (error).message, 'problem');
    }
  });

  let down = false;
  const follow = (/** @type {PointerEvent} */ event) => {
    const box = field.getBoundingClientRect();
    moveTo((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  };
  field.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    down = true;
    field.setPointerCapture(event.pointerId);
    field.focus({ preventScroll: true });
    follow(event);
  });
  field.addEventListener('pointermove', (event) => down && follow(event));
  for (const end of ['pointerup', 'pointercancel']) field.addEventListener(end, () => (down = false));
  field.addEventListener('dblclick', () => moveTo(0.5, 0.5));
  field.addEventListener('keydown', (event) => {
    const [x, y] = store.get().morph.at;
    const by = event.shiftKey ? 0.01 : 0.05;
    const to = { ArrowLeft: [x - by, y], ArrowRight: [x + by, y], ArrowUp: [x, y - by], ArrowDown: [x, y + by], Home: [0.5, 0.5] }[event.key];
    if (!to) return;
    event.preventDefault();
    moveTo(/** @type {number} */ (to[0]), /** @type {number} */ (to[1]));
  });

  let drawn = '';
  function show() {
    const { at } = store.get().morph;
    const all = activeCorners();
    element.hidden = presets().length === 0;
    dot.style.setProperty('left', `${100 * at[0]}%`);
    dot.style.setProperty('top', `${100 * at[1]}%`);
    const parts = weights(at).map((weight, i) => (all[i] ? `${Math.round(100 * weight)} % ${all[i]?.name ?? ''}` : '')).filter(Boolean);
    field.setAttribute('aria-label', `Morph: ${parts.join(', ')}. Arrows move, space strikes.`);
    weights(at).forEach((weight, i) => corners[i]?.style.setProperty('--much', String(Math.round(100 * weight))));
    const own = store.get().own.filter((saved) => saved.preset.model === store.sound?.preset.model);
    const key = JSON.stringify([store.sound?.preset.model, all.map((corner) => corner?.name), own.map((saved) => saved.name)]);
    if (key === drawn) return;
    drawn = key;
    corners.forEach((select, i) => {
      const corner = all[i];
      const names = presets().map((preset) => /** @type {[string, string]} */ ([preset.name ?? '', capitalise(preset.name ?? '')]));
      const savedNames = own.map((saved) => /** @type {[string, string]} */ ([`own:${saved.name}`, capitalise(saved.name)]));
      const other = corner && !presets().some((preset) => preset.name === corner.name) ? [/** @type {[string, string]} */ (['kept', capitalise(corner.name ?? 'as it was')])] : [];
      select.replaceChildren(...[['', '(empty)'], ['now', 'current sound'], ...other, ...names, ...savedNames].map(([value, text]) => el('option', { value }, text)));
      select.value = corner ? (other.length > 0 ? 'kept' : corner.name ?? '') : '';
    });
  }
  store.on((state, before) => {
    if (state.sounds !== before.sounds || state.morph !== before.morph || state.own !== before.own || state.selected !== before.selected) show();
  });
  show();
}
