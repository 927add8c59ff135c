// Computer keyboard as an instrument: the keys A to L strike from soft to hard; with Shift, at nine positions
// along the body. Sounds that last go on until the key is released. Ignored in text fields.

import { isTyping } from '../dom.js';
import { modelOf } from '../sounds.js';
import { NEUTRAL_VELOCITY } from '../default-gestures.js';
import { HeldGestures } from './held-gestures.js';

/** Physical key codes, independent of the keyboard layout. */
export const ROW = ['KeyA', 'KeyS', 'KeyD', 'KeyF', 'KeyG', 'KeyH', 'KeyJ', 'KeyK', 'KeyL'];

/** @param {number} index */
const velocity = (index) => 24 + (index * (127 - 24)) / (ROW.length - 1);

/**
 * @param {import('../types.js').App} app
 * @param {import('./mapper.js').Mapper} mapper
 * @param {ReturnType<typeof import('./osc-dispatcher.js').oscDispatcher>} dispatcher
 */
export function mountKeys({ store, engine, notice, playback }, mapper, dispatcher) {
  const gestures = new HeldGestures(dispatcher);
  const showError = (/** @type {unknown} */ error) => notice.show(/** @type {Error} */ (error).message, 'problem');
  addEventListener('keydown', async (event) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.isComposing || isTyping(event.target)) return;
    if (event.code.startsWith('Key') || event.code.startsWith('Digit')) {
      const learning = mapper.target !== null;
      // Keys without a mapping are left to the pad.
      if (mapper.handleInput({ kind: 'key', code: event.code }, 1, true) || learning) return event.preventDefault();
    }
    const index = ROW.indexOf(event.code);
    const sound = store.sound;
    const model = sound && modelOf(engine.catalogue, sound.preset.model);
    if (index < 0 || !sound || !model) return;
    event.preventDefault();
    try {
      await playback.ready();
      const place = event.shiftKey ? model.params.find((param) => param.id === 'position') : undefined;
      if (place) await dispatcher.send(`/${sound.name}/${place.path.replace('.', '/')}`, [index / (ROW.length - 1)]);
      await gestures.press(event.code, sound, model, event.shiftKey ? NEUTRAL_VELOCITY : velocity(index));
    } catch (error) {
      showError(error);
    }
  });
  addEventListener('keyup', (event) => {
    if (event.code.startsWith('Key')) mapper.handleInput({ kind: 'key', code: event.code }, 0, true);
    gestures.release(event.code).catch(showError);
  });
}
