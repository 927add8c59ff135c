// Converts pointer movements on the pad to gestures. The name of a gesture decides its kind; its table gives
// the rest.
//
// | kind   | the pointer acts as  | effect                                                                             |
// |--------|----------------------|------------------------------------------------------------------------------------|
// | hit    | a hammer, a drop     | pressing strikes: x is the position, y the strength; dragging strikes repeatedly   |
// | stroke | a bow, a needle      | the speed of motion is the speed of the stroke; pen pressure or y is the force     |
// | flick  | a thrown ball        | releasing in motion starts it with that speed                                      |
// | hold   | a lever, a valve     | y is the value, and it stays after release                                         |
// | sustain | a tap, a wiping hand | pressing starts it, releasing stops it                                            |

import { clamp } from './dom.js';
import { placeOf, valueAt } from './scale.js';

/** @typedef {import('./types.js').Gesture} Gesture */
/** @typedef {import('./types.js').Model} Model */
/** @typedef {'hit'|'stroke'|'flick'|'hold'|'sustain'} Kind */

/** Kinds by gesture name; all others are hits. */
const KINDS = /** @type {Record<string, Kind>} */ ({
  rub: 'stroke', scrape: 'stroke', roll: 'flick', swing: 'flick',
  blow: 'hold', throttle: 'hold', press: 'hold', power: 'hold', load: 'hold', switch: 'hold', start: 'hold', cork: 'hold', go: 'hold',
});

/** Pointer speed that gives the middle of a gesture's range [pad widths per second]. */
const MEDIUM_SPEED = 1.2;
/** Change of speed after which a stroke is sent again [1]. */
const MIN_CHANGE = 0.12;
/** Minimum time between two messages of a stroke [ms]. */
const MIN_INTERVAL = 33;
/** Distance between two strikes while dragging [pad widths]. */
const STRIKE_SPACING = 1 / 14;
/** Time without motion after which the pointer counts as resting [ms]. */
const REST_TIME = 150;

/** @param {Model} model @param {Gesture} gesture @returns {Kind} */
export function kindOf(model, gesture) {
  const kind = KINDS[gesture.id] ?? 'hit';
  // The value of a flow is its duration, that of rubbing a number of times: on the pad both last until released.
  if (isLasting(model, gesture) && tellsDuration(gesture)) return 'sustain';
  // "Press" as the main gesture is a squeeze. A stroke with an integer range counts repetitions: it is
  // started once.
  if (kind === 'hold' && gesture.id === 'press' && model.gestures[0] === gesture) return 'hit';
  if (kind === 'stroke' && gesture.scale === 'integer') return 'hit';
  return kind;
}

/** Whether the sound of a gesture goes on until told. @param {Model} model @param {Gesture} gesture */
export const isLasting = (model, gesture) => model.lasting_gestures?.includes(gesture.id) ?? false;

/** Whether the value of a gesture is a duration or a number of repetitions. @param {Gesture} gesture */
export const tellsDuration = (gesture) => gesture.unit === 's' || (gesture.scale === 'integer' && !isSwitch(gesture) && !gesture.choices);

/** Whether a gesture is an on/off switch. @param {Gesture} gesture */
export const isSwitch = (gesture) => ['start', 'switch'].includes(gesture.id) && gesture.min === 0 && gesture.max === 1;

/**
 * The main gesture of the pad, and the switch that must be on for it.
 * @param {Model} model
 * @returns {{ main: Gesture|undefined, power: Gesture|undefined }}
 */
export function mainGesture({ gestures }) {
  const [first, second] = gestures;
  return first && second && isSwitch(first) ? { main: second, power: first } : { main: first, power: undefined };
}

/**
 * @typedef {object} PadActions actions of the pad for a pointer handler
 * @property {(gesture: Gesture, place: number) => void} act performs a gesture with a strength of 0 to 1
 * @property {(x: number) => void} move moves along the body, 0 to 1
 * @property {(place: number) => void} level shows a strength
 * @property {Gesture} gesture
 * @property {Gesture|undefined} press gesture that sets the force, if there is one
 */

/** @typedef {{ x: number, y: number, time: number, pressure: number, type: string }} Point x to the right, y up, both 0 to 1 */
/** @typedef {{ down(at: Point): void, move(at: Point): void, up(at: Point): void }} PointerHandler */

/** @param {Kind} kind @param {PadActions} hands @returns {PointerHandler} */
export function createHandler(kind, hands) {
  return { hit, stroke, flick, hold, sustain }[kind](hands);
}

/** Pressure of a pen; null for mice and fingers, which report 0, 0.5 or 1. @param {Point} at */
const penPressure = (at) => (at.type !== 'mouse' && at.pressure > 0 && at.pressure !== 0.5 && at.pressure !== 1 ? at.pressure : null);

/** @param {PadActions} hands @returns {PointerHandler} */
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
    down: (at) => strike(at, clamp(at.y + ((penPressure(at) ?? 0.5) - 0.5) * 0.3, 0, 1)),
    move(at) {
      if (!last || Math.abs(at.x - last.x) < STRIKE_SPACING) return;
      // The faster the pointer moves, the harder it strikes.
      const speed = Math.abs(at.x - last.x) / Math.max(0.008, (at.time - last.time) / 1000);
      strike(at, clamp(at.y + 0.12 * Math.log2(speed / MEDIUM_SPEED), 0.05, 1));
    },
    up: () => (last = null),
  };
}

/** @param {PadActions} hands @returns {PointerHandler} */
function stroke({ act, move, level, gesture, press }) {
  /** @type {Point|null} */
  let last = null;
  let speed = 0;
  let sent = -1;
  let sentAt = 0;
  let timer = 0;
  const send = (/** @type {number} */ place, /** @type {number} */ now) => {
    if (sent >= 0 && Math.abs(place - sent) < MIN_CHANGE * 0.25 && now - sentAt < 200) return;
    sent = place;
    sentAt = now;
    level(place);
    act(gesture, place);
  };
  const applyPressure = (/** @type {Point} */ at) => {
    if (press) act(press, clamp(penPressure(at) ?? 1 - at.y, 0.02, 1));
  };
  const rest = () => {
    speed = 0;
    send(0, performance.now());
  };
  return {
    down(at) {
      last = at;
      [speed, sent] = [0, -1];
      move(at.x);
      applyPressure(at);
    },
    move(at) {
      if (!last || at.time - last.time < MIN_INTERVAL) return;
      const seconds = (at.time - last.time) / 1000;
      const raw = Math.hypot(at.x - last.x, at.y - last.y) / seconds;
      speed += (raw - speed) * 0.6;
      last = at;
      applyPressure(at);
      // Logarithmic around the middle, because hand speeds vary by factors.
      send(clamp(0.5 + 0.11 * Math.log2(Math.max(speed, 1e-3) / MEDIUM_SPEED), 0, 1), at.time);
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

/** @param {PadActions} hands @returns {PointerHandler} */
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
      // Without motion at release, y sets the value.
      const rests = last === undefined || at.time - last.time > REST_TIME;
      const seconds = from ? (at.time - from.time) / 1000 : 0;
      const way = from ? Math.hypot(at.x - from.x, at.y - from.y) : 0;
      const place = !rests && way > 0.05 && seconds > 0 ? clamp(0.55 + 0.14 * Math.log2(way / seconds / MEDIUM_SPEED), 0.05, 1) : at.y;
      trail = [];
      level(place);
      act(gesture, place);
    },
  };
}

/** @param {PadActions} hands @returns {PointerHandler} */
function sustain({ act, move, level, gesture }) {
  return {
    down(at) {
      move(at.x);
      level(at.y);
      act(gesture, Math.max(at.y, 0.05));
    },
    move: () => {},
    up: () => act(gesture, 0),
  };
}

/** @param {PadActions} hands @returns {PointerHandler} */
function hold({ act, level, gesture }) {
  let sent = -1;
  let sentAt = 0;
  const to = (/** @type {Point} */ at, /** @type {boolean} */ always) => {
    // The lowest 5 % are off, so that off is easy to reach.
    const place = at.y < 0.05 ? 0 : at.y;
    level(place);
    if (!always && (Math.abs(place - sent) < 0.005 || at.time - sentAt < MIN_INTERVAL)) return;
    [sent, sentAt] = [place, at.time];
    act(gesture, place);
  };
  return { down: (at) => to(at, true), move: (at) => to(at, false), up: (at) => to(at, true) };
}

/**
 * Initial strength of a gesture: the parameter with the same handle, or the default of the gesture.
 * @param {Model} model
 * @param {import('./types.js').PresetDoc} preset
 * @param {Gesture} gesture
 */
export function initialPlace(model, preset, gesture) {
  const twin = gesture.handle && model.params.find((param) => param.handle?.name === gesture.handle?.name && param.unit === gesture.unit);
  const value = twin ? preset.values?.[twin.part]?.[twin.id] ?? twin.value : gesture.default;
  return placeOf(gesture, Number(value));
}

export { valueAt };
