// Place in which all sounds are heard, and the distance of their sources: the rules and the control in the
// mixer. The catalogue of the engine has the places and their limits.

import { clamp, el } from './dom.js';
import { figures, placeOf, valueAt } from './scale.js';

/** @typedef {Pick<import('./types.js').Catalogue, 'places'|'distance'>} Places */
/** @typedef {import('./types.js').State['master']} Master */

/** Number of positions of the slider. */
const POSITIONS = 200;

/** Place by its name. @param {Places} places @param {unknown} name */
export const placeNamed = ({ places }, name) => places.find((place) => place.name === name);

/**
 * Range of the distance in a place, as of a parameter.
 * @param {Places} places
 * @param {string} name
 */
export const distanceRange = (places, name) => ({ ...places.distance, max: placeNamed(places, name)?.max_distance ?? places.distance.max });

/**
 * Sets place and distance. A distance out of the range of the place becomes the nearest allowed one.
 * @param {Places} places
 * @param {Master} master a draft
 * @param {string} name
 * @param {number} distance [m]
 * @returns {string|null} message about a changed distance
 */
export function setPlace(places, master, name, distance) {
  const { min, max } = distanceRange(places, name);
  master.place = name;
  master.distance = clamp(distance, min, max);
  return master.distance === distance ? null : `“${name}” allows a distance from ${min} to ${max} m; it is now ${master.distance} m.`;
}

/** @param {import('./types.js').App} app */
export function placeControl({ store, engine, notice }) {
  const places = engine.catalogue;
  const select = el('select', { class: 'place-name', 'aria-label': 'Place' },
    ...places.places.map(({ name, meaning }) => el('option', { value: name, title: meaning }, name)));
  const slider = el('input', { type: 'range', class: 'place-slider', min: 0, max: POSITIONS, step: 1, 'aria-label': 'Distance' });
  const field = el('input', { type: 'number', class: 'place-distance', step: 'any', 'aria-label': 'Distance in metres', 'aria-describedby': 'place-range', inputmode: 'decimal' });
  const range = el('span', { class: 'place-range', id: 'place-range' });
  const root = el('div', { class: 'place', role: 'group', 'aria-label': 'Place and distance' },
    el('span', { 'aria-hidden': 'true' }, 'place'), select, el('span', { 'aria-hidden': 'true', class: 'place-start' }, 'distance'), slider, field, range);

  /** @param {string} label @param {string} name @param {number} distance [m] */
  function change(label, name, distance) {
    let message = /** @type {string|null} */ (null);
    store.change(label, (draft) => {
      message = setPlace(places, draft.master, name, distance);
    });
    if (message) notice.show(message);
    // Also if nothing changed: the field may show a rejected text.
    show();
  }
  select.addEventListener('change', () => change('place', select.value, store.get().master.distance));
  slider.addEventListener('input', () => {
    const { place } = store.get().master;
    const limits = distanceRange(places, place);
    const at = slider.valueAsNumber / POSITIONS;
    // Rounded for reading; the upper end is the limit itself, which may have more digits.
    change('distance', place, at === 1 ? limits.max : clamp(Number(figures(valueAt(limits, at))), limits.min, limits.max));
  });
  slider.addEventListener('dblclick', () => change('distance', store.get().master.place, places.distance.default));
  field.addEventListener('change', () => {
    const { place, distance } = store.get().master;
    change('distance', place, Number.isFinite(field.valueAsNumber) ? field.valueAsNumber : distance);
  });

  function show() {
    const { place, distance } = store.get().master;
    const limits = distanceRange(places, place);
    const { meaning, size, width, decay } = placeNamed(places, place) ?? {};
    select.value = place;
    const dimensions = size ? `${size.join(' × ')} m, falls by 60 dB in ${decay?.seconds[0]} s` : width ? `${width} m wide` : '';
    select.title = [meaning, dimensions && `${dimensions}.`].filter(Boolean).join(' ');
    const at = Math.round(POSITIONS * placeOf(limits, distance));
    // The slider is not set while it already has the value, so that a drag is not disturbed.
    if (slider.valueAsNumber !== at) slider.value = String(at);
    slider.setAttribute('aria-valuetext', `${distance} m`);
    slider.title = `distance: ${distance} m (double-click: ${places.distance.default} m)`;
    field.min = String(limits.min);
    field.max = String(limits.max);
    field.value = String(distance);
    range.textContent = `m, up to ${limits.max}`;
  }
  store.on((state, before) => {
    if (state.master !== before.master) show();
  });
  show();
  return root;
}
