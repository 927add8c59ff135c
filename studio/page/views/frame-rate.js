// Limits the frame rate of the views, and lowers it when the audio has underruns.

/** Minimum and maximum time between two frames [ms]. */
const MIN_INTERVAL = 33;
const MAX_INTERVAL = 250;
/** Tolerance for early animation frames [ms]. */
const TOLERANCE = 5;
/** Factor of the interval after each frame without underruns [1]. */
const RECOVERY = 0.99;

export class FrameRate {
  #interval = MIN_INTERVAL;
  #last = -Infinity;
  #underruns = 0;

  /**
   * Whether to draw this frame.
   * @param {number} time time of the animation frame [ms]
   * @param {AudioContext|null} context
   */
  due(time, context) {
    if (time - this.#last < this.#interval - TOLERANCE) return false;
    this.#last = time;
    const underruns = /** @type {any} */ (context)?.playbackStats?.underrunEvents ?? 0;
    this.#interval = underruns > this.#underruns ? Math.min(MAX_INTERVAL, 2 * this.#interval) : Math.max(MIN_INTERVAL, RECOVERY * this.#interval);
    this.#underruns = underruns;
    return true;
  }
}
