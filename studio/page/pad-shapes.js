// How strongly each of the lowest modes is woken from every place of a body, beside the strongest there: asked of the engine,
// place by place, while it has nothing better to do. Where a curve touches the ground is a node.

/** @typedef {import('./types.js').Engine} Engine */
/** @typedef {import('./types.js').Param} Param */
/** @typedef {import('./types.js').PresetDoc} PresetDoc */

const PLACES = 49;
const MODES = 4;
/** A mode that is nowhere louder than this part of the loudest is not drawn. */
const FAINT = 0.05;

/**
 * @param {Engine} engine
 * @param {PresetDoc} preset
 * @param {Param} where
 * @returns {Promise<number[][]|null>} for each mode its gain by place, the largest 1; none for a body without modes
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
    // Four questions and a breath: the page stays quick under the hand.
    if (i % 4 === 3) await new Promise((go) => setTimeout(go));
  }
  const count = Math.min(...gains.map((row) => row.length));
  const shapes = Array.from({ length: count }, (_, mode) => gains.map((row) => Math.abs(row[mode] ?? 0)));
  // Twins of one frequency that lie across are silent everywhere.
  return shapes
    .filter((shape) => Math.max(...shape) > FAINT)
    .slice(0, MODES)
    .map((shape) => {
      const peak = Math.max(...shape);
      return shape.map((gain) => gain / peak);
    });
}
