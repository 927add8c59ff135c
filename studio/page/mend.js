// A state that comes from outside (storage, a link) may be anything: what can be used is used, what cannot is named.

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Sound} Sound */
/** @typedef {import('./types.js').PresetDoc} PresetDoc */

/** @param {unknown} it @returns {it is Record<string, any>} */
const isRecord = (it) => typeof it === 'object' && it !== null && !Array.isArray(it);

/** @param {unknown} it @param {number} low @param {number} high @param {number} otherwise */
const number = (it, low, high, otherwise) => (typeof it === 'number' && Number.isFinite(it) ? Math.min(high, Math.max(low, it)) : otherwise);

/** @param {unknown} it */
const isText = (it) => it === undefined || it === null || typeof it === 'string';

/** @param {unknown} it @param {(one: unknown) => boolean} is */
const isEach = (it, is) => it === undefined || it === null || (isRecord(it) && Object.values(it).every(is));

/**
 * A preset in its outer shape; whether its model and values exist is the engine's to say.
 * @param {unknown} it
 * @returns {it is PresetDoc}
 */
export const isPreset = (it) =>
  isRecord(it) && typeof it.model === 'string' && isText(it.name) && isText(it.sentence) && isText(it.slug) &&
  isEach(it.values, isRecord) && isEach(it.units, isRecord) && isEach(it.modes, Array.isArray) &&
  (it.score === undefined || it.score === null || (Array.isArray(it.score) && it.score.every(isRecord)));

/** A name that can stand in an address. @param {string} text */
export const plain = (text) => text.toLowerCase().normalize('NFD').replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40) || 'sound';

/** How many steps a rhythm has. */
const STEPS = 16;

/**
 * What happens when, field by field within the ranges of the page: a tempo below nothing would never come to its next beat.
 * @param {unknown} it
 * @returns {import('./types.js').Time}
 */
function time(it) {
  if (!isRecord(it)) return { kind: 'once' };
  if (it.kind === 'repeat') {
    return { kind: 'repeat', every: number(it.every, 0.02, 600, 0.5), times: typeof it.times === 'number' ? Math.round(number(it.times, 1, 10_000, 1)) : null };
  }
  if (it.kind === 'rhythm' && Array.isArray(it.steps)) {
    const { steps } = it;
    return { kind: 'rhythm', steps: Array.from({ length: STEPS }, (_, at) => number(steps[at], 0, 1, 0)), tempo: number(it.tempo, 20, 400, 100) };
  }
  if (it.kind === 'curve' && typeof it.path === 'string' && Array.isArray(it.points)) {
    const seconds = number(it.seconds, 0.2, 600, 10);
    const points = it.points.slice(0, MOST_POINTS).filter((one) => Array.isArray(one) && one.slice(0, 2).every(Number.isFinite) && one.length >= 2)
      .sort((a, b) => a[0] - b[0])
      .map((one) => /** @type {[number, number]} */ ([number(one[0], 0, seconds, 0), number(one[1], 0, 100, 0)]));
    if (points.length > 0) return { kind: 'curve', path: it.path, points, seconds };
  }
  return { kind: 'once' };
}
/** More points than any hand draws. */
const MOST_POINTS = 2000;

/**
 * @param {unknown} it
 * @returns {Sound|null}
 */
function sound(it) {
  if (!isRecord(it) || typeof it.name !== 'string' || !isPreset(it.preset)) return null;
  return {
    name: plain(it.name),
    preset: it.preset,
    gain: number(it.gain, 0, 4, 1),
    pan: number(it.pan, -1, 1, 0),
    mute: it.mute === true,
    solo: it.solo === true,
    hears: typeof it.hears === 'string' ? it.hears : null,
    time: time(it.time),
  };
}

/**
 * @param {unknown} it
 * @param {State} empty
 * @param {number} most
 * @returns {{ state: State|null, losses: string[] }}
 */
export function mended(it, empty, most) {
  if (!isRecord(it) || !Array.isArray(it.sounds)) {
    return { state: null, losses: ['What should be opened is not a state of the studio: nothing was changed.'] };
  }
  /** @type {string[]} */
  const losses = [];
  if (typeof it.version === 'number' && it.version > empty.version) losses.push('This was made by a newer studio: what this one does not know is left out.');
  const all = it.sounds.slice(0, most).map(sound);
  if (it.sounds.length > most) losses.push(`${most} sounds at most: ${it.sounds.length - most} were left out.`);
  /** @type {Map<string, Sound>} */
  const sounds = new Map();
  for (const one of all) if (one && !sounds.has(one.name)) sounds.set(one.name, one);
  if (it.sounds.length > 0 && sounds.size === 0) return { state: null, losses: ['None of the sounds in it could be read: nothing was changed.'] };
  // Who hears somebody that is not there hears all.
  for (const one of sounds.values()) if (one.hears !== null && one.hears !== 'all' && !sounds.has(one.hears)) one.hears = null;
  const lost = all.length - sounds.size;
  if (lost > 0) losses.push(lost === 1 ? 'One sound could not be read and was left out.' : `${lost} sounds could not be read and were left out.`);
  const first = sounds.keys().next().value ?? null;
  const corners = Array.isArray(it.morph?.corners) ? it.morph.corners : [];
  const at = Array.isArray(it.morph?.at) ? it.morph.at : [];
  /** @type {State} */
  const state = {
    version: empty.version,
    sounds: [...sounds.values()],
    selected: sounds.has(it.selected) ? it.selected : first,
    master: { gain: number(it.master?.gain, 0, 4, 1), limiter: it.master?.limiter !== false },
    other: isPreset(it.other) ? it.other : null,
    side: it.side === 'B' ? 'B' : 'A',
    morph: {
      corners: [0, 1, 2, 3].map((i) => (isPreset(corners[i]) ? corners[i] : null)),
      at: [number(at[0], 0, 1, 0.5), number(at[1], 0, 1, 0.5)],
    },
    mappings: (Array.isArray(it.mappings) ? it.mappings : []).filter((one) => isRecord(one) && isRecord(one.source) && typeof one.address === 'string').slice(0, 256)
      .map((one) => ({ ...one, low: number(one.low, -1e12, 1e12, 0), high: number(one.high, -1e12, 1e12, 100) })),
    own: (Array.isArray(it.own) ? it.own : []).filter((one) => isRecord(one) && typeof one.name === 'string' && isPreset(one.preset)).slice(0, 1000),
  };
  return { state, losses };
}
