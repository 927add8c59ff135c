// Validates a state from storage, a link or a file. Usable parts are kept; losses are reported.

import { placeNamed, setPlace } from './place.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Sound} Sound */
/** @typedef {import('./types.js').PresetDoc} PresetDoc */

/** @param {unknown} value @returns {value is Record<string, any>} */
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {unknown} value @param {number} low @param {number} high @param {number} fallback */
const number = (value, low, high, fallback) => (typeof value === 'number' && Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : fallback);

/** @param {unknown} value */
const isText = (value) => value === undefined || value === null || typeof value === 'string';

/** @param {unknown} value @param {(one: unknown) => boolean} accepts */
const isEach = (value, accepts) => value === undefined || value === null || (isRecord(value) && Object.values(value).every(accepts));

/**
 * Whether a value has the shape of a preset; the engine checks its model and values.
 * @param {unknown} value
 * @returns {value is PresetDoc}
 */
export const isPreset = (value) =>
  isRecord(value) && typeof value.model === 'string' && isText(value.name) && isText(value.sentence) && isText(value.slug) && isText(value.place) &&
  isEach(value.loudness, Number.isFinite) && isEach(value.values, isRecord) && isEach(value.units, isRecord) && isEach(value.modes, Array.isArray) &&
  (value.score === undefined || value.score === null || (Array.isArray(value.score) && value.score.every(isRecord)));

/** Name usable in an OSC address. @param {string} text */
export const slugOf = (text) => text.toLowerCase().normalize('NFD').replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40) || 'sound';

/** Number of steps of a rhythm. */
const STEPS = 16;

/**
 * Validates the timing of a sound, with every field clamped to its range. A tempo of 0 or less would never
 * reach a beat.
 * @param {unknown} value
 * @returns {import('./types.js').Time}
 */
function time(value) {
  if (!isRecord(value)) return { kind: 'once' };
  if (value.kind === 'repeat') {
    return { kind: 'repeat', every: number(value.every, 0.02, 600, 0.5), times: typeof value.times === 'number' ? Math.round(number(value.times, 1, 10_000, 1)) : null };
  }
  if (value.kind === 'rhythm' && Array.isArray(value.steps)) {
    const { steps } = value;
    return { kind: 'rhythm', steps: Array.from({ length: STEPS }, (_, at) => number(steps[at], 0, 1, 0)), tempo: number(value.tempo, 20, 400, 100) };
  }
  if (value.kind === 'curve' && typeof value.path === 'string' && Array.isArray(value.points)) {
    const seconds = number(value.seconds, 0.2, 600, 10);
    const points = value.points.slice(0, MAX_POINTS).filter((point) => Array.isArray(point) && point.slice(0, 2).every(Number.isFinite) && point.length >= 2)
      .sort((a, b) => a[0] - b[0])
      .map((point) => /** @type {[number, number]} */ ([number(point[0], 0, seconds, 0), number(point[1], 0, 100, 0)]));
    if (points.length > 0) return { kind: 'curve', path: value.path, points, seconds };
  }
  return { kind: 'once' };
}
/** Maximum number of points read from a stored curve. */
const MAX_POINTS = 2000;

/**
 * @param {unknown} value
 * @returns {Sound|null}
 */
function sound(value) {
  if (!isRecord(value) || typeof value.name !== 'string' || !isPreset(value.preset)) return null;
  return {
    name: slugOf(value.name),
    preset: value.preset,
    gain: number(value.gain, 0, 4, 1),
    pan: number(value.pan, -1, 1, 0),
    mute: value.mute === true,
    solo: value.solo === true,
    hears: typeof value.hears === 'string' ? value.hears : null,
    time: time(value.time),
  };
}

/**
 * Validates the master section. An unknown place is the free field at 1 m.
 * @param {unknown} value
 * @param {import('./place.js').Places|null} places
 * @param {string[]} losses
 * @returns {State['master']}
 */
function master(value, places, losses) {
  const { gain, limiter, place, distance } = isRecord(value) ? value : {};
  const valid = { gain: number(gain, 0, 4, 1), limiter: limiter !== false, place: 'free', distance: 1 };
  if (places && placeNamed(places, place)) {
    const loss = setPlace(places, valid, place, number(distance, -Infinity, Infinity, places.distance.default));
    if (loss) losses.push(loss);
  } else if (typeof place === 'string' && place !== 'free') {
    losses.push(`This version has no place “${place.slice(0, 40)}”: the sounds are heard in the free field, 1 m away.`);
  }
  return valid;
}

/**
 * @param {unknown} value
 * @param {State} empty
 * @param {number} limit
 * @param {import('./place.js').Places|null} [places] known places; without them every place is the free field
 * @returns {{ state: State|null, losses: string[] }}
 */
export function validated(value, empty, limit, places = null) {
  if (!isRecord(value) || !Array.isArray(value.sounds)) {
    return { state: null, losses: ['This is not a session of the studio. Nothing was changed.'] };
  }
  /** @type {string[]} */
  const losses = [];
  if (typeof value.version === 'number' && value.version > empty.version) losses.push('This session was saved by a newer version; unknown parts were left out.');
  const all = value.sounds.slice(0, limit).map(sound);
  if (value.sounds.length > limit) losses.push(`${limit} sounds at most: ${value.sounds.length - limit} were left out; remove some to make room.`);
  /** @type {Map<string, Sound>} */
  const sounds = new Map();
  for (const entry of all) if (entry && !sounds.has(entry.name)) sounds.set(entry.name, entry);
  if (value.sounds.length > 0 && sounds.size === 0) return { state: null, losses: ['None of its sounds could be read. Nothing was changed.'] };
  // An input that no longer exists falls back to all sounds.
  for (const entry of sounds.values()) if (entry.hears !== null && entry.hears !== 'all' && !sounds.has(entry.hears)) entry.hears = null;
  const lost = all.length - sounds.size;
  if (lost > 0) losses.push(lost === 1 ? 'One sound could not be read and was left out.' : `${lost} sounds could not be read and were left out.`);
  const first = sounds.keys().next().value ?? null;
  const corners = Array.isArray(value.morph?.corners) ? value.morph.corners : [];
  const at = Array.isArray(value.morph?.at) ? value.morph.at : [];
  /** @type {State} */
  const state = {
    version: empty.version,
    sounds: [...sounds.values()],
    selected: sounds.has(value.selected) ? value.selected : first,
    master: master(value.master, places, losses),
    other: isPreset(value.other) ? value.other : null,
    side: value.side === 'B' ? 'B' : 'A',
    morph: {
      corners: [0, 1, 2, 3].map((i) => (isPreset(corners[i]) ? corners[i] : null)),
      at: [number(at[0], 0, 1, 0.5), number(at[1], 0, 1, 0.5)],
    },
    mappings: (Array.isArray(value.mappings) ? value.mappings : []).filter((mapping) => isRecord(mapping) && isRecord(mapping.source) && typeof mapping.address === 'string').slice(0, 256)
      .map((mapping) => ({ ...mapping, low: number(mapping.low, -1e12, 1e12, 0), high: number(mapping.high, -1e12, 1e12, 100) })),
    own: (Array.isArray(value.own) ? value.own : []).filter((saved) => isRecord(saved) && typeof saved.name === 'string' && isPreset(saved.preset)).slice(0, 1000),
  };
  return { state, losses };
}
