// How a hand on the pad becomes gestures of a model. Which kind a gesture is, is said by its name; all else by its table.
//
// | kind   | the pointer is       | what it does                                                                      |
// |--------|----------------------|-----------------------------------------------------------------------------------|
// | hit    | a hammer, a drop     | pressing strikes: across is where, up is how hard; dragging runs along the body     |
// | stroke | a bow, a needle      | its motion is the speed; pen pressure, or how low it is, is how hard it presses      |
// | flick  | a ball in the hand   | let go in motion, it goes off with that speed                                       |
// | hold   | a lever, a valve     | how high it is, is how much, and it stays                                           |

import { clamp } from './dom.js';
import { placeOf, valueAt } from './scale.js';

/** @typedef {import('./types.js').Gesture} Gesture */
/** @typedef {import('./types.js').Model} Model */
/** @typedef {'hit'|'stroke'|'flick'|'hold'} Kind */

/** Names that are not hits; the rest are. */
const KINDS = /** @type {Record<string, Kind>} */ ({
  rub: 'stroke', scrape: 'stroke', roll: 'flick', swing: 'flick',
  blow: 'hold', throttle: 'hold', press: 'hold', power: 'hold', load: 'hold', switch: 'hold', start: 'hold', cork: 'hold', go: 'hold',
});

/** Pad widths per second that are the middle of a gesture's range. */
const BRISK = 1.2;
/** A stroke is said again when its speed changed by this part. */
const NOTED = 0.12;
/** Strokes are said at most so often [ms]. */
const OFTEN = 33;
/** Width of the pad after which a dragged hammer strikes again. */
const NEXT = 1 / 14;
/** A hand that has not moved for so long rests [ms]. */
const RESTS = 150;

/** @param {Model} model @param {Gesture} gesture @returns {Kind} */
export function kindOf(model, gesture) {
  const kind = KINDS[gesture.id] ?? 'hit';
  // "Press" as the only thing to do is a squeeze; so many turns of a hand are begun, not drawn.
  if (kind === 'hold' && gesture.id === 'press' && model.gestures[0] === gesture) return 'hit';
  if (kind === 'stroke' && gesture.scale === 'integer') return 'hit';
  return kind;
}

/** Whether a gesture only switches: it goes from off to on. @param {Gesture} gesture */
export const switches = (gesture) => ['start', 'switch'].includes(gesture.id) && gesture.min === 0 && gesture.max === 1;

/**
 * What the pad does, and what must be on for it.
 * @param {Model} model
 * @returns {{ main: Gesture|undefined, power: Gesture|undefined }}
 */
export function mainGesture({ gestures }) {
  const [first, second] = gestures;
  return first && second && switches(first) ? { main: second, power: first } : { main: first, power: undefined };
}

/**
 * @typedef {object} Hands what a kind needs of the pad
 * @property {(gesture: Gesture, place: number) => void} act does the gesture, so strongly (0 to 1)
 * @property {(x: number) => void} move goes along the body (0 to 1)
 * @property {(place: number) => void} level shows how much
 * @property {Gesture} gesture
 * @property {Gesture|undefined} press how hard it is pressed, if that can be said
 */

/** @typedef {{ x: number, y: number, time: number, pressure: number, type: string }} Point x to the right, y up, both 0 to 1 */
/** @typedef {{ down(at: Point): void, move(at: Point): void, up(at: Point): void }} Play */

/** @param {Kind} kind @param {Hands} hands @returns {Play} */
export function play(kind, hands) {
  return { hit, stroke, flick, hold }[kind](hands);
}

/** A pen says how hard; a mouse and most fingers say 0.5 or nothing. @param {Point} at */
const leaning = (at) => (at.type !== 'mouse' && at.pressure > 0 && at.pressure !== 0.5 && at.pressure !== 1 ? at.pressure : null);

/** @param {Hands} hands @returns {Play} */
function hit({ act, move, level, gesture }) {
  /** @type {Point|null} */
  let last = null;
  const strike = (/** @type {Point} */ at, /** @type {number} */ place) => {
    move(at.x);
    level(place);
    act(gesture, place);
    last = at;
  };
  return {
    down: (at) => strike(at, clamp(at.y + ((leaning(at) ?? 0.5) - 0.5) * 0.3, 0, 1)),
    move(at) {
      if (!last || Math.abs(at.x - last.x) < NEXT) return;
      // Like a stick along a railing: the faster it runs, the harder each bar is hit.
      const speed = Math.abs(at.x - last.x) / Math.max(0.008, (at.time - last.time) / 1000);
      strike(at, clamp(at.y + 0.12 * Math.log2(speed / BRISK), 0.05, 1));
    },
    up: () => (last = null),
  };
}

/** @param {Hands} hands @returns {Play} */
function stroke({ act, move, level, gesture, press }) {
  /** @type {Point|null} */
  let last = null;
  let speed = 0;
  let sent = -1;
  let saidAt = 0;
  let timer = 0;
  const say = (/** @type {number} */ place, /** @type {number} */ now) => {
    if (sent >= 0 && Math.abs(place - sent) < NOTED * 0.25 && now - saidAt < 200) return;
    sent = place;
    saidAt = now;
    level(place);
    act(gesture, place);
  };
  const lean = (/** @type {Point} */ at) => {
    if (press) act(press, clamp(leaning(at) ?? 1 - at.y, 0.02, 1));
  };
  const rest = () => {
    speed = 0;
    say(0, performance.now());
  };
  return {
    down(at) {
      last = at;
      [speed, sent] = [0, -1];
      move(at.x);
      lean(at);
    },
    move(at) {
      if (!last || at.time - last.time < OFTEN) return;
      const seconds = (at.time - last.time) / 1000;
      const raw = Math.hypot(at.x - last.x, at.y - last.y) / seconds;
      speed += (raw - speed) * 0.6;
      last = at;
      lean(at);
      // In octaves round the middle: hands vary by factors, not by sums.
      say(clamp(0.5 + 0.11 * Math.log2(Math.max(speed, 1e-3) / BRISK), 0, 1), at.time);
      clearTimeout(timer);
      timer = setTimeout(rest, 90);
    },
    up() {
      clearTimeout(timer);
      last = null;
      rest();
      if (press) act(press, placeOf(press, press.default));
    },
  };
}

/** @param {Hands} hands @returns {Play} */
function flick({ act, move, level, gesture }) {
  /** @type {Point[]} */
  let trail = [];
  return {
    down(at) {
      trail = [at];
      move(at.x);
      level(at.y);
    },
    move(at) {
      trail = [...trail.filter((point) => at.time - point.time < 120), at];
      level(at.y);
    },
    up(at) {
      const from = trail[0];
      const last = trail.at(-1);
      // A hand that has come to rest throws nothing: then it is how high it is.
      const rests = last === undefined || at.time - last.time > RESTS;
      const seconds = from ? (at.time - from.time) / 1000 : 0;
      const way = from ? Math.hypot(at.x - from.x, at.y - from.y) : 0;
      const place = !rests && way > 0.05 && seconds > 0 ? clamp(0.55 + 0.14 * Math.log2(way / seconds / BRISK), 0.05, 1) : at.y;
      trail = [];
      level(place);
      act(gesture, place);
    },
  };
}

/** @param {Hands} hands @returns {Play} */
function hold({ act, level, gesture }) {
  let sent = -1;
  let saidAt = 0;
  const to = (/** @type {Point} */ at, /** @type {boolean} */ surely) => {
    // The lowest twentieth is off, so that off can be found without looking.
    const place = at.y < 0.05 ? 0 : at.y;
    level(place);
    if (!surely && (Math.abs(place - sent) < 0.005 || at.time - saidAt < OFTEN)) return;
    [sent, saidAt] = [place, at.time];
    act(gesture, place);
  };
  return { down: (at) => to(at, true), move: (at) => to(at, false), up: (at) => to(at, true) };
}

/** The strength a preset begins with: its parameter of the same handle, or the gesture's own. @param {Model} model @param {import('./types.js').PresetDoc} preset @param {Gesture} gesture */
export function beginning(model, preset, gesture) {
  const twin = gesture.handle && model.params.find((param) => param.handle?.name === gesture.handle?.name && param.unit === gesture.unit);
  const value = twin ? preset.values?.[twin.part]?.[twin.id] ?? twin.value : gesture.default;
  return placeOf(gesture, Number(value));
}

export { valueAt };
