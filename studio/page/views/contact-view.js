// Common part of the views of the last contact: redraws after a new contact or a change of size, supplies the
// closed-form solution, and describes the result for screen readers.

import { sharpCanvas } from './canvas.js';
import { showNoContact } from './no-contact.js';

/** @typedef {{ text: string, short?: string }} Words */

/**
 * @param {HTMLCanvasElement} canvas
 * @param {import('./views.js').ViewData} data
 * @param {{ left: number, deep: boolean }} how left margin [px]; whether the view needs a measured compression
 * @param {(frame: import('./canvas.js').Frame, touch: import('./views.js').ViewData['feed']['touch'], known: import('./analytic-impact.js').AnalyticImpact|null) => Words} draw
 * @returns {import('./views.js').View}
 */
export function contactView(canvas, data, { left, deep }, draw) {
  const { feed, impact } = data;
  const sheet = sharpCanvas(canvas, { left });
  let [epoch, touches] = [0, -1];
  /** @type {Words} */
  let words = { text: 'no contact yet' };
  return {
    stale: () => sheet.stale(),
    draw() {
      const frame = sheet.get();
      if (frame.epoch === epoch && feed.touches === touches) return;
      [epoch, touches] = [frame.epoch, feed.touches];
      const { touch } = feed;
      const seen = touch.count > 0 && (touch.deep || !deep);
      words = seen ? draw(frame, touch, impact()) : { text: showNoContact(frame, data) };
    },
    label: () => words.text,
    brief: () => words.short ?? words.text,
  };
}
