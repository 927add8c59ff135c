// Timing of a sound: once, repeated, in a rhythm, or with a handle that follows a curve.

import { capitalise, el, spaced } from './dom.js';
import { drawCurve } from './draw-curve.js';
import { rhythm, STEPS } from './rhythm.js';
import { Scheduler } from './scheduler.js';
import { modelOf } from './sounds.js';

/** @typedef {import('./types.js').Time} Time */
/** @typedef {import('./types.js').Param} Param */

const KINDS = /** @type {const} */ ([['once', 'once'], ['repeat', 'repeat'], ['rhythm', 'rhythm'], ['curve', 'curve']]);

/**
 * @param {HTMLElement} element
 * @param {import('./types.js').App} app
 */
export function mount(element, app) {
  const { store, engine, notice } = app;
  const scheduler = new Scheduler(app);
  const change = (/** @type {(time: any) => void} */ recipe, label = 'time') => {
    store.change(label, (draft) => {
      const sound = draft.sounds.find((sound) => sound.name === draft.selected);
      if (sound) recipe(sound.time);
    });
  };

  const play = el('button', { type: 'button', class: 'time-play primary', 'data-sounds': true, onclick: toggle });
  const kinds = KINDS.map(([kind, label]) => el('button', { type: 'button', role: 'radio', 'data-kind': kind, 'aria-checked': 'false', tabindex: -1, onclick: () => choose(kind) }, label));
  const group = el('div', { class: 'time-kinds', role: 'radiogroup', 'aria-label': 'Timing' }, ...kinds);
  group.addEventListener('keydown', (event) => {
    const at = kinds.findIndex((button) => button === event.target);
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = kinds[(to + kinds.length) % kinds.length];
    next.click();
    next.focus();
  });

  const every = number('every', 's', 0.02, 60, 0.05, (time, value) => (time.every = value));
  const times = number('times', '', 0, 999, 1, (time, value) => (time.times = value > 0 ? Math.round(value) : null));
  times.input.placeholder = '∞';
  times.input.title = 'Number of repetitions; empty: until stopped';
  const repeat = el('div', { class: 'time-fields' }, every.root, times.root, el('span', { class: 'time-hint' }, 'empty: until stopped'));

  const tempo = number('tempo', 'bpm', 20, 400, 1, (time, value) => (time.tempo = value));
  const steps = rhythm((index, strength) => change((time) => (time.steps[index] = strength), 'rhythm'));
  const rhythmFields = el('div', { class: 'time-rhythm' }, steps.root, el('div', { class: 'time-fields' }, tempo.root, el('span', { class: 'time-hint' }, 'bar height: strength of the strike')));

  const handle = el('select', { 'aria-label': 'Handle that follows the curve', onchange: () => change((time) => (time.path = handle.value)) });
  const seconds = number('lasts', 's', 0.2, 600, 0.5, (time, value) => {
    time.points = time.points.map((/** @type {[number, number]} */ [at, handle]) => [(at * value) / time.seconds, handle]);
    time.seconds = value;
  });
  const sheet = drawCurve((points) => change((time) => (time.points = points), 'curve'));
  const [low, high] = [el('span', {}), el('span', {})];
  const curveFields = el('div', { class: 'time-curve' },
    el('div', { class: 'time-fields' }, el('label', { class: 'time-field' }, 'handle', handle), seconds.root),
    el('div', { class: 'time-sheet' }, el('div', { class: 'time-ends', 'aria-hidden': 'true' }, high, low), sheet.root));

  element.classList.add('time');
  element.append(el('div', { class: 'time-head' }, el('h3', {}, 'time'), group, play), repeat, rhythmFields, curveFields);

  /**
   * @param {string} label
   * @param {string} unit
   * @param {number} min
   * @param {number} max
   * @param {number} step
   * @param {(time: any, value: number) => void} set
   */
  function number(label, unit, min, max, step, set) {
    const input = el('input', { type: 'number', min, max, step, inputmode: 'decimal', 'aria-label': unit ? `${label} [${unit}]` : label });
    input.addEventListener('input', () => {
      const value = input.value === '' ? 0 : input.valueAsNumber;
      if (Number.isFinite(value) && (value >= min || input.value === '') && value <= max && (input.value !== '' || min === 0)) change((time) => set(time, value), label);
    });
    input.addEventListener('blur', update);
    return { input, root: el('label', { class: 'time-field' }, label, input, unit) };
  }

  /** @param {Time['kind']} kind */
  function choose(kind) {
    const sound = store.sound;
    if (!sound || sound.time.kind === kind) return;
    scheduler.stop(sound.name);
    const model = modelOf(engine.catalogue, sound.preset.model);
    const first = model?.params.find((param) => param.handle !== null);
    if (kind === 'curve' && !first) {
      notice.show('This sound has no handle that a curve could move.', 'problem');
      return;
    }
    /** @type {Record<string, Time>} */
    const fresh = {
      once: { kind: 'once' },
      repeat: { kind: 'repeat', every: 0.5, times: null },
      rhythm: { kind: 'rhythm', steps: Array.from({ length: STEPS }, (_, at) => (at % 4 === 0 ? 0.8 : at === 10 ? 0.6 : 0)), tempo: 100 },
      curve: { kind: 'curve', path: first?.path ?? '', points: [[0, 20], [10, 80]], seconds: 10 },
    };
    store.change('time', (draft) => {
      const found = draft.sounds.find((candidate) => candidate.name === sound.name);
      if (found) found.time = fresh[kind];
    });
  }

  async function toggle() {
    const name = store.get().selected;
    if (!name) return;
    if (scheduler.isPlaying(name)) return scheduler.stop(name);
    try {
      await app.playback.ready();
      scheduler.start(name);
    } catch (error) {
      notice.show(/** @type {Error} */ (error).message, 'problem');
    }
  }

  /** @param {HTMLInputElement} input @param {number|null} value */
  function setInput(input, value) {
    if (document.activeElement === input && input.value !== '') return;
    input.value = value === null ? '' : String(Number(value.toFixed(3)));
  }

  function update() {
    const sound = store.sound;
    element.hidden = !sound;
    if (!sound) return;
    const { time, preset } = sound;
    kinds.forEach((button) => {
      const active = button.dataset.kind === time.kind;
      button.setAttribute('aria-checked', String(active));
      button.tabIndex = active ? 0 : -1;
    });
    const on = scheduler.isPlaying(sound.name);
    play.textContent = on ? '■ stop' : '▸ play';
    play.setAttribute('aria-label', on ? 'Stop' : `Play: ${KINDS.find(([kind]) => kind === time.kind)?.[1]}`);
    repeat.hidden = time.kind !== 'repeat';
    rhythmFields.hidden = time.kind !== 'rhythm';
    curveFields.hidden = time.kind !== 'curve';
    if (time.kind === 'repeat') {
      setInput(every.input, time.every);
      setInput(times.input, time.times);
    }
    if (time.kind === 'rhythm') {
      setInput(tempo.input, time.tempo);
      steps.update(time.steps);
    }
    if (time.kind === 'curve') showCurve(preset.model, time);
  }

  /** @param {string} name @param {Time & { kind: 'curve' }} time */
  function showCurve(name, time) {
    const params = (modelOf(engine.catalogue, name)?.params ?? []).filter((param) => param.handle !== null);
    if (handle.dataset.model !== name) {
      handle.dataset.model = name;
      handle.replaceChildren(...params.map((param) => el('option', { value: param.path }, `${spaced(param.handle?.name ?? param.id)} (${param.part})`)));
    }
    handle.value = time.path;
    const param = params.find((param) => param.path === time.path);
    high.textContent = param?.handle?.high ?? '';
    low.textContent = param?.handle?.low ?? '';
    setInput(seconds.input, time.seconds);
    sheet.update(time.points, time.seconds, (at) => handleText(name, param, at));
  }

  /** @param {string} model @param {Param|undefined} param @param {number} at */
  function handleText(model, param, at) {
    if (!param) return `${Math.round(at)}`;
    try {
      return `${Math.round(at)}, ${engine.query({ do: 'convert', model, path: param.path, handle: at }).text}`;
    } catch {
      return `${Math.round(at)}`;
    }
  }

  // The playing position moves with the meters, so that it stands still while the engine is silent.
  engine.addEventListener('meters', () => {
    const name = store.get().selected;
    if (document.hidden || !name) return;
    if (!rhythmFields.hidden) steps.light(scheduler.step(name));
    if (!curveFields.hidden) sheet.light(scheduler.progress(name));
  });
  scheduler.addEventListener('change', () => {
    steps.light(-1);
    sheet.light(-1);
    update();
  });
  store.on((state, before) => {
    if (state.sounds !== before.sounds || state.selected !== before.selected) update();
  });
  update();
  element.setAttribute('aria-label', capitalise('time'));
}
