// Spectrogram: frequency from 20 Hz to 20 kHz upwards, time to the right, level as brightness.

import { COLUMNS, HIGHEST, LOWEST, MIN_AUDIBLE, ROWS } from './feed.js';
import { FONT, formatQuantity, sharpCanvas, clear } from './canvas.js';
import { overwrites, timeAxis } from './time-axis.js';

const MARKS = [20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];

/** @type {import('./views.js').Picture} */
export const spectrogram = {
  name: 'spectrogram',
  title: 'Spectrogram [Hz]',
  doc: 'Frequencies over time.',
  tall: true,
  make(canvas, { feed }) {
    const sheet = sharpCanvas(canvas);
    const picture = document.createElement('canvas');
    picture.width = COLUMNS;
    picture.height = ROWS;
    const pen = /** @type {CanvasRenderingContext2D} */ (picture.getContext('2d'));
    const image = pen.createImageData(COLUMNS, ROWS);
    const dots = new Uint32Array(image.data.buffer);
    let shades = new Uint32Array(256);
    let epoch = 0;
    let painted = 0;

    const paint = (/** @type {number} */ column) => {
      for (let row = 0; row < ROWS; row++) {
        dots[(ROWS - 1 - row) * COLUMNS + column] = shades[feed.levels[column * ROWS + row]];
      }
    };
    const paintFrom = (/** @type {number} */ from) => {
      const count = (feed.head - from + COLUMNS) % COLUMNS;
      for (let step = 0; step < count; step++) paint((from + step) % COLUMNS);
      // Only new columns are copied; the ring buffer may wrap within them.
      const first = Math.min(count, COLUMNS - from);
      pen.putImageData(image, 0, 0, from, 0, first, ROWS);
      if (count > first) pen.putImageData(image, 0, 0, 0, 0, count - first, ROWS);
    };
    const axes = (/** @type {import('./canvas.js').Frame} */ frame) => {
      const { box, colours } = frame;
      frame.pen.font = FONT;
      frame.pen.textAlign = 'right';
      frame.pen.textBaseline = 'middle';
      let last = Infinity;
      for (const hertz of MARKS) {
        const part = Math.log(hertz / LOWEST) / Math.log(HIGHEST / LOWEST);
        const y = box.bottom - part * (box.bottom - box.top);
        if (last - y < 13) continue;
        last = y;
        frame.pen.fillStyle = colours.muted;
        const text = hertz < 1000 ? `${hertz}` : `${hertz / 1000}k`;
        frame.pen.fillText(text, box.left - 6, Math.max(y, box.top + 5));
        frame.pen.fillStyle = colours.line;
        frame.pen.fillRect(box.left - 4, Math.round(y), 4, 1);
      }
      timeAxis(frame);
    };
    const draw = (/** @type {import('./canvas.js').Frame} */ frame) => {
      const { box } = frame;
      const [width, height] = [box.right - box.left, box.bottom - box.top];
      clear(frame);
      axes(frame);
      frame.pen.imageSmoothingEnabled = true;
      if (overwrites()) {
        frame.pen.drawImage(picture, box.left, box.top, width, height);
        return;
      }
      const old = COLUMNS - feed.head;
      const cut = (width * old) / COLUMNS;
      if (old > 0) frame.pen.drawImage(picture, feed.head, 0, old, ROWS, box.left, box.top, cut, height);
      if (feed.head > 0) frame.pen.drawImage(picture, 0, 0, feed.head, ROWS, box.left + cut, box.top, width - cut, height);
    };
    return {
      stale: () => sheet.stale(),
      draw() {
        const frame = sheet.get();
        if (frame.epoch !== epoch) {
          epoch = frame.epoch;
          shades = ramp([frame.colours.paper, frame.colours.body, frame.colours.striker, frame.colours.ink]);
          for (let column = 0; column < COLUMNS; column++) paint(column);
          pen.putImageData(image, 0, 0);
        } else if (!feed.moved) return;
        else paintFrom(painted);
        painted = feed.head;
        draw(frame);
      },
      label: () => (feed.peak > MIN_AUDIBLE ? `strongest near ${formatQuantity(feed.strongest, 'Hz')}` : 'silence'),
    };
  },
};

/**
 * Colour scale of 256 pixels between several colours. The lowest levels are transparent.
 * @param {string[]} stops
 */
function ramp(stops) {
  const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (
    new OffscreenCanvas(256, 1).getContext('2d', { willReadFrequently: true })
  );
  const fade = pen.createLinearGradient(0, 0, 256, 0);
  const places = [0, 0.42, 0.78, 1];
  stops.forEach((colour, index) => fade.addColorStop(places[index], colour));
  pen.fillStyle = fade;
  pen.fillRect(0, 0, 256, 1);
  const shades = new Uint32Array(pen.getImageData(0, 0, 256, 1).data.buffer.slice(0));
  for (let step = 0; step < 24; step++) {
    shades[step] = (shades[step] & 0xffffff) | (Math.round((step / 24) * 255) << 24);
  }
  return shades;
}
