// One curve over two axes: how force, portrait and loop are drawn. The closed form lies in grey under what was simulated.

import { figure, level, mark, roundUp, wipe } from './canvas.js';

/** @typedef {import('./canvas.js').Frame} Frame */
/** @typedef {ArrayLike<number>} Row */

/**
 * @typedef {object} Axes
 * @property {number} left value at the left edge
 * @property {number} right
 * @property {number} bottom
 * @property {number} top
 * @property {string} xUnit
 * @property {string} yUnit
 */

/**
 * Round axes about some rows: from 0, or to both sides of it.
 * @param {Row[]} xs
 * @param {Row[]} ys
 * @param {number[]} counts how many of each row count
 * @param {{ xUnit: string, yUnit: string, both?: boolean }} how
 * @returns {Axes}
 */
export function axesAbout(xs, ys, counts, { xUnit, yUnit, both = false }) {
  const right = roundUp(most(xs, counts, 1));
  const top = roundUp(Math.max(most(ys, counts, 1), both ? most(ys, counts, -1) : 0));
  return { left: 0, right, bottom: both ? -top : 0, top, xUnit, yUnit };
}

/**
 * @param {Row[]} rows
 * @param {number[]} counts
 * @param {number} sign
 */
function most(rows, counts, sign) {
  let high = 0;
  rows.forEach((row, index) => {
    for (let at = 0; at < counts[index]; at++) if (sign * row[at] > high) high = sign * row[at];
  });
  return high;
}

/**
 * @param {Frame} frame
 * @param {Axes} axes
 */
export function drawAxes(frame, axes) {
  wipe(frame);
  const { box } = frame;
  const at = placed(frame, axes);
  level(frame, box.top, figure(axes.top, axes.yUnit));
  if (axes.bottom < 0) level(frame, at.y(0), '0');
  level(frame, box.bottom, axes.bottom < 0 ? figure(axes.bottom, axes.yUnit) : '0');
  mark(frame, at.x(0), '0');
  mark(frame, at.x(axes.right / 2), figure(axes.right / 2, axes.xUnit));
  mark(frame, box.right, figure(axes.right, axes.xUnit));
}

/**
 * @param {Frame} frame
 * @param {Axes} axes
 */
export function placed({ box }, axes) {
  const wide = (box.right - box.left) / (axes.right - axes.left);
  const high = (box.bottom - box.top) / (axes.top - axes.bottom);
  return {
    x: (/** @type {number} */ value) => box.left + (value - axes.left) * wide,
    y: (/** @type {number} */ value) => box.bottom - (value - axes.bottom) * high,
  };
}

/**
 * @param {Frame} frame
 * @param {Axes} axes
 * @param {Row} xs
 * @param {Row} ys
 * @param {number} count
 * @param {{ colour: string, width?: number, fill?: 'under'|'inside', alpha?: number }} how
 */
export function drawCurve(frame, axes, xs, ys, count, { colour, width = 2, fill, alpha = 1 }) {
  if (count < 2) return;
  const { pen, box } = frame;
  const at = placed(frame, axes);
  pen.save();
  pen.beginPath();
  pen.rect(box.left, box.top - 2, box.right - box.left + 2, box.bottom - box.top + 4);
  pen.clip();
  pen.beginPath();
  pen.moveTo(at.x(xs[0]), at.y(ys[0]));
  for (let index = 1; index < count; index++) pen.lineTo(at.x(xs[index]), at.y(ys[index]));
  pen.lineWidth = width;
  pen.lineJoin = 'round';
  pen.strokeStyle = colour;
  pen.globalAlpha = alpha;
  pen.stroke();
  if (fill) {
    if (fill === 'under') {
      pen.lineTo(at.x(xs[count - 1]), at.y(0));
      pen.lineTo(at.x(xs[0]), at.y(0));
    }
    pen.fillStyle = colour;
    pen.globalAlpha = 0.18 * alpha;
    pen.fill();
  }
  pen.restore();
}
