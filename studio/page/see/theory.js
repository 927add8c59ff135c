// The closed form of the last touch, asked of the engine once per touch and kept: what the pictures lay in grey under the simulation.

/** @typedef {{ time: number[], x: number[], v: number[], f: number[], duration: number, peak: number }} Theory */

/** @param {import('./see.js').Sight} sight */
export function analyticImpact({ feed, engine, preset }) {
  /** @type {Theory|null} */
  let found = null;
  let touches = -1;
  /** @type {unknown} */
  let queried = null;
  let speed = NaN;
  /** @returns {Theory|null} */
  return () => {
    const doc = preset();
    if (touches === feed.touches && queried === doc) return found;
    touches = feed.touches;
    const arrived = Number(feed.touch.arrived.toPrecision(3));
    if (queried === doc && arrived === speed) return found;
    [queried, speed] = [doc, arrived];
    found = null;
    if (!doc || !(arrived > 0) || feed.touch.count === 0) return null;
    try {
      const answer = engine.query({ do: 'analytic-impact', preset: doc, speed: arrived });
      found = answer.none ? null : answer;
    } catch {
      // A preset that the engine refuses is told about where it is changed, not here.
    }
    return found;
  };
}
