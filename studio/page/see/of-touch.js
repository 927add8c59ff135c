// What the pictures of the last touch have in common: drawn anew when something touches or the sheet changes, with the closed form at hand, and with words for those who do not see.

import { framed } from './canvas.js';
import { empty } from './nothing.js';

/** @typedef {{ text: string, short?: string }} Words */

/**
 * @param {HTMLCanvasElement} canvas
 * @param {import('./see.js').Sight} sight
 * @param {{ left: number, deep: boolean }} how room for the numbers at the side [px]; whether it needs a touch whose depth is measured
 * @param {(frame: import('./canvas.js').Frame, touch: import('./see.js').Sight['feed']['touch'], known: import('./theory.js').Theory|null) => Words} draw
 * @returns {import('./see.js').Drawn}
 */
export function ofTouch(canvas, sight, { left, deep }, draw) {
  const { feed, theory } = sight;
  const sheet = framed(canvas, { left });
  let [epoch, touches] = [0, -1];
  /** @type {Words} */
  let words = { text: 'nothing has touched yet' };
  return {
    stale: () => sheet.stale(),
    draw() {
      const frame = sheet.get();
      if (frame.epoch === epoch && feed.touches === touches) return;
      [epoch, touches] = [frame.epoch, feed.touches];
      const { touch } = feed;
      const seen = touch.count > 0 && (touch.deep || !deep);
      words = seen ? draw(frame, touch, theory()) : { text: empty(frame, sight) };
    },
    label: () => words.text,
    brief: () => words.short ?? words.text,
  };
}
