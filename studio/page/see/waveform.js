// The sound of the last seconds: lowest and highest sample of every column.

import { COLUMNS, MIN_AUDIBLE } from './feed.js';
import { framed, level, roundUp, wipe, words } from './canvas.js';
import { decibels, formatDecibels } from '../level.js';
import { across, inPlace, timeAxis } from './time-axis.js';

/** @type {import('./see.js').Picture} */
export const waveform = {
  name: 'waveform',
  title: 'Waveform',
  doc: 'What leaves the loudspeaker, over the last seconds.',
  make(canvas, { feed }) {
    const sheet = framed(canvas);
    let epoch = 0;
    /** The scale follows at once when it gets louder, and slowly when it gets softer. */
    let scale = 0.01;
    const draw = () => {
      const frame = sheet.get();
      const { pen, box, colours } = frame;
      const target = Math.max(0.01, roundUp(feed.peak));
      scale = target > scale || target < scale / 2.4 ? target : scale;
      wipe(frame);
      const middle = (box.top + box.bottom) / 2;
      const half = (box.bottom - box.top) / 2;
      level(frame, box.top, `${scale}`);
      level(frame, middle, '0');
      level(frame, box.bottom - 1, `−${scale}`);
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
      if (inPlace()) {
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
        if (feed.peak === 0 && !feed.sounding) words(frame, 'Touch something to hear and see it.');
        else draw();
      },
      label: () => (feed.peak > MIN_AUDIBLE ? `peak ${formatDecibels(decibels(feed.peak))} of full scale` : 'silence'),
    };
  },
};
