// A state that comes from outside (storage, a link) may be anything: what can be used is used, what cannot is named.

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Sound} Sound */
/** @typedef {import('./types.js').PresetDoc} PresetDoc */

/** @param {unknown} it @returns {it is Record<string, any>} */
const isRecord = (it) => typeof it === 'object' && it !== null && !Array.isArray(it);

/** @param {unknown} it @param {number} low @param {number} high @param {number} otherwise */
const number = (it, low, high, otherwise) => (typeof it === 'number' && Number.isFinite(it) ? Math.min(high, Math.max(low, it)) : otherwise);

/**
 * A preset in its outer shape; whether its model and values exist is the engine's to say.
 * @param {unknown} it
 * @returns {it is PresetDoc}
 */
export const isPreset = (it) =>
  isRecord(it) && typeof it.model === 'string' && (it.values === undefined || (isRecord(it.values) && Object.values(it.values).every(isRecord)));

/** A name that can stand in an address. @param {string} text */
export const plain = (text) => text.toLowerCase().normalize('NFD').replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40) || 'sound';

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
    time: isRecord(it.time) && ['once', 'repeat', 'rhythm', 'curve'].includes(it.time.kind) ? /** @type {any} */ (it.time) : { kind: 'once' },
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
