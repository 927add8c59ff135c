// Drawing on the pad: the body with its modes, the pointer, and fading marks of the last gestures.

/** @typedef {{ x: number, y: number, at: number }} Mark */
/** @typedef {{ x: number, y: number, where: boolean, kind: import('./pad-kinds.js').Kind, held: number|null, shapes: number[][]|null, falls: boolean, riseOf: (place: number) => number }} Scene */

/** Lifetime of a mark [ms]. */
const FADES = 1600;
/** Margins around the active area of the pad [px]. */
export const INSET = { side: 18, top: 30, bottom: 26 };

/** @param {HTMLCanvasElement} canvas @param {() => Scene} scene */
export function picture(canvas, scene) {
  const context = canvas.getContext('2d');
  /** @type {Mark[]} */
  let marks = [];
  let requested = false;
  const still = matchMedia('(prefers-reduced-motion: reduce)');

  const ask = () => {
    if (requested) return;
    requested = true;
    requestAnimationFrame(draw);
  };

  function draw() {
    requested = false;
    if (!context) return;
    const ratio = devicePixelRatio || 1;
    const [w, h] = [canvas.clientWidth, canvas.clientHeight];
    if (w === 0 || h === 0) return;
    if (canvas.width !== Math.round(w * ratio) || canvas.height !== Math.round(h * ratio)) {
      canvas.width = Math.round(w * ratio);
      canvas.height = Math.round(h * ratio);
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, w, h);
    const style = getComputedStyle(canvas);
    const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    const now = performance.now();
    const { x, y, where, kind, held, shapes, falls, riseOf } = scene();
    const px = (/** @type {number} */ place) => INSET.side + place * (w - 2 * INSET.side);
    const py = (/** @type {number} */ place) => h - INSET.bottom - riseOf(place) * (h - INSET.top - INSET.bottom);
    const accent = colour('--accent');

    context.lineWidth = 1;
    context.strokeStyle = colour('--line');
    for (const part of [0.25, 0.5, 0.75]) {
      const level = h - INSET.bottom - part * (h - INSET.top - INSET.bottom);
      line(context, px(0), level, px(1), level);
    }

    if (where) body(context, shapes, { px, py, h, body: colour('--body'), line: colour('--line-strong') }, x);
    if (kind === 'hold') level(context, held ?? 0, y, { px, py, accent, line: colour('--line-strong') });

    marks = marks.filter((mark) => now - mark.at < FADES);
    for (const mark of marks) {
      const age = (now - mark.at) / FADES;
      context.globalAlpha = (1 - age) ** 2;
      context.strokeStyle = accent;
      context.fillStyle = accent;
      context.lineWidth = 2;
      const [cx, cy] = [px(where ? mark.x : 0.5 + 0.9 * (mark.x - 0.5)), py(mark.y)];
      if (falls) line(context, cx, cy, cx, py(0));
      context.beginPath();
      context.arc(cx, cy, still.matches ? 8 : 5 + 26 * mark.y * Math.sqrt(age) + 6 * age, 0, 7);
      context.stroke();
      context.globalAlpha *= 0.9;
      context.beginPath();
      context.arc(cx, cy, 3.5, 0, 7);
      context.fill();
    }
    context.globalAlpha = 1;

    // The position of the next gesture.
    if (kind !== 'hold') {
      const [cx, cy] = [px(x), py(y)];
      context.strokeStyle = colour('--striker');
      context.lineWidth = 1.5;
      context.setLineDash([2, 5]);
      line(context, cx, cy, cx, py(0));
      context.setLineDash([]);
      context.beginPath();
      context.arc(cx, cy, 9, 0, 7);
      context.fillStyle = colour('--paper-2');
      context.fill();
      context.lineWidth = 2.5;
      context.stroke();
    }
    if (marks.length > 0) ask();
  }

  new ResizeObserver(ask).observe(canvas);
  new MutationObserver(ask).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return {
    ask,
    /** @param {number} x @param {number} y */
    mark(x, y) {
      marks.push({ x, y, at: performance.now() });
      if (marks.length > 60) marks.shift();
      ask();
    },
  };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x0
 * @param {number} y0
 * @param {number} x1
 * @param {number} y1
 */
function line(context, x0, y0, x1, y1) {
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
}

/**
 * Draws the body at the lower edge and the response of its lowest modes along it.
 * @param {CanvasRenderingContext2D} context
 * @param {number[][]|null} shapes response of each mode by position
 * @param {{ px: (x: number) => number, py: (y: number) => number, h: number, body: string, line: string }} to
 * @param {number} x position of the pointer
 */
function body(context, shapes, { px, py, h, body, line: grey }, x) {
  context.strokeStyle = grey;
  context.lineWidth = 2;
  line(context, px(0), py(0), px(1), py(0));
  if (!shapes) return;
  const high = 0.3 * h;
  context.strokeStyle = body;
  shapes.forEach((shape, mode) => {
    const here = shape[Math.round(x * (shape.length - 1))] ?? 0;
    context.globalAlpha = (0.18 + 0.75 * here) / (1 + 0.25 * mode);
    context.lineWidth = mode === 0 ? 2 : 1.25;
    context.beginPath();
    shape.forEach((value, i) => context.lineTo(px(i / (shape.length - 1)), py(0) - value * high));
    context.stroke();
  });
  context.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} held
 * @param {number} y
 * @param {{ px: (x: number) => number, py: (y: number) => number, accent: string, line: string }} to
 */
function level(context, held, y, { px, py, accent, line: grey }) {
  context.fillStyle = accent;
  context.globalAlpha = 0.28;
  context.fillRect(px(0), py(held), px(1) - px(0), py(0) - py(held));
  context.globalAlpha = 1;
  context.strokeStyle = accent;
  context.lineWidth = 3;
  line(context, px(0), py(held), px(1), py(held));
  if (Math.abs(y - held) < 0.01) return;
  context.strokeStyle = grey;
  context.lineWidth = 1.5;
  context.setLineDash([4, 5]);
  line(context, px(0), py(y), px(1), py(y));
  context.setLineDash([]);
}
