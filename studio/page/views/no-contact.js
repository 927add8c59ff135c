// Text of a contact view without data.

import { showText } from './canvas.js';

/**
 * @param {import('./canvas.js').Frame} frame
 * @param {import('./views.js').ViewData} data
 * @returns {string} the text, also for screen readers
 */
export function showNoContact(frame, { model }) {
  const outputs = model()?.outputs ?? [];
  const touches = outputs.some((output) => output.quantity === 'force');
  const text = touches ? 'Waiting for a contact.' : 'This sound has no solid contact.';
  showText(frame, text);
  return text;
}
