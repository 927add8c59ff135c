// The computer's keyboard as an instrument: the row from A to L strikes, soft at the left and hard at the right; with Shift it strikes at nine places along the body. Not while somebody types.

import { isTyping } from '../dom.js';
import { modelOf } from '../sounds.js';
import { NEUTRAL_VELOCITY, defaultGestures } from '../touch.js';

/** By where they are, not by what is printed on them: the row is a row on every keyboard. */
export const ROW = ['KeyA', 'KeyS', 'KeyD', 'KeyF', 'KeyG', 'KeyH', 'KeyJ', 'KeyK', 'KeyL'];

/** @param {number} index */
const velocity = (index) => 24 + (index * (127 - 24)) / (ROW.length - 1);

/**
 * @param {import('../types.js').Bench} bench
 * @param {import('./mapper.js').Mapper} mapper
 * @param {ReturnType<typeof import('./outside.js').oscDispatcher>} outside
 */
export function keys({ store, engine, notice, sounding }, mapper, outside) {
  addEventListener('keydown', async (event) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.isComposing || isTyping(event.target)) return;
    if (event.code.startsWith('Key') || event.code.startsWith('Digit')) {
      const learning = mapper.wish !== null;
      // Digits and letters that nobody has learnt belong to the pad.
      if (mapper.hear({ kind: 'key', code: event.code }, 1, true) || learning) return event.preventDefault();
    }
    const index = ROW.indexOf(event.code);
    const sound = store.sound;
    const model = sound && modelOf(engine.catalogue, sound.preset.model);
    if (index < 0 || !sound || !model) return;
    event.preventDefault();
    try {
      await sounding.ready();
      const place = event.shiftKey ? model.params.find((param) => param.id === 'position') : undefined;
      if (place) await outside.say(`/${sound.name}/${place.path.replace('.', '/')}`, [index / (ROW.length - 1)]);
      for (const { id, value } of defaultGestures(model, sound.preset, event.shiftKey ? NEUTRAL_VELOCITY : velocity(index))) await outside.say(`/${sound.name}/${id}`, [value]);
    } catch (error) {
      notice.show(/** @type {Error} */ (error).message, 'problem');
    }
  });
  addEventListener('keyup', (event) => {
    if (event.code.startsWith('Key')) mapper.hear({ kind: 'key', code: event.code }, 0, true);
  });
}
