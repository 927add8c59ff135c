// How often pictures are drawn: as often as an eye wants, less often while the sound runs short of time. Sound comes first.

/** Between two drawings, at least and at most [ms]. */
const LEAST = 33;
const MOST = 250;
/** How far before its time a frame may come [ms]: frames come in steps. */
const EARLY = 5;
/** Of the time between two drawings, what is left of it after each that went well [1]. */
const EASES = 0.99;

export class Pace {
  #between = LEAST;
  #last = -Infinity;
  #starved = 0;

  /**
   * Whether it is time to draw.
   * @param {number} time of the frame [ms]
   * @param {AudioContext|null} context
   */
  due(time, context) {
    if (time - this.#last < this.#between - EARLY) return false;
    this.#last = time;
    const starved = /** @type {any} */ (context)?.playbackStats?.underrunEvents ?? 0;
    this.#between = starved > this.#starved ? Math.min(MOST, 2 * this.#between) : Math.max(LEAST, EASES * this.#between);
    this.#starved = starved;
    return true;
  }
}
