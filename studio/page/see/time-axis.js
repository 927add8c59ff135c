// The axis that waveform, spectrogram and energy share: the last seconds, now at the right.
//
// Whoever asks for less motion sees a page that is written from left to right and then overwritten, instead of one that slides.

import { COLUMNS, SPAN } from './feed.js';
import { mark } from './canvas.js';

const stillness = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether pictures are overwritten in place. */
export const inPlace = () => stillness.matches;

/**
 * Where a column of the ring is drawn, as a part of the width.
 * @param {number} place in the ring
 * @param {number} head
 */
export function across(place, head) {
  if (inPlace()) return place / COLUMNS;
  return ((place - head + COLUMNS) % COLUMNS) / COLUMNS;
}

/** @param {import('./canvas.js').Frame} frame */
export function timeAxis(frame) {
  const { left, right } = frame.box;
  if (inPlace()) {
    for (let at = 0; at <= SPAN; at++) mark(frame, left + ((right - left) * at) / SPAN, `${at} s`);
    return;
  }
  for (let ago = SPAN; ago >= 0; ago--) {
    mark(frame, right - ((right - left) * ago) / SPAN, ago === 0 ? 'now' : `−${ago} s`);
  }
}
