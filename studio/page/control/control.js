// Control section: input devices, learnt mappings and the OSC addresses of the selected sound.

import { el, spaced } from '../dom.js';
import { handleAddress } from '../address.js';
import { modelOf } from '../sounds.js';
import { Bridge } from './bridge.js';
import { mountKeys } from './keys.js';
import { keyOf, Mapper, nameOf } from './mapper.js';
import { Midi } from './midi.js';
import { Motion } from './motion.js';
import { oscDispatcher } from './osc-dispatcher.js';

/** @typedef {import('../types.js').Mapping} Mapping */
/** @typedef {import('./mapper.js').LearnTarget} LearnTarget */

/**
 * @param {HTMLElement} element
 * @param {import('../types.js').App} app
 */
export function mount(element, app) {
  const { store, engine, notice } = app;
  const dispatcher = oscDispatcher(app);
  const mapper = new Mapper(app, dispatcher);
  const midi = new Midi(app, mapper, dispatcher);
  const motion = new Motion(app, mapper, dispatcher);
  const bridge = new Bridge(app, dispatcher);
  mountKeys(app, mapper, dispatcher);

  const row = (/** @type {string} */ name, /** @type {string} */ doc) => {
    const state = el('span', { class: 'control-state' });
    const button = el('button', { type: 'button' });
    return { state, button, root: el('li', { class: 'control-input' }, el('b', {}, name), el('span', { class: 'control-doc' }, doc), state, button) };
  };
  const keyboard = row('Keyboard', 'A to L strike, soft to hard; with Shift, at positions along the body.');
  keyboard.button.remove();
  keyboard.state.textContent = 'ready';
  const music = row('MIDI', 'Notes strike, controllers 1 and 16 to 19 move the first five handles, the wheel bends the pitch, pressure sets the force.');
  const phone = row('Motion', 'A shake strikes. A tilt can be learnt for a handle.');
  const osc = row('OSC', 'Messages sent to the program reach this page.');
  osc.button.remove();
  const inputs = el('ul', { class: 'control-inputs' }, keyboard.root, music.root, phone.root, osc.root);

  const waiting = el('p', { class: 'control-learning', role: 'status', hidden: true });
  const stop = el('button', { type: 'button', onclick: () => mapper.learn(null) }, 'Cancel');
  const target = el('select', { 'aria-label': 'Parameter to control' });
  const learn = el('button', { type: 'button', onclick: learnSelected }, 'Learn');
  const learnt = el('ul', { class: 'control-learnt', 'aria-label': 'Learnt mappings' });
  const addresses = el('ul', { class: 'control-addresses', 'aria-label': 'Addresses of this sound' });
  const body = el('div', { class: 'control-body', id: 'control-body' }, inputs,
    el('div', { class: 'control-part' }, el('h3', {}, 'learn'),
      el('p', { class: 'control-line' }, 'Choose a parameter, press Learn, then move a knob, press a key or tilt the phone.'),
      el('div', { class: 'control-line' }, target, learn), waiting, learnt),
    el('div', { class: 'control-part' }, el('h3', {}, 'addresses of this sound'), addresses));
  const open = store.settings.views.control === true;
  const fold = el('button', { type: 'button', class: 'unfold quiet', 'aria-expanded': String(open), 'aria-controls': 'control-body', onclick: () => unfold(body.hidden === true) }, 'Control: keys, MIDI, motion, OSC');
  body.hidden = !open;
  element.classList.add('control');
  element.append(el('h2', { class: 'control-head' }, fold), body);

  /** @param {boolean} now */
  function unfold(now) {
    body.hidden = !now;
    fold.setAttribute('aria-expanded', String(now));
    store.changeSettings((draft) => {
      draft.views.control = now;
    });
    update();
  }

  function learnSelected() {
    const choice = target.selectedOptions[0];
    if (!choice) return;
    const [low, high] = [Number(choice.dataset.low), Number(choice.dataset.high)];
    startLearning({ address: choice.value, low, high, title: choice.textContent ?? choice.value });
  }
  /** @param {LearnTarget} now */
  function startLearning(now) {
    // Learning may need MIDI; browsers ask for permission only once.
    if (midi.state === 'off') midi.start();
    unfold(true);
    mapper.learn(now);
    // The request can come from a handle far away on the page.
    waiting.scrollIntoView({ block: 'center' });
    notice.show(`Move a control for ${now.title} …`, 'info', { action: { label: 'Cancel', run: () => mapper.learn(null) } });
  }
  document.addEventListener('learn', (event) => startLearning(/** @type {CustomEvent} */ (event).detail));

  music.button.addEventListener('click', () => midi.start());
  phone.button.addEventListener('click', () => (motion.state === 'on' ? motion.stop() : motion.start()));

  const updateInputs = () => {
    music.state.textContent = {
      off: 'off', asking: 'waiting for permission …', none: 'this browser does not support MIDI', refused: `not allowed: ${midi.why}`,
    }[midi.state] ?? (midi.inputs.length > 0 ? midi.inputs.join(', ') : 'on; no device connected');
    music.button.textContent = midi.state === 'refused' ? 'Try again' : 'Use MIDI';
    music.button.hidden = ['none', 'on', 'asking'].includes(midi.state);
    phone.state.textContent = { off: 'off', none: 'this device has no motion sensor', refused: `not allowed: ${motion.why}` }[motion.state] ?? (motion.why || 'on');
    phone.button.textContent = motion.state === 'on' ? 'Stop' : 'Use motion';
    phone.button.hidden = motion.state === 'none';
    osc.state.textContent = {
      none: 'no program; start “foley studio” to use OSC', connecting: 'connecting to the program …', lost: 'connection lost; reconnecting …',
    }[bridge.state] ?? (bridge.osc === null ? 'connected; OSC is disabled in the program' : `udp port ${bridge.osc}${bridge.received > 0 ? ` · ${bridge.received} ${bridge.received === 1 ? 'message' : 'messages'}, last ${bridge.last}` : ''}`);
    element.dataset.midi = midi.state;
    element.dataset.bridge = bridge.state;
  };
  let soon = 0;
  midi.addEventListener('change', updateInputs);
  motion.addEventListener('change', updateInputs);
  bridge.addEventListener('change', updateInputs);
  bridge.addEventListener('received', () => {
    soon ||= Number(setTimeout(() => {
      soon = 0;
      updateInputs();
    }, 300));
  });
  mapper.addEventListener('change', () => {
    waiting.hidden = mapper.target === null;
    waiting.replaceChildren(`Move a control for ${mapper.target?.title ?? ''} … `, stop);
    element.classList.toggle('learning', mapper.target !== null);
  });
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && mapper.target) mapper.learn(null);
  });

  /** @param {Mapping} mapping */
  function mappingRow(mapping) {
    const end = (/** @type {'low'|'high'} */ which) => {
      const input = el('input', { type: 'number', step: 'any', value: Number(mapping[which].toPrecision(4)), 'aria-label': `${which} end of ${mapping.address}` });
      input.addEventListener('change', () => {
        if (Number.isFinite(input.valueAsNumber)) change((edited) => (edited[which] = input.valueAsNumber));
      });
      return input;
    };
    const matches = (/** @type {Mapping} */ other) => keyOf(other.source) === keyOf(mapping.source) && other.address === mapping.address;
    const change = (/** @type {(it: Mapping) => void} */ recipe) => store.change('mapping', (draft) => {
      const found = draft.mappings.find(matches);
      if (found) recipe(found);
    });
    const removeMapping = () => store.change('remove a mapping', (draft) => {
      draft.mappings = draft.mappings.filter((/** @type {Mapping} */ other) => !matches(other));
    });
    return el('li', {}, el('span', {}, nameOf(mapping.source)), el('code', {}, mapping.address), el('span', { class: 'control-range' }, end('low'), '–', end('high')),
      el('button', { type: 'button', class: 'quiet icon', 'aria-label': `Remove ${nameOf(mapping.source)} for ${mapping.address}`, onclick: removeMapping }, '×'));
  }

  /** Gestures, handles and mixer values of the selected sound with their ranges. */
  function targets() {
    const sound = store.sound;
    const model = sound && modelOf(engine.catalogue, sound.preset.model);
    if (!sound || !model) return [];
    const params = model.params.filter((param) => param.handle !== null);
    return [
      ...model.gestures.map((gesture) => ({ address: `/${sound.name}/${gesture.id}`, low: Number(gesture.min), high: Number(gesture.max), title: spaced(gesture.id), unit: gesture.unit })),
      ...params.map((param) => ({ address: handleAddress(model, sound.name, param), low: 0, high: 100, title: `${spaced(param.handle?.name ?? param.id)} (${param.part})`, unit: '0 to 100' })),
      { address: `/${sound.name}/mixer/gain`, low: 0, high: 1, title: 'gain', unit: '1' },
      { address: `/${sound.name}/mixer/pan`, low: -1, high: 1, title: 'pan', unit: '1' },
    ];
  }
  const copy = async (/** @type {string} */ address) => {
    try {
      await navigator.clipboard.writeText(address);
      notice.show(`Copied: ${address}`);
    } catch {
      notice.show(`Copying is not allowed by the browser. The address is ${address}`);
    }
  };

  let shown = '';
  /** @type {Mapping[]|null} */
  let mapped = null;
  function update() {
    if (body.hidden) return;
    const state = store.get();
    if (state.mappings !== mapped) {
      mapped = state.mappings;
      learnt.replaceChildren(...mapped.map(mappingRow));
    }
    const now = `${state.selected} ${store.sound?.preset.model}`;
    if (now === shown) return;
    shown = now;
    const all = targets();
    target.replaceChildren(...all.map((entry) => el('option', { value: entry.address, 'data-low': entry.low, 'data-high': entry.high }, entry.title)));
    addresses.replaceChildren(...all.map((entry) =>
      el('li', {}, el('button', { type: 'button', class: 'quiet', title: 'Copy', onclick: () => copy(entry.address) }, el('code', {}, entry.address)), el('span', {}, entry.unit === '1' ? '' : entry.unit))));
  }
  store.on(update);
  updateInputs();
  update();
  bridge.start();
  // Starts MIDI without asking if the permission was granted before.
  const granted = navigator.permissions?.query(/** @type {any} */ ({ name: 'midi' }));
  granted?.then((permission) => {
    if (permission.state === 'granted') midi.start();
  }, () => {});
}
