// By which words something of a sound is reached, as OSC and MIDI mappings have it.

/** @typedef {import('./types.js').Param} Param */

/**
 * The address of a handle, 0 to 100: one word where nothing else has it, else part and name.
 * @param {import('./types.js').Model} model
 * @param {string} name of the sound
 * @param {Param} param
 */
export function handleAddress(model, name, param) {
  const word = param.handle?.name ?? '';
  const twice = model.params.filter((param) => param.handle?.name === word).length > 1;
  const taken = word.includes(' ') || model.params.some((param) => param.id === word) || model.gestures.some((gesture) => gesture.id === word);
  return twice || taken || word === '' ? `${valueAddress(name, param)}/handle` : `/${name}/${word}`;
}

/**
 * The address of a value in SI.
 * @param {string} name of the sound
 * @param {Pick<Param, 'part'|'id'>} param
 */
export const valueAddress = (name, param) => `/${name}/${param.part}/${param.id}`;
