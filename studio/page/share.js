// The state in a link: placeholder until the next slice.

/** @param {import('./store.js').Store} _store @param {any} _notice */
export async function readLink(_store, _notice) {
  return false;
}
