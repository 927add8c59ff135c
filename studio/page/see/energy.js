// Where the energy is and where it went, stacked: heat and what the bodies damped below, what is stored and what moves above. The sum changes only when somebody brings energy in.
//
// The engine books since the beginning; the picture shows what came about within its window, so heat and damping start there at zero.

import { BOOK, SPAN } from './feed.js';
import { figure, framed, level, roundUp, wipe, words } from './canvas.js';
import { timeAxis, inPlace } from './time-axis.js';

/** From the bottom up: column of the book, colour, how much of the colour. @type {[typeof BOOK[number], keyof import('./canvas.js').Colours, number][]} */
const LAYERS = [
  ['heat', 'heat', 0.95],
  ['damped', 'heat', 0.45],
  ['stored', 'body', 0.85],
  ['moving', 'striker', 0.9],
];
const WIDTH = BOOK.length;

/** @type {import('./see.js').Picture} */
export const energy = {
  name: 'energy',
  title: 'Energy',
  doc: 'Moving, stored, damped inside the bodies, turned to heat by the touch.',
  legend: [...LAYERS.map(([name, colour, part]) => ({ name, colour, part })).reverse(), { name: 'unaccounted', colour: 'none', part: 1 }],
  make(canvas, { feed }) {
    const sheet = framed(canvas, { left: 52 });
    let [epoch, seen] = [0, -1];
    let scale = 0;
    let unaccounted = 0;
    const first = new Float64Array(WIDTH);
    const amounts = new Float64Array(LAYERS.length);

    /** Heights of the layers at a row, lost energy counted from the first. @param {number} row */
    const amountsAt = (row) => {
      let sum = 0;
      LAYERS.forEach(([name], layer) => {
        const index = BOOK.indexOf(name);
        const lost = name === 'heat' || name === 'damped';
        const amount = Math.max(0, feed.ledgers[row * WIDTH + index] - (lost ? first[index] : 0));
        amounts[layer] = amount;
        sum += amount;
      });
      return sum;
    };
    const within = (/** @type {number} */ now) => {
      let count = 0;
      while (count < feed.kept && now - feed.ledgerTimes[feed.ledgerRow(count)] <= SPAN) count++;
      return count;
    };
    const sumAt = (/** @type {number} */ row, /** @type {(typeof BOOK[number])[]} */ names) => names.reduce((sum, name) => sum + feed.ledgers[row * WIDTH + BOOK.indexOf(name)], 0);
    const lostAt = (/** @type {number} */ row) => sumAt(row, ['heat', 'damped']);
    const leftAt = (/** @type {number} */ row) => sumAt(row, ['moving', 'stored']);
    /** What came in and is nowhere: the mistakes of the scheme, as a part of all there was. @param {number} row @param {number} most */
    const missing = (row, most) => {
      const since = (/** @type {typeof BOOK[number]} */ name) => feed.ledgers[row * WIDTH + BOOK.indexOf(name)] - first[BOOK.indexOf(name)];
      const lost = since('work') + since('control') - since('moving') - since('stored') - since('heat') - since('damped');
      return most > 0 ? Math.abs(lost) / most : 0;
    };
    const draw = (/** @type {import('./canvas.js').Frame} */ frame) => {
      const { pen, box, colours } = frame;
      const now = feed.now;
      const count = Math.max(1, within(now));
      const oldest = feed.ledgerRow(Math.min(count, feed.kept - 1));
      // The first ledger of a sound that was just struck has the strike in it: then all began at nothing. What was lost long before is not shown.
      const fresh = feed.ledgerCount <= count && lostAt(oldest) < 3 * leftAt(oldest);
      for (let index = 0; index < WIDTH; index++) first[index] = fresh ? 0 : feed.ledgers[oldest * WIDTH + index];
      let highest = 0;
      for (let ago = 0; ago < count; ago++) highest = Math.max(highest, amountsAt(feed.ledgerRow(ago)));
      unaccounted = missing(feed.ledgerRow(0), highest);
      const target = roundUp(highest);
      scale = target > scale || target < scale / 2.4 ? target : scale;
      wipe(frame);
      level(frame, box.top, figure(scale, 'J'));
      level(frame, box.bottom, '0');
      timeAxis(frame);
      const x = (/** @type {number} */ row) => {
        const time = feed.ledgerTimes[row];
        const part = inPlace() ? (time % SPAN) / SPAN : 1 - (now - time) / SPAN;
        return box.left + Math.max(0, Math.min(1, part)) * (box.right - box.left);
      };
      const high = (box.bottom - box.top) / scale;
      for (let layer = 0; layer < LAYERS.length; layer++) {
        const [, colour, part] = LAYERS[layer];
        pen.beginPath();
        for (let ago = 0; ago < count; ago++) trace(layer + 1, feed.ledgerRow(ago), ago === 0);
        for (let ago = count - 1; ago >= 0; ago--) trace(layer, feed.ledgerRow(ago), false);
        pen.closePath();
        pen.fillStyle = colours[colour];
        pen.globalAlpha = part;
        pen.fill();
      }
      pen.globalAlpha = 1;

      /** @param {number} layers @param {number} row @param {boolean} start */
      function trace(layers, row, start) {
        amountsAt(row);
        let sum = 0;
        for (let index = 0; index < layers; index++) sum += amounts[index];
        const y = box.bottom - sum * high;
        if (start) pen.moveTo(x(row), y);
        else pen.lineTo(x(row), y);
      }
    };
    const last = (/** @type {string} */ name) => {
      if (feed.kept === 0) return 0;
      return feed.ledgers[feed.ledgerRow(0) * WIDTH + BOOK.indexOf(/** @type {any} */ (name))];
    };
    return {
      stale: () => sheet.stale(),
      draw() {
        const frame = sheet.get();
        if (frame.epoch === epoch && feed.ledgerCount === seen && !feed.moved) return;
        [epoch, seen] = [frame.epoch, feed.ledgerCount];
        if (feed.kept === 0) words(frame, 'No energy has been booked yet.');
        else draw(frame);
      },
      label: () => (feed.kept === 0 ? 'nothing booked' : LAYERS.map(([name]) => `${name} ${figure(last(name), 'J')}`).reverse().join(', ') + `, unaccounted for ${percent(unaccounted)}`),
      figure: (name) => (feed.kept === 0 ? '' : name === 'unaccounted' ? percent(unaccounted) : figure(last(name), 'J')),
    };
  },
};

/** @param {number} part */
const percent = (part) => `${part > 0 && part < 1e-4 ? (100 * part).toExponential(0) : Number((100 * part).toPrecision(2))} %`;
