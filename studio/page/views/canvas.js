// Drawing helpers of all views: a canvas in device pixels, colours, axes and number formats.

import { si } from '../scale.js';

/**
 * @typedef {object} Colours
 * @property {string} ink
 * @property {string} paper
 * @property {string} muted
 * @property {string} line
 * @property {string} striker
 * @property {string} body
 * @property {string} heat
 */

/**
 * @typedef {object} Frame drawing area, in CSS pixels
 * @property {CanvasRenderingContext2D} pen
 * @property {number} width
 * @property {number} height
 * @property {Box} box area inside the axes
 * @property {Colours} colours
 * @property {number} epoch changes with size and theme; everything must then be redrawn
 */

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

export const FONT = '11px system-ui, sans-serif';
const MARGIN = { left: 40, top: 8, right: 8, bottom: 18 };

/** Current colours of the page. @returns {Colours} */
export function colours() {
  const style = getComputedStyle(document.documentElement);
  const of = (/** @type {string} */ name, /** @type {string} */ other) =>
    style.getPropertyValue(name).trim() || other;
  return {
    ink: of('--ink', '#101316'),
    paper: of('--paper', '#e8e6df'),
    muted: of('--muted', '#777'),
    line: of('--line', '#888'),
    striker: of('--striker', '#d08a1d'),
    body: of('--body', '#3d8fd1'),
    heat: of('--heat', '#d1493d'),
  };
}

/**
 * Prepares a canvas in device pixels. Its frame stays valid until size or theme change.
 * @param {HTMLCanvasElement} canvas
 * @param {Partial<typeof MARGIN>} [margin]
 */
export function sharpCanvas(canvas, margin = {}) {
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { alpha: true }));
  const room = { ...MARGIN, ...margin };
  /** @type {Frame} */
  const frame = {
    pen,
    width: 0,
    height: 0,
    box: { left: 0, top: 0, right: 0, bottom: 0 },
    colours: colours(),
    epoch: 0,
  };
  let fresh = false;
  const fit = () => {
    const { clientWidth: width, clientHeight: height } = canvas;
    const dots = globalThis.devicePixelRatio || 1;
    canvas.width = Math.max(1, Math.round(width * dots));
    canvas.height = Math.max(1, Math.round(height * dots));
    pen.setTransform(dots, 0, 0, dots, 0, 0);
    Object.assign(frame, { width, height, colours: colours(), epoch: frame.epoch + 1 });
    frame.box.left = room.left;
    frame.box.top = room.top;
    frame.box.right = Math.max(room.left + 1, width - room.right);
    frame.box.bottom = Math.max(room.top + 1, height - room.bottom);
    fresh = true;
  };
  return {
    /** Marks the frame as outdated after a change of size or theme. */
    stale() {
      fresh = false;
    },
    /** @returns {Frame} */
    get() {
      if (!fresh) fit();
      return frame;
    },
  };
}

/** @param {Frame} frame */
export function clear(frame) {
  frame.pen.clearRect(0, 0, frame.width, frame.height);
}

/**
 * Draws a horizontal line with its label at the left edge.
 * @param {Frame} frame
 * @param {number} y
 * @param {string} label
 */
export function drawLevelLine(frame, y, label) {
  const { pen, box, colours } = frame;
  pen.strokeStyle = colours.line;
  pen.lineWidth = 1;
  pen.beginPath();
  pen.moveTo(box.left, Math.round(y) + 0.5);
  pen.lineTo(box.right, Math.round(y) + 0.5);
  pen.stroke();
  pen.fillStyle = colours.muted;
  pen.font = FONT;
  pen.textAlign = 'right';
  pen.textBaseline = 'middle';
  pen.fillText(label, box.left - 6, Math.max(box.top + 5, Math.min(y, box.bottom - 4)));
}

/**
 * Draws a tick on the lower axis with its label.
 * @param {Frame} frame
 * @param {number} x
 * @param {string} label
 */
export function drawTick(frame, x, label) {
  const { pen, box, colours } = frame;
  pen.strokeStyle = colours.line;
  pen.beginPath();
  pen.moveTo(Math.round(x) + 0.5, box.bottom);
  pen.lineTo(Math.round(x) + 0.5, box.bottom + 4);
  pen.stroke();
  pen.fillStyle = colours.muted;
  pen.font = FONT;
  pen.textBaseline = 'top';
  const width = pen.measureText(label).width;
  const from = Math.max(box.left, Math.min(x - width / 2, frame.width - width - 1));
  pen.textAlign = 'left';
  pen.fillText(label, from, box.bottom + 5);
}

/**
 * Draws a text in the middle of an empty view.
 * @param {Frame} frame
 * @param {string} text
 */
export function showText(frame, text) {
  const { pen, colours } = frame;
  clear(frame);
  pen.fillStyle = colours.muted;
  pen.font = '13px system-ui, sans-serif';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  const lines = text.split('\n');
  lines.forEach((line, index) => {
    const y = frame.height / 2 + (index - (lines.length - 1) / 2) * 18;
    pen.fillText(line, frame.width / 2, y, frame.width - 16);
  });
}

/** Rounds up to the next round number. @param {number} value */
export function roundUp(value) {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const part = value / power;
  const up = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => part <= step * 1.0001) ?? 10;
  return Number((up * power).toPrecision(3));
}

/**
 * Formats a number with three digits and its unit: 0.00123 s is "1.23 ms".
 * @param {number} value
 * @param {string} unit
 */
export function formatQuantity(value, unit) {
  return Math.abs(value) < 1e-15 ? `0 ${unit}` : si(value, unit).replace('-', '−');
}
