// Gestures played by keys. A lasting gesture goes on until the key that started it last is released; other
// gestures end by themselves.

import { defaultGestures } from '../default-gestures.js';
import { isLasting, tellsDuration } from '../pad-kinds.js';

/** @typedef {import('../types.js').Sound} Sound */
/** @typedef {import('../types.js').Model} Model */

export class HeldGestures {
  #dispatcher;
  /** Key that holds a gesture, by the address of the gesture. @type {Map<string, string>} */
  #holders = new Map();

  /** @param {{ send(address: string, args: (number|string)[], wait?: number, held?: boolean): Promise<any> }} dispatcher */
  constructor(dispatcher) {
    this.#dispatcher = dispatcher;
  }

  /**
   * Makes the default gestures of a sound.
   * @param {string} key name of the key
   * @param {Sound} sound
   * @param {Model} model
   * @param {number} velocity 1 to 127
   */
  async press(key, sound, model, velocity) {
    for (const { id, value } of defaultGestures(model, sound.preset, velocity)) {
      const gesture = model.gestures.find((gesture) => gesture.id === id);
      const lasting = gesture !== undefined && isLasting(model, gesture);
      const address = `/${sound.name}/${id}`;
      if (lasting) this.#holders.set(address, key);
      await this.#dispatcher.send(address, lasting && tellsDuration(gesture) ? [] : [value], 0, true);
    }
  }

  /** Ends the lasting gestures that a key holds. @param {string} key */
  async release(key) {
    const addresses = [...this.#holders].filter(([, holder]) => holder === key).map(([address]) => address);
    for (const address of addresses) this.#holders.delete(address);
    for (const address of addresses) await this.#dispatcher.send(address, [0], 0, true);
  }
}
