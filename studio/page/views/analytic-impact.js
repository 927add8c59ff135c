// Closed-form solution of the last contact, queried once per contact and drawn in grey under the simulation.

/** @typedef {{ time: number[], x: number[], v: number[], f: number[], duration: number, peak: number }} AnalyticImpact */

/** @param {import('./views.js').ViewData} data */
export function analyticImpact({ feed, engine, preset }) {
  /** @type {AnalyticImpact|null} */
  let found = null;
  let touches = -1;
  /** @type {unknown} */
  let queried = null;
  let speed = NaN;
  /** @returns {AnalyticImpact|null} */
  return () => {
    const doc = preset();
    if (touches === feed.touches && queried === doc) return found;
    touches = feed.touches;
    const approachSpeed = Number(feed.touch.approachSpeed.toPrecision(3));
    if (queried === doc && approachSpeed === speed) return found;
    [queried, speed] = [doc, approachSpeed];
    found = null;
    if (!doc || !(approachSpeed > 0) || feed.touch.count === 0) return null;
    try {
      const answer = engine.query({ do: 'analytic-impact', preset: doc, speed: approachSpeed });
      found = answer.none ? null : answer;
    } catch {
      // The error of an invalid preset is shown where it was changed.
    }
    return found;
  };
}
