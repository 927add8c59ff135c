// Draws a curve over two axes, for the force, phase portrait and loop views. The closed form is drawn in grey
// below it.

import { formatQuantity, drawLevelLine, drawTick, roundUp, clear } from './canvas.js';

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
 * Rounded axes that contain some rows, from 0 or symmetric about 0.
 * @param {Row[]} xs
 * @param {Row[]} ys
 * @param {number[]} counts number of valid values per row
 * @param {{ xUnit: string, yUnit: string, both?: boolean }} how
 * @returns {Axes}
 */
export function axesAbout(xs, ys, counts, { xUnit, yUnit, both = false }) {
  const right = roundUp(maximum(xs, counts, 1));
  const top = roundUp(Math.max(maximum(ys, counts, 1), both ? maximum(ys, counts, -1) : 0));
  return { left: 0, right, bottom: both ? -top : 0, top, xUnit, yUnit };
}

/**
 * @param {Row[]} rows
 * @param {number[]} counts
 * @param {number} sign
 */
function maximum(rows, counts, sign) {
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
  clear(frame);
  const { box } = frame;
  const at = axisScales(frame, axes);
  drawLevelLine(frame, box.top, formatQuantity(axes.top, axes.yUnit));
  if (axes.bottom < 0) drawLevelLine(frame, at.y(0), '0');
  drawLevelLine(frame, box.bottom, axes.bottom < 0 ? formatQuantity(axes.bottom, axes.yUnit) : '0');
  drawTick(frame, at.x(0), '0');
  drawTick(frame, at.x(axes.right / 2), formatQuantity(axes.right / 2, axes.xUnit));
  drawTick(frame, box.right, formatQuantity(axes.right, axes.xUnit));
}

/**
 * @param {Frame} frame
 * @param {Axes} axes
 */
export function axisScales({ box }, axes) {
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
  const at = axisScales(frame, axes);
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
