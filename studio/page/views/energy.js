// Energy over time, stacked from below: heat, damping, radiated sound, stored energy, kinetic energy. The sum
// changes only when energy is supplied from outside.
//
// The engine counts from the start; the view counts from the left edge of its window, where heat and damping
// start at 0.

import { LEDGER_COLUMNS, WINDOW_SECONDS } from './feed.js';
import { formatQuantity, sharpCanvas, drawLevelLine, roundUp, clear, showText } from './canvas.js';
import { timeAxis, overwrites } from './time-axis.js';

/**
 * Layers from below: ledger column, colour, opacity.
 * @type {[typeof LEDGER_COLUMNS[number], keyof import('./canvas.js').Colours, number][]}
 */
const LAYERS = [
  ['heat', 'heat', 0.95],
  ['damped', 'heat', 0.45],
  ['radiated', 'ink', 0.7],
  ['stored', 'body', 0.85],
  ['moving', 'striker', 0.9],
];
/** Columns that count energy lost since the start. @type {(typeof LEDGER_COLUMNS[number])[]} */
const LOSSES = ['heat', 'damped', 'radiated'];
const WIDTH = LEDGER_COLUMNS.length;

/** @type {import('./views.js').Picture} */
export const energy = {
  name: 'energy',
  title: 'Energy',
  doc: 'Kinetic and stored energy, radiated sound, damping in the bodies, heat of the contact.',
  legend: [...LAYERS.map(([name, colour, part]) => ({ name, colour, part })).reverse(), { name: 'unaccounted', colour: 'none', part: 1 }],
  make(canvas, { feed }) {
    const sheet = sharpCanvas(canvas, { left: 52 });
    let [epoch, seen] = [0, -1];
    let scale = 0;
    let unaccounted = 0;
    const first = new Float64Array(WIDTH);
    const amounts = new Float64Array(LAYERS.length);

    /**
     * Computes the layers of a row, with losses relative to the first row; returns their sum.
     * @param {number} row
     */
    const amountsAt = (row) => {
      let sum = 0;
      LAYERS.forEach(([name], layer) => {
        const index = LEDGER_COLUMNS.indexOf(name);
        const lost = LOSSES.includes(name);
        const amount = Math.max(0, feed.ledgers[row * WIDTH + index] - (lost ? first[index] : 0));
        amounts[layer] = amount;
        sum += amount;
      });
      return sum;
    };
    const ledgersInWindow = (/** @type {number} */ now) => {
      let count = 0;
      while (count < feed.availableLedgers && now - feed.ledgerTimes[feed.ledgerRow(count)] <= WINDOW_SECONDS) count++;
      return count;
    };
    const sumAt = (/** @type {number} */ row, /** @type {(typeof LEDGER_COLUMNS[number])[]} */ names) => names.reduce((sum, name) => sum + feed.ledgers[row * WIDTH + LEDGER_COLUMNS.indexOf(name)], 0);
    const lostAt = (/** @type {number} */ row) => sumAt(row, LOSSES);
    const leftAt = (/** @type {number} */ row) => sumAt(row, ['moving', 'stored']);
    /**
     * Energy supplied but not accounted for (numerical error), relative to the maximum.
     * @param {number} row
     * @param {number} most
     */
    const unaccountedPart = (row, most) => {
      const since = (/** @type {typeof LEDGER_COLUMNS[number]} */ name) => feed.ledgers[row * WIDTH + LEDGER_COLUMNS.indexOf(name)] - first[LEDGER_COLUMNS.indexOf(name)];
      const lost = since('work') + since('control') - since('moving') - since('stored') - LOSSES.reduce((sum, name) => sum + since(name), 0);
      return most > 0 ? Math.abs(lost) / most : 0;
    };
    const draw = (/** @type {import('./canvas.js').Frame} */ frame) => {
      const { pen, box, colours } = frame;
      const now = feed.now;
      const count = Math.max(1, ledgersInWindow(now));
      const oldest = feed.ledgerRow(Math.min(count, feed.availableLedgers - 1));
      // A sound struck just now has the strike in its first ledger, so its losses count from 0. Older losses
      // are not shown.
      const fresh = feed.ledgerCount <= count && lostAt(oldest) < 3 * leftAt(oldest);
      for (let index = 0; index < WIDTH; index++) first[index] = fresh ? 0 : feed.ledgers[oldest * WIDTH + index];
      let highest = 0;
      for (let ago = 0; ago < count; ago++) highest = Math.max(highest, amountsAt(feed.ledgerRow(ago)));
      unaccounted = unaccountedPart(feed.ledgerRow(0), highest);
      const target = roundUp(highest);
      scale = target > scale || target < scale / 2.4 ? target : scale;
      clear(frame);
      drawLevelLine(frame, box.top, formatQuantity(scale, 'J'));
      drawLevelLine(frame, box.bottom, '0');
      timeAxis(frame);
      const x = (/** @type {number} */ row) => {
        const time = feed.ledgerTimes[row];
        const part = overwrites() ? (time % WINDOW_SECONDS) / WINDOW_SECONDS : 1 - (now - time) / WINDOW_SECONDS;
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
      if (feed.availableLedgers === 0) return 0;
      return feed.ledgers[feed.ledgerRow(0) * WIDTH + LEDGER_COLUMNS.indexOf(/** @type {any} */ (name))];
    };
    return {
      stale: () => sheet.stale(),
      draw() {
        const frame = sheet.get();
        if (frame.epoch === epoch && feed.ledgerCount === seen && !feed.moved) return;
        [epoch, seen] = [frame.epoch, feed.ledgerCount];
        if (feed.availableLedgers === 0) showText(frame, 'No energy yet.');
        else draw(frame);
      },
      label: () => (feed.availableLedgers === 0 ? 'no energy yet' : LAYERS.map(([name]) => `${name} ${formatQuantity(last(name), 'J')}`).reverse().join(', ') + `, unaccounted ${percent(unaccounted)}`),
      figure: (name) => (feed.availableLedgers === 0 ? '' : name === 'unaccounted' ? percent(unaccounted) : formatQuantity(last(name), 'J')),
    };
  },
};

/** @param {number} part */
const percent = (part) => `${part > 0 && part < 1e-4 ? (100 * part).toExponential(0) : Number((100 * part).toPrecision(2))} %`;
