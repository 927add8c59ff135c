// What stands in a picture of a touch when there is none to show, and why.

import { words } from './canvas.js';

/**
 * @param {import('./canvas.js').Frame} frame
 * @param {import('./see.js').Sight} sight
 * @returns {string} the same for those who do not see it
 */
export function empty(frame, { model }) {
  const outputs = model()?.outputs ?? [];
  const touches = outputs.some((output) => output.quantity === 'force');
  const text = touches ? 'Waiting for a touch.' : 'Nothing solid touches in this sound.';
  words(frame, text);
  return text;
}
