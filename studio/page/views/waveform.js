// Waveform of the last seconds: minimum and maximum sample per column.

import { COLUMNS, MIN_AUDIBLE } from './feed.js';
import { sharpCanvas, drawLevelLine, roundUp, clear, showText } from './canvas.js';
import { decibels, formatDecibels } from '../level.js';
import { across, overwrites, timeAxis } from './time-axis.js';

/** @type {import('./views.js').Picture} */
export const waveform = {
  name: 'waveform',
  title: 'Waveform',
  doc: 'Output signal of the last seconds.',
  make(canvas, { feed }) {
    const sheet = sharpCanvas(canvas);
    let epoch = 0;
    /** The scale grows at once and shrinks with hysteresis. */
    let scale = 0.01;
    const draw = () => {
      const frame = sheet.get();
      const { pen, box, colours } = frame;
      const target = Math.max(0.01, roundUp(feed.peak));
      scale = target > scale || target < scale / 2.4 ? target : scale;
      clear(frame);
      const middle = (box.top + box.bottom) / 2;
      const half = (box.bottom - box.top) / 2;
      drawLevelLine(frame, box.top, `${scale}`);
      drawLevelLine(frame, middle, '0');
      drawLevelLine(frame, box.bottom - 1, `−${scale}`);
      timeAxis(frame);
      pen.fillStyle = colours.body;
      const wide = (box.right - box.left) / COLUMNS;
      pen.beginPath();
      for (let place = 0; place < COLUMNS; place++) {
        const x = box.left + across(place, feed.head) * (box.right - box.left);
        const top = middle - (feed.high[place] / scale) * half;
        const bottom = middle - (feed.low[place] / scale) * half;
        if (bottom - top < 0.2) continue;
        pen.rect(x, top, wide + 0.3, Math.max(1, bottom - top));
      }
      pen.fill();
      if (overwrites()) {
        pen.fillStyle = colours.muted;
        pen.fillRect(box.left + (feed.head / COLUMNS) * (box.right - box.left), box.top, 1, box.bottom - box.top);
      }
    };
    return {
      stale: () => sheet.stale(),
      draw() {
        const frame = sheet.get();
        if (!feed.moved && frame.epoch === epoch) return;
        epoch = frame.epoch;
        if (feed.peak === 0 && !feed.isRunning) showText(frame, 'Play a sound to see it here.');
        else draw();
      },
      label: () => (feed.peak > MIN_AUDIBLE ? `peak ${formatDecibels(decibels(feed.peak))} of full scale` : 'silence'),
    };
  },
};
