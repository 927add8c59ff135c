// Editor for a curve of a handle over time: draw it with the pointer, or move single points by pointer or
// keyboard.

import { clamp, el, svg } from './dom.js';

/** @typedef {[number, number]} Point time [s], handle 0 to 100 */

/** Maximum number of points of a curve; more cannot be picked by hand. */
export const MAX_POINTS = 24;
const WIDTH = 600;
const HEIGHT = 160;
/** Maximum deviation when a drawn line is simplified [fraction of the height]. */
const SIMPLIFY_TOLERANCE = 0.02;
/** A drawn line that ends within this distance of an edge is extended to it [fraction of the width]. */
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
  let dragged = -1;
  root.addEventListener('pointerdown', (event) => {
    const dot = event.target instanceof Element ? event.target.closest('.curve-dot') : null;
    dragged = dot ? [...dots.children].indexOf(dot) : -1;
    if (dragged < 0) drawn = [place(event)];
    root.setPointerCapture(event.pointerId);
    if (dragged >= 0) /** @type {HTMLElement} */ (dots.children[dragged]).focus();
    event.preventDefault();
  });
  root.addEventListener('pointermove', (event) => {
    if (dragged >= 0) return move(dragged, place(event));
    if (!drawn) return;
    const at = place(event);
    // A curve has one value per time: drawing backwards erases.
    while (drawn.length > 0 && drawn[drawn.length - 1][0] >= at[0] - seconds / 400) {
      if (at[0] > drawn[drawn.length - 1][0]) break;
      drawn.pop();
    }
    drawn.push(at);
    show(mergeDrawn(drawn));
  });
  const end = () => {
    if (drawn && drawn.length > 1) set(simplify(mergeDrawn(drawn), seconds));
    else if (drawn) add(drawn[0]);
    drawn = null;
    dragged = -1;
  };
  root.addEventListener('pointerup', end);
  root.addEventListener('pointercancel', () => {
    drawn = null;
    dragged = -1;
    show(points);
  });

  /** Replaces the part of the curve under the drawn line. @param {Point[]} fresh @returns {Point[]} */
  function mergeDrawn(fresh) {
    // A line that starts or ends near an edge is extended to the edge.
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
   * Moves a point between its neighbours; the first and the last point stay at the ends.
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
     * @param {number} lasts duration of the curve [s]
     * @param {(handle: number) => string} words formats a handle position
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
    /** Shows the playing position. @param {number} part 0 to 1; −1 while it does not play */
    light(part) {
      head.setAttribute('visibility', part < 0 ? 'hidden' : 'visible');
      head.setAttribute('x1', String(part * WIDTH));
      head.setAttribute('x2', String(part * WIDTH));
    },
  };
}

/**
 * Simplifies a line by the Douglas–Peucker algorithm until it has at most `MAX_POINTS` points.
 * @param {Point[]} points
 * @param {number} seconds
 * @returns {Point[]}
 */
export function simplify(points, seconds) {
  const full = points.map(([at, handle]) => /** @type {Point} */ ([clamp(at, 0, seconds), handle]));
  full[0] = [0, full[0][1]];
  full[full.length - 1] = [seconds, full[full.length - 1][1]];
  for (let near = SIMPLIFY_TOLERANCE; ; near *= 1.5) {
    const few = douglasPeucker(full, near * 100);
    if (few.length <= MAX_POINTS) return few;
  }
}

/**
 * @param {Point[]} points
 * @param {number} near
 * @returns {Point[]}
 */
function douglasPeucker(points, near) {
  const [first, last] = [points[0], points[points.length - 1]];
  let [far, at] = [0, -1];
  for (let index = 1; index < points.length - 1; index++) {
    const part = last[0] === first[0] ? 0 : (points[index][0] - first[0]) / (last[0] - first[0]);
    const off = Math.abs(points[index][1] - (first[1] + part * (last[1] - first[1])));
    if (off > far) [far, at] = [off, index];
  }
  if (far <= near) return [first, last];
  return [...douglasPeucker(points.slice(0, at + 1), near), ...douglasPeucker(points.slice(at), near).slice(1)];
}
