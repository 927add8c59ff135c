// OSC addresses of parameters, also used by mappings.

/** @typedef {import('./types.js').Param} Param */

/**
 * Address of a handle, 0 to 100. One word if it is unique in the model, otherwise part and parameter.
 * @param {import('./types.js').Model} model
 * @param {string} name name of the sound
 * @param {Param} param
 */
export function handleAddress(model, name, param) {
  const word = param.handle?.name ?? '';
  const twice = model.params.filter((param) => param.handle?.name === word).length > 1;
  const taken = word.includes(' ') || model.params.some((param) => param.id === word) || model.gestures.some((gesture) => gesture.id === word);
  return twice || taken || word === '' ? `${valueAddress(name, param)}/handle` : `/${name}/${word}`;
}

/**
 * Address of a parameter in SI units.
 * @param {string} name name of the sound
 * @param {Pick<Param, 'part'|'id'>} param
 */
export const valueAddress = (name, param) => `/${name}/${param.part}/${param.id}`;
