// A curve that is drawn: a handle over time. Draw it in one go; or take its points one by one, with the pointer or with keys.

import { clamp, el, svg } from './dom.js';

/** @typedef {[number, number]} Point time [s], handle 0 to 100 */

/** Most points of a curve: as many as one can take hold of. */
export const MAX_POINTS = 24;
const WIDTH = 600;
const HEIGHT = 160;
/** Points of a drawn line that lie this near to the straight one are left out [1 of the height]. */
const SIMPLIFY_TOLERANCE = 0.02;
/** A drawn line that comes so near to an edge reaches it [1 of the width]. */
const EDGE_SNAP = 0.06;

/** @param {(points: Point[]) => void} set */
export function drawCurve(set) {
  /** @type {Point[]} */
  let points = [];
  let seconds = 4;
  let text = (/** @type {number} */ handle) => `${Math.round(handle)}`;
  const line = svg('polyline', { class: 'curve-line' });
  const area = svg('polygon', { class: 'curve-area' });
  const head = svg('line', { class: 'curve-head', y1: 0, y2: HEIGHT, visibility: 'hidden' });
  const grid = svg('g', { class: 'curve-grid' }, ...[25, 50, 75].map((at) => svg('line', { x1: 0, x2: WIDTH, y1: (HEIGHT * at) / 100, y2: (HEIGHT * at) / 100 })));
  const sheet = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', class: 'curve-sheet', 'aria-hidden': 'true' }, grid, area, line, head);
  const dots = el('div', { class: 'curve-dots' });
  const root = el('div', { class: 'curve', role: 'group', 'aria-label': 'Curve of the handle over time. Arrows move a point, Enter adds one after it, Delete removes it.' }, sheet, dots);

  const place = (/** @type {PointerEvent} */ event) => {
    const box = root.getBoundingClientRect();
    const x = clamp((event.clientX - box.left) / box.width, 0, 1);
    const y = clamp((event.clientY - box.top) / box.height, 0, 1);
    return /** @type {Point} */ ([x * seconds, 100 * (1 - y)]);
  };

  /** @type {Point[]|null} */
  let drawn = null;
  let held = -1;
  root.addEventListener('pointerdown', (event) => {
    const dot = event.target instanceof Element ? event.target.closest('.curve-dot') : null;
    held = dot ? [...dots.children].indexOf(dot) : -1;
    if (held < 0) drawn = [place(event)];
    root.setPointerCapture(event.pointerId);
    if (held >= 0) /** @type {HTMLElement} */ (dots.children[held]).focus();
    event.preventDefault();
  });
  root.addEventListener('pointermove', (event) => {
    if (held >= 0) return move(held, place(event));
    if (!drawn) return;
    const at = place(event);
    // One value at a time: going back wipes what was drawn there.
    while (drawn.length > 0 && drawn[drawn.length - 1][0] >= at[0] - seconds / 400) {
      if (at[0] > drawn[drawn.length - 1][0]) break;
      drawn.pop();
    }
    drawn.push(at);
    show(merged(drawn));
  });
  const end = () => {
    if (drawn && drawn.length > 1) set(simple(merged(drawn), seconds));
    else if (drawn) add(drawn[0]);
    drawn = null;
    held = -1;
  };
  root.addEventListener('pointerup', end);
  root.addEventListener('pointercancel', () => {
    drawn = null;
    held = -1;
    show(points);
  });

  /** What was drawn, in the place of what was there. @param {Point[]} fresh @returns {Point[]} */
  function merged(fresh) {
    // Who begins or ends near an edge means the edge.
    const from = fresh[0][0] < EDGE_SNAP * seconds ? -1 : fresh[0][0];
    const last = fresh[fresh.length - 1][0];
    const to = last > (1 - EDGE_SNAP) * seconds ? seconds + 1 : last;
    return [...points.filter(([at]) => at < from), ...fresh, ...points.filter(([at]) => at > to)];
  }
  /** @param {Point} point */
  function add(point) {
    if (points.length >= MAX_POINTS) return;
    set([...points, point].sort((a, b) => a[0] - b[0]));
  }
  /**
   * A point stays between its neighbours; the first and the last stay at the ends.
   * @param {number} index
   * @param {Point} to
   */
  function move(index, [time, handle]) {
    const least = index === 0 ? 0 : points[index - 1][0];
    const last = index === points.length - 1 ? seconds : points[index + 1][0];
    const at = index === 0 ? 0 : index === points.length - 1 ? seconds : clamp(time, least, last);
    set(points.map((point, place) => (place === index ? [at, clamp(handle, 0, 100)] : point)));
  }
  dots.addEventListener('keydown', (event) => {
    const index = [...dots.children].indexOf(/** @type {Element} */ (event.target));
    if (index < 0) return;
    const [time, handle] = points[index];
    const big = event.shiftKey ? 10 : 1;
    const go = (/** @type {number} */ to) => /** @type {HTMLElement|undefined} */ (dots.children[clamp(to, 0, points.length - 1)])?.focus();
    if (event.key === 'ArrowUp') move(index, [time, handle + big]);
    else if (event.key === 'ArrowDown') move(index, [time, handle - big]);
    else if (event.key === 'ArrowRight' && event.altKey) move(index, [time + (big * seconds) / 100, handle]);
    else if (event.key === 'ArrowLeft' && event.altKey) move(index, [time - (big * seconds) / 100, handle]);
    else if (event.key === 'ArrowRight') go(index + 1);
    else if (event.key === 'ArrowLeft') go(index - 1);
    else if (event.key === 'Enter' && index < points.length - 1) {
      const next = points[index + 1];
      add([(time + next[0]) / 2, (handle + next[1]) / 2]);
      go(index + 1);
    } else if (['Delete', 'Backspace'].includes(event.key) && index > 0 && index < points.length - 1) {
      set(points.filter((_, place) => place !== index));
      go(index);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  /** @param {Point[]} shown */
  function show(shown) {
    const at = shown.map(([time, handle]) => `${((time / seconds) * WIDTH).toFixed(1)},${(HEIGHT * (1 - handle / 100)).toFixed(1)}`);
    line.setAttribute('points', at.join(' '));
    area.setAttribute('points', [...at, `${WIDTH},${HEIGHT}`, `0,${HEIGHT}`].join(' '));
  }

  return {
    root,
    /**
     * @param {Point[]} now
     * @param {number} lasts [s]
     * @param {(handle: number) => string} words how a handle's position is written
     */
    update(now, lasts, words) {
      [points, seconds, text] = [now, lasts, words];
      show(points);
      while (dots.children.length > points.length) dots.lastElementChild?.remove();
      while (dots.children.length < points.length) {
        dots.append(el('span', { class: 'curve-dot', role: 'slider', tabindex: 0, 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-orientation': 'vertical' }));
      }
      points.forEach(([time, handle], index) => {
        const dot = /** @type {HTMLElement} */ (dots.children[index]);
        dot.style.setProperty('--x', String(time / seconds));
        dot.style.setProperty('--y', String(1 - handle / 100));
        dot.setAttribute('aria-label', `at ${time.toFixed(2)} s`);
        dot.setAttribute('aria-valuenow', String(Math.round(handle)));
        dot.setAttribute('aria-valuetext', text(handle));
      });
    },
    /** @param {number} part −1 while it does not play */
    light(part) {
      head.setAttribute('visibility', part < 0 ? 'hidden' : 'visible');
      head.setAttribute('x1', String(part * WIDTH));
      head.setAttribute('x2', String(part * WIDTH));
    },
  };
}

/**
 * The same line with as few points as show it: the farthest from the straight line stays, and so on in both halves.
 * @param {Point[]} points
 * @param {number} seconds
 * @returns {Point[]}
 */
export function simple(points, seconds) {
  const full = points.map(([at, handle]) => /** @type {Point} */ ([clamp(at, 0, seconds), handle]));
  full[0] = [0, full[0][1]];
  full[full.length - 1] = [seconds, full[full.length - 1][1]];
  for (let near = SIMPLIFY_TOLERANCE; ; near *= 1.5) {
    const few = thinned(full, near * 100);
    if (few.length <= MAX_POINTS) return few;
  }
}

/**
 * @param {Point[]} points
 * @param {number} near
 * @returns {Point[]}
 */
function thinned(points, near) {
  const [first, last] = [points[0], points[points.length - 1]];
  let [far, at] = [0, -1];
  for (let index = 1; index < points.length - 1; index++) {
    const part = last[0] === first[0] ? 0 : (points[index][0] - first[0]) / (last[0] - first[0]);
    const off = Math.abs(points[index][1] - (first[1] + part * (last[1] - first[1])));
    if (off > far) [far, at] = [off, index];
  }
  if (far <= near) return [first, last];
  return [...thinned(points.slice(0, at + 1), near), ...thinned(points.slice(at), near).slice(1)];
}
