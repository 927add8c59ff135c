// Response of the lowest modes of a body by position, relative to the maximum of each mode. The positions are
// queried in small batches. Zeros are nodes of the mode.

/** @typedef {import('./types.js').Engine} Engine */
/** @typedef {import('./types.js').Param} Param */
/** @typedef {import('./types.js').PresetDoc} PresetDoc */

const PLACES = 49;
const MODES = 4;
/** Modes whose maximum gain is below this fraction of the loudest mode are not drawn. */
const FAINT = 0.05;

/**
 * @param {Engine} engine
 * @param {PresetDoc} preset
 * @param {Param} where
 * @returns {Promise<number[][]|null>} gain of each mode by position, with maximum 1; null for a body without modes
 */
export async function shapesOf(engine, preset, where) {
  /** @type {number[][]} */
  const gains = [];
  for (let i = 0; i < PLACES; i += 1) {
    const value = where.min + ((where.max - where.min) * i) / (PLACES - 1);
    const values = { ...preset.values, [where.part]: { ...preset.values?.[where.part], [where.id]: value } };
    try {
      const { bodies } = engine.query({ do: 'describe', preset: { ...preset, values } });
      const body = bodies.find((/** @type {any} */ body) => body.name === where.part) ?? bodies[0];
      if (!body || body.modes.length === 0) return null;
      gains.push(body.modes.slice(0, 4 * MODES).map((/** @type {any} */ mode) => mode.gain));
    } catch {
      return null;
    }
    // Yields after four queries, so that the page stays responsive.
    if (i % 4 === 3) await new Promise((go) => setTimeout(go));
  }
  const count = Math.min(...gains.map((row) => row.length));
  const shapes = Array.from({ length: count }, (_, mode) => gains.map((row) => Math.abs(row[mode] ?? 0)));
  // Degenerate modes can be silent at every position.
  return shapes
    .filter((shape) => Math.max(...shape) > FAINT)
    .slice(0, MODES)
    .map((shape) => {
      const peak = Math.max(...shape);
      return shape.map((gain) => gain / peak);
    });
}
