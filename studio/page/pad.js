// The pad: plays gestures by pointer, keyboard and the controls below it. Space plays, arrows move, digits
// set the strength.

import { capitalise, clamp, el, isTyping, perFrame, spaced } from './dom.js';
import { modelOf, writeValue, valueOf } from './sounds.js';
import { initialPlace, mainGesture, kindOf, createHandler, isLasting } from './pad-kinds.js';
import { rowsOf } from './pad-levers.js';
import { INSET, picture } from './pad-picture.js';
import { shapesOf } from './pad-shapes.js';
import { placeOf, valueAt } from './scale.js';

/** @typedef {import('./types.js').Gesture} Gesture */
/** @typedef {import('./types.js').Model} Model */
/** @typedef {import('./pad-kinds.js').Point} Point */

/** Time in which the body reaches a new contact position [s]; touch input cannot announce it by hovering. */
const POSITION_DELAY = 0.04;

/** @param {HTMLElement} element @param {import('./types.js').App} app */
export function mount(element, app) {
  const { store, engine, notice, playback } = app;
  const canvas = el('canvas', { 'aria-hidden': 'true' });
  const readout = el('span', { class: 'pad-says', 'aria-hidden': 'true' });
  const surface = el('div', { class: 'pad', role: 'application', tabindex: 0, 'data-sounds': true, 'aria-roledescription': 'pad' }, canvas,
    ...['up', 'left', 'right'].map((side) => el('span', { class: `axis ${side}`, 'aria-hidden': 'true' })), readout);
  const hint = el('p', { class: 'pad-hint' });
  const levers = el('div', { class: 'levers' });
  const fold = el('button', { type: 'button', class: 'pad-fold icon quiet', 'aria-label': 'Collapse the pad', 'aria-expanded': 'true', onclick: () => toggleFold() }, '▾');
  const prompt = el('span', { class: 'greet', 'aria-hidden': 'true' });
  if (!store.settings.seen.sound) surface.append(prompt);
  const greeted = store.onSettings(({ seen }) => {
    if (!seen.sound) return;
    prompt.remove();
    greeted();
  });
  element.append(surface, levers, hint, fold);

  /** @type {Model|undefined} */ let model;
  /** @type {Gesture|undefined} */ let main;
  /**
   * Switch that must be on for the main gesture, such as the ignition of an engine.
   * @type {Gesture|undefined}
   */
  let power;
  /** @type {import('./types.js').Param|undefined} */ let where;
  /** @type {import('./pad-kinds.js').Kind} */ let kind = 'hit';
  /** @type {import('./pad-kinds.js').PointerHandler|null} */ let hand = null;
  /** @type {Map<string, import('./pad-levers.js').Row>} */ let rows = new Map();
  /** @type {number[][]|null} */ let shapes = null;
  let shown = '';
  let [x, y, held, moved, on] = [0.5, 0.5, 0, false, false];
  /**
   * Positions of the controls of each sound, restored when it is selected again.
   * @type {Map<string, { model: string, held: number, on: boolean, y: number, twin: number }>}
   */
  const savedStates = new Map();
  /** Strength at the middle of the pad: the value of the preset. */
  let middle = 0.5;
  const placeAt = (/** @type {number} */ rise) => (rise < 0.5 ? 2 * rise * middle : middle + (2 * rise - 1) * (1 - middle));
  const riseOf = (/** @type {number} */ place) => (place < middle ? (0.5 * place) / middle : 0.5 + (0.5 * (place - middle)) / (1 - middle));

  const view = picture(canvas, () => ({ x, y, where: where !== undefined, kind, held, shapes, riseOf, falls: main?.unit === 'm' }));

  /** Queue of actions that wait for the engine. @type {Promise<void>|null} */
  let queue = null;
  /** @param {string} name @param {() => Promise<unknown>} work */
  const enqueue = (name, work) => {
    const step = async () => {
      try {
        if (engine.state !== 'running') await playback.ready();
        await playback.settled(name);
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

  /**
   * Arguments of a gesture: its value, 0 to end a lasting gesture, and none to start one until told.
   * @param {Gesture} gesture
   * @param {number} place
   */
  function argsOf(gesture, place) {
    if (!model || !isLasting(model, gesture)) return [valueAt(gesture, place)];
    if (place === 0) return [0];
    return gesture === main && kind === 'sustain' ? [] : [valueAt(gesture, place)];
  }

  /**
   * @param {Gesture} gesture
   * @param {number} place
   * @param {boolean} [lasts] whether a lasting gesture goes on until told
   */
  function act(gesture, place, lasts = true) {
    const name = store.get().selected;
    if (!name) return;
    const soon = moved ? POSITION_DELAY : 0;
    moved = false;
    if (gesture === power) on = place > 0;
    if (gesture === main) {
      if (kind === 'hold' || kind === 'sustain') held = place;
      if (power && !on && place > 0) act(power, 1);
      view.mark(x, place);
      if (!store.settings.seen.sound) prompt.remove();
    }
    if (model) savedStates.set(name, { model: model.name, held, on, y, twin: initial });
    rows.get(gesture.id)?.show(place);
    const args = argsOf(gesture, place);
    enqueue(name, () => engine.send(`/${name}/${gesture.id}`, args, soon, lasts));
  }

  /**
   * @param {number} to
   * @param {boolean} [only] whether the pointer only hovers; the state then stays unchanged
   */
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
    // The engine already has the value, or gets it when it starts: only the state is updated.
    store.applyExternal((draft) => {
      const sound = draft.sounds.find((sound) => sound.name === name);
      if (sound) writeValue(sound.preset, param, value);
    });
  }
  let announced = -1;

  /** @param {number} place */
  function showLevel(place) {
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
    surface.setAttribute('aria-label', `${capitalise(spaced(main.id))} pad: ${amount}${place}. Space plays, arrows move, digits set the strength.`);
  });

  /** @param {Gesture} gesture @param {number} place */
  function textOf(gesture, place) {
    try {
      return engine.query({ do: 'convert', model: model?.name, path: `gesture.${gesture.id}`, value: valueAt(gesture, place) }).text;
    } catch {
      return `${Number(valueAt(gesture, place).toPrecision(3))} ${gesture.unit === '1' ? '' : gesture.unit}`;
    }
  }

  // Pointer
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
      // Hovering shows the next contact position and prepares the body.
      y = at.y;
      move(at.x, true);
      updateReadout();
      return;
    }
    if (event.pointerId !== down) return;
    // Coalesced events give a finer time resolution than frames.
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
    // The pointer left without contact: the previous position is restored.
    const sound = store.sound;
    if (down < 0 && where && sound) move(placeOf(where, Number(valueOf(sound.preset, where))), true);
  });
  surface.addEventListener('contextmenu', (event) => event.preventDefault());

  // Keyboard; it also works while nothing has the focus.
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const target = /** @type {HTMLElement} */ (event.target);
    // Space also strikes while a handle or the morph pad has the focus.
    if (target !== surface && target !== document.body && !(event.key === ' ' && target.matches('.bar, [data-strikes]'))) return;
    const fine = event.shiftKey ? 0.005 : 0.03;
    if (event.key === ' ' || (event.key === 'Enter' && target === surface)) {
      if (!event.repeat) strike();
    } else if (/^[0-9]$/.test(event.key)) setLevel(event.key === '0' ? 1 : Number(event.key) / 10);
    else if (event.key === 'ArrowLeft') move(x - fine);
    else if (event.key === 'ArrowRight') move(x + fine);
    else if (event.key === 'ArrowUp') setLevel(y + fine);
    else if (event.key === 'ArrowDown') setLevel(y - fine);
    else return;
    event.preventDefault();
    updateReadout();
  });

  /** @param {number} place */
  function setLevel(place) {
    showLevel(place);
    if (kind === 'hold' && main && held > 0) act(main, y);
  }

  /** Action of the space bar: plays the main gesture, or toggles a lever. */
  function strike() {
    if (!main) return;
    if (power) act(power, on ? 0 : 1);
    else if (kind === 'hold' || kind === 'sustain') act(main, held > 0 ? 0 : Math.max(y, 0.05));
    else act(main, y, false);
  }

  function show() {
    const sound = store.sound;
    const next = sound ? modelOf(engine.catalogue, sound.preset.model) : undefined;
    element.hidden = !next;
    for (const name of savedStates.keys()) if (!store.get().sounds.some((sound) => sound.name === name)) savedStates.delete(name);
    if (!sound || !next) {
      // Forces a rebuild for the next sound, even with the same name.
      [shown, model, main, power, hand, held, on] = ['', undefined, undefined, undefined, null, 0, false];
      return;
    }
    const key = JSON.stringify([sound.name, next.name, sound.preset.name]);
    const { main: first, power: needed } = mainGesture(next);
    if (!first) return;
    const twin = initialPlace(next, sound.preset, first);
    if (key !== shown) {
      shown = key;
      model = next;
      const before = savedStates.get(sound.name);
      const again = before?.model === next.name ? before : { held: 0, on: false, y: twin, twin };
      [main, power, on] = [first, needed, again.on];
      prompt.textContent = `${capitalise(spaced(main.id))} here`;
      kind = kindOf(next, main);
      const parts = next.params.filter((param) => param.id === 'position' && param.scale === 'linear');
      where = parts[0];
      const press = next.gestures.find((gesture) => gesture.id === 'press' && gesture !== main);
      hand = createHandler(kind, { act, move, level: showLevel, gesture: main, press });
      [y, held, initial] = [kind !== 'stroke' && again.twin === twin ? again.y : twin, again.held, twin];
      middle = kind === 'stroke' ? 0.5 : clamp(twin, 0.01, 0.99);
      rows = rowsOf(next, { main, power, textOf, act, aim: setLevel, strike, initial: y });
      if (power && on) rows.get(power.id)?.show(1);
      levers.replaceChildren(...[...rows.values()].map((row) => row.element));
      surface.dataset.kind = kind;
      const upward = kind === 'sustain' ? '' : kind === 'stroke' ? (press ? 'lower: press harder' : '') : `up: ${main.handle?.high ?? 'more'}`;
      surface.querySelectorAll('.axis').forEach((axis, i) => (axis.textContent = [upward, where?.handle?.low ?? '', where?.handle?.high ?? ''][i] ?? ''));
      hint.textContent = power ? HINTS.hold.replace(/ The space.*/, ` The space bar toggles “${spaced(power.id)}”.`) : kind === 'hit' ? hitHint(main, where !== undefined) : HINTS[kind];
    } else if (twin !== initial && down < 0) {
      // The handle of the same name was moved: the pad follows.
      initial = twin;
      showLevel(twin);
    }
    if (where && down < 0) {
      announced = Number(valueOf(sound.preset, where));
      x = placeOf(where, announced);
    }
    updateReadout();
    view.ask();
    updateShapes(sound.preset);
  }
  let initial = -1;

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
  /** Publishes the height of the docked pad as a CSS variable. */
  const dock = () => {
    const fixed = getComputedStyle(element).position === 'fixed';
    document.documentElement.style.setProperty('--dock', fixed ? `${element.offsetHeight}px` : '0px');
  };
  new ResizeObserver(dock).observe(element);
  addEventListener('resize', dock);

  engine.addEventListener('state', (event) => {
    // All levers of a new engine are at rest.
    if (['idle', 'failed'].includes(/** @type {CustomEvent} */ (event).detail.state)) savedStates.clear();
  });
  store.on((state, before) => {
    if (state.sounds !== before.sounds || state.selected !== before.selected) show();
  });
  show();
  dock();
}

/** Name of the strength of a gesture by its unit; "strength" by default. @type {Record<string, string>} */
const STRENGTH_NAMES = { s: 'duration', m: 'size', J: 'energy', kg: 'mass', 1: 'amount' };

/** @param {Gesture} gesture @param {boolean} along whether the body has a contact position */
function hitHint({ id, unit, scale }, along) {
  // Dropped and spilt objects fall from a height.
  const amount = scale === 'integer' ? 'number' : ['drop', 'spill'].includes(id) ? 'height' : STRENGTH_NAMES[unit] ?? 'strength';
  return along
    ? `Press the pad or the space bar. Drag to strike along the body. Arrows move, digits set the ${amount}.`
    : `Press the pad or the space bar. Height, arrows and digits set the ${amount}.`;
}

const HINTS = {
  stroke: 'Press and move: the speed of motion is the speed of the stroke. The space bar plays one stroke.',
  flick: 'Press, move and release: the speed at release is the initial speed. The space bar also starts it.',
  sustain: 'Press and hold: it goes on until you release. The space bar switches it on and off.',
  hold: 'Drag up to increase, down to stop; the value stays after release. The space bar switches it on and off.',
};
