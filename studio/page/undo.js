// The "Undo" of a message stands there for seconds: it takes back its own thing, not whatever came last.

/**
 * Takes back what was just done. If anything came since, that stays, and only the thing itself is put right.
 * @param {import('./store.js').Store} store
 * @param {() => void} revert puts it right, as a step of its own
 * @returns {() => void}
 */
export function undoAction(store, revert) {
  const then = store.get();
  return () => (store.get() === then ? store.undo() : revert());
}
