// The pad: the pointer is the hammer, the bow, the ball. Under it, every gesture of the model as a button or a lever, so that
// all can be done by keyboard. Space acts, arrows move, digits set how hard.

import { capitalise, clamp, el, isTyping, perFrame, spaced } from './dom.js';
import { modelOf, putValue, valueOf } from './sounds.js';
import { beginning, mainGesture, kindOf, play } from './pad-kinds.js';
import { rowsOf } from './pad-levers.js';
import { INSET, picture } from './pad-picture.js';
import { shapesOf } from './pad-shapes.js';
import { placeOf, valueAt } from './scale.js';

/** @typedef {import('./types.js').Gesture} Gesture */
/** @typedef {import('./types.js').Model} Model */
/** @typedef {import('./pad-kinds.js').Point} Point */

/** A new place of a body is reached in this time [s]; a finger cannot announce itself as a mouse does. */
const POSITION_DELAY = 0.04;

/** @param {HTMLElement} element @param {import('./types.js').Bench} bench */
export function mount(element, bench) {
  const { store, engine, notice, sounding } = bench;
  const canvas = el('canvas', { 'aria-hidden': 'true' });
  const readout = el('span', { class: 'pad-says', 'aria-hidden': 'true' });
  const surface = el('div', { class: 'pad', role: 'application', tabindex: 0, 'data-sounds': true, 'aria-roledescription': 'pad' }, canvas,
    ...['up', 'left', 'right'].map((side) => el('span', { class: `axis ${side}`, 'aria-hidden': 'true' })), readout);
  const hint = el('p', { class: 'pad-hint' });
  const levers = el('div', { class: 'levers' });
  const fold = el('button', { type: 'button', class: 'pad-fold icon quiet', 'aria-label': 'Fold the pad', 'aria-expanded': 'true', onclick: () => toggleFold() }, '▾');
  const greet = el('span', { class: 'greet', 'aria-hidden': 'true' });
  if (!store.settings.seen.sound) surface.append(greet);
  const greeted = store.onSettings(({ seen }) => {
    if (!seen.sound) return;
    greet.remove();
    greeted();
  });
  element.append(surface, levers, hint, fold);

  /** @type {Model|undefined} */ let model;
  /** @type {Gesture|undefined} */ let main;
  /** What must be on for it, as an engine before its throttle. @type {Gesture|undefined} */ let power;
  /** @type {import('./types.js').Param|undefined} */ let where;
  /** @type {import('./pad-kinds.js').Kind} */ let kind = 'hit';
  /** @type {import('./pad-kinds.js').Play|null} */ let hand = null;
  /** @type {Map<string, import('./pad-levers.js').Row>} */ let rows = new Map();
  /** @type {number[][]|null} */ let shapes = null;
  let shown = '';
  let [x, y, held, moved, on] = [0.5, 0.5, 0, false, false];
  /** How the levers of each sound stand: whoever comes back finds them as they were left. @type {Map<string, { model: string, held: number, on: boolean, y: number, twin: number }>} */
  const left = new Map();
  /** How much the middle of the pad is: what the preset does by itself, so that a hand that aims nowhere is right. */
  let middle = 0.5;
  const placeAt = (/** @type {number} */ rise) => (rise < 0.5 ? 2 * rise * middle : middle + (2 * rise - 1) * (1 - middle));
  const riseOf = (/** @type {number} */ place) => (place < middle ? (0.5 * place) / middle : 0.5 + (0.5 * (place - middle)) / (1 - middle));

  const view = picture(canvas, () => ({ x, y, where: where !== undefined, kind, held, shapes, riseOf, falls: main?.unit === 'm' }));

  /** What waits for the engine, in the order in which it was done. @type {Promise<void>|null} */
  let queue = null;
  /** @param {string} name @param {() => Promise<unknown>} work */
  const enqueue = (name, work) => {
    const step = async () => {
      try {
        if (engine.state !== 'running') await sounding.ready();
        await sounding.here(name);
        work().catch(showError);
      } catch (error) {
        showError(error);
      }
    };
    const queued = queue ? queue.then(step) : step();
    queue = queued;
    queued.then(() => queue === queued && (queue = null));
  };
  const showError = (/** @type {unknown} */ error) => notice.show(/** @type {Error} */ (error).message, 'problem');

  /** @param {Gesture} gesture @param {number} place */
  function act(gesture, place) {
    const name = store.get().selected;
    if (!name) return;
    const soon = moved ? POSITION_DELAY : 0;
    moved = false;
    if (gesture === power) on = place > 0;
    if (gesture === main) {
      if (kind === 'hold') held = place;
      if (power && !on && place > 0) act(power, 1);
      view.mark(x, place);
      if (!store.settings.seen.sound) greet.remove();
    }
    if (model) left.set(name, { model: model.name, held, on, y, twin: started });
    rows.get(gesture.id)?.show(place);
    enqueue(name, () => engine.send(`/${name}/${gesture.id}`, [valueAt(gesture, place)], soon));
  }

  /** @param {number} to @param {boolean} [only] whether the hand only hovers: the state follows when it touches */
  function move(to, only = false) {
    x = clamp(to, 0, 1);
    view.ask();
    const name = store.get().selected;
    if (!where || !name) return;
    const [value, param] = [valueAt(where, x), where];
    const now = Number(valueOf(/** @type {any} */ (store.sound).preset, param));
    if (engine.state === 'running' && Math.abs(value - announced) > 0.004) {
      announced = value;
      moved = !only;
      enqueue(name, () => engine.send(`/${name}/${param.part}/${param.id}`, [value]));
    }
    if (only || Math.abs(value - now) < 0.004) return;
    // The engine has it already (or gets all at its start): the state follows.
    store.follow((draft) => {
      const sound = draft.sounds.find((sound) => sound.name === name);
      if (sound) putValue(sound.preset, param, value);
    });
  }
  let announced = -1;

  /** @param {number} place */
  function level(place) {
    y = clamp(place, 0, 1);
    if (main) rows.get(main.id)?.show(y);
    updateReadout();
    view.ask();
  }

  const updateReadout = perFrame(() => {
    if (!model || !main) return;
    const amount = textOf(main, y);
    const place = where ? `, ${Math.round(x * 100)} % along` : '';
    readout.textContent = `${amount}${place}`;
    surface.setAttribute('aria-label', `${capitalise(spaced(main.id))} pad: ${amount}${place}. Space acts, arrows move, digits set how much.`);
  });

  /** @param {Gesture} gesture @param {number} place */
  function textOf(gesture, place) {
    try {
      return engine.query({ do: 'convert', model: model?.name, path: `gesture.${gesture.id}`, value: valueAt(gesture, place) }).text;
    } catch {
      return `${Number(valueAt(gesture, place).toPrecision(3))} ${gesture.unit === '1' ? '' : gesture.unit}`;
    }
  }

  // The pointer.
  /** @param {PointerEvent} event @returns {Point} */
  const point = (event) => {
    const box = surface.getBoundingClientRect();
    return {
      x: clamp((event.clientX - box.left - INSET.side) / (box.width - 2 * INSET.side), 0, 1),
      y: placeAt(clamp(1 - (event.clientY - box.top - INSET.top) / (box.height - INSET.top - INSET.bottom), 0, 1)),
      time: event.timeStamp, pressure: event.pressure, type: event.pointerType,
    };
  };
  let down = -1;
  surface.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || down >= 0) return;
    down = event.pointerId;
    surface.setPointerCapture(event.pointerId);
    surface.focus({ preventScroll: true });
    event.preventDefault();
    hand?.down(point(event));
  });
  surface.addEventListener('pointermove', (event) => {
    const at = point(event);
    if (down < 0) {
      if (event.pointerType !== 'mouse' && event.pointerType !== 'pen') return;
      // The hammer hovers: it is seen where it would strike, and the body is made ready.
      y = at.y;
      move(at.x, true);
      updateReadout();
      return;
    }
    if (event.pointerId !== down) return;
    // Finer than frames where the device is.
    const all = event.getCoalescedEvents?.() ?? [];
    for (const sample of all.length > 0 ? all : [event]) hand?.move(point(sample));
    if (kind === 'stroke') {
      move(at.x);
      y = at.y;
      view.mark(at.x, at.y);
    }
  });
  for (const end of /** @type {const} */ (['pointerup', 'pointercancel', 'lostpointercapture'])) {
    surface.addEventListener(end, (event) => {
      if (event.pointerId !== down) return;
      down = -1;
      hand?.up(point(event));
    });
  }
  surface.addEventListener('pointerleave', () => {
    // The hammer hovered and went: the body is touched where it was.
    const sound = store.sound;
    if (down < 0 && where && sound) move(placeOf(where, Number(valueOf(sound.preset, where))), true);
  });
  surface.addEventListener('contextmenu', (event) => event.preventDefault());

  // The keys. They also work when nothing has the focus.
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const target = /** @type {HTMLElement} */ (event.target);
    // Space strikes from wherever it would do nothing else: on a handle, on the morph pad.
    if (target !== surface && target !== document.body && !(event.key === ' ' && target.matches('.bar, [data-strikes]'))) return;
    const fine = event.shiftKey ? 0.005 : 0.03;
    if (event.key === ' ' || (event.key === 'Enter' && target === surface)) {
      if (!event.repeat) strike();
    } else if (/^[0-9]$/.test(event.key)) aim(event.key === '0' ? 1 : Number(event.key) / 10);
    else if (event.key === 'ArrowLeft') move(x - fine);
    else if (event.key === 'ArrowRight') move(x + fine);
    else if (event.key === 'ArrowUp') aim(y + fine);
    else if (event.key === 'ArrowDown') aim(y - fine);
    else return;
    event.preventDefault();
    updateReadout();
  });

  /** @param {number} place */
  function aim(place) {
    level(place);
    if (kind === 'hold' && main && held > 0) act(main, y);
  }

  /** What space does: the main gesture, or a lever up and down. */
  function strike() {
    if (!main) return;
    if (power) act(power, on ? 0 : 1);
    else if (kind === 'hold') act(main, held > 0 ? 0 : Math.max(y, 0.05));
    else act(main, y);
  }

  function show() {
    const sound = store.sound;
    const next = sound ? modelOf(engine.catalogue, sound.preset.model) : undefined;
    element.hidden = !next;
    for (const name of left.keys()) if (!store.get().sounds.some((sound) => sound.name === name)) left.delete(name);
    if (!sound || !next) {
      // The next one is shown anew, even if it is called the same.
      [shown, model, main, power, hand, held, on] = ['', undefined, undefined, undefined, null, 0, false];
      return;
    }
    const key = JSON.stringify([sound.name, next.name, sound.preset.name]);
    const { main: first, power: needed } = mainGesture(next);
    if (!first) return;
    const twin = beginning(next, sound.preset, first);
    if (key !== shown) {
      shown = key;
      model = next;
      const before = left.get(sound.name);
      const again = before?.model === next.name ? before : { held: 0, on: false, y: twin, twin };
      [main, power, on] = [first, needed, again.on];
      greet.textContent = `${capitalise(spaced(main.id))} here`;
      kind = kindOf(next, main);
      const parts = next.params.filter((param) => param.id === 'position' && param.scale === 'linear');
      where = parts[0];
      const press = next.gestures.find((gesture) => gesture.id === 'press' && gesture !== main);
      hand = play(kind, { act, move, level, gesture: main, press });
      [y, held, started] = [kind !== 'stroke' && again.twin === twin ? again.y : twin, again.held, twin];
      middle = kind === 'stroke' ? 0.5 : clamp(twin, 0.01, 0.99);
      rows = rowsOf(next, { main, power, textOf, act, aim, strike, beginning: y });
      if (power && on) rows.get(power.id)?.show(1);
      levers.replaceChildren(...[...rows.values()].map((row) => row.element));
      surface.dataset.kind = kind;
      const upward = kind === 'stroke' ? (press ? 'lower: press harder' : '') : `up: ${main.handle?.high ?? 'more'}`;
      surface.querySelectorAll('.axis').forEach((axis, i) => (axis.textContent = [upward, where?.handle?.low ?? '', where?.handle?.high ?? ''][i] ?? ''));
      hint.textContent = power ? HINTS.hold.replace(/ The space.*/, ` The space bar does “${spaced(power.id)}”.`) : kind === 'hit' ? hitHint(main, where !== undefined) : HINTS[kind];
    } else if (twin !== started && down < 0) {
      // The handle of the same name was moved: the hand follows it.
      started = twin;
      level(twin);
    }
    if (where && down < 0) {
      announced = Number(valueOf(sound.preset, where));
      x = placeOf(where, announced);
    }
    updateReadout();
    view.ask();
    updateShapes(sound.preset);
  }
  let started = -1;

  let timer = 0;
  let shapeKey = '';
  /** @param {import('./types.js').PresetDoc} preset */
  function updateShapes(preset) {
    if (!where) {
      [shapes, shapeKey] = [null, ''];
      return;
    }
    const param = where;
    const key = JSON.stringify([preset.model, { ...preset.values?.[param.part], position: 0 }]);
    if (key === shapeKey) return;
    shapeKey = key;
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const found = await shapesOf(engine, preset, param);
      if (shapeKey !== key) return;
      shapes = found;
      view.ask();
    }, 150);
  }

  function toggleFold() {
    const now = element.classList.toggle('folded');
    fold.setAttribute('aria-expanded', String(!now));
    fold.textContent = now ? '▴' : '▾';
    dock();
  }
  /** Tells the page how much of its lower edge the pad takes on a phone. */
  const dock = () => {
    const fixed = getComputedStyle(element).position === 'fixed';
    document.documentElement.style.setProperty('--dock', fixed ? `${element.offsetHeight}px` : '0px');
  };
  new ResizeObserver(dock).observe(element);
  addEventListener('resize', dock);

  engine.addEventListener('state', (event) => {
    // A new engine has every lever at rest.
    if (['idle', 'failed'].includes(/** @type {CustomEvent} */ (event).detail.state)) left.clear();
  });
  store.on((state, before) => {
    if (state.sounds !== before.sounds || state.selected !== before.selected) show();
  });
  show();
  dock();
}

/** How much a gesture is, as a question, by its unit; a hand that strikes asks how hard. @type {Record<string, string>} */
const MUCH = { s: 'how long', m: 'how large', J: 'how much', kg: 'how much', 1: 'how much' };

/** @param {Gesture} gesture @param {boolean} along whether it is touched somewhere along a body */
function hitHint({ id, unit, scale }, along) {
  // What is dropped or spilt falls from a height; a bubble is large.
  const amount = scale === 'integer' ? 'how many' : ['drop', 'spill'].includes(id) ? 'from how high' : MUCH[unit] ?? 'how hard';
  return along
    ? `Press on the pad, or the space bar. Drag to run along it. Arrows move, digits say ${amount}.`
    : `Press on the pad, or the space bar: the higher, the more. Arrows and digits say ${amount}.`;
}

const HINTS = {
  stroke: 'Press and move: your motion is the speed. The space bar does one stroke.',
  flick: 'Press, move and let go: it goes off as fast as your hand. The space bar sends it, too.',
  hold: 'Drag up for more, down to stop; it stays where you leave it. The space bar switches it on and off.',
};
