// The "Undo" button of a notice: it undoes its own action, even if other changes have followed.

/**
 * Returns an action that undoes the latest change. If other changes have followed, it calls `revert` instead.
 * @param {import('./store.js').Store} store
 * @param {() => void} revert reverts the change as a new step
 * @returns {() => void}
 */
export function undoAction(store, revert) {
  const then = store.get();
  return () => (store.get() === then ? store.undo() : revert());
}
