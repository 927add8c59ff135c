// The first visit: sounds within one click, nothing to read first.

/** @param {import('./types.js').Bench} bench */
export function first({ engine, store, notice, sounding }) {
  let begun = false;
  /** @param {Event} event */
  const begin = async (event) => {
    if (begun || (event instanceof KeyboardEvent && ['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'Escape'].includes(event.key))) return;
    begun = true;
    const sounds = event.target instanceof Element && event.target.closest('[data-sounds]');
    const name = store.get().selected;
    try {
      await sounding.ready();
      // A click on nothing in particular should not pass in silence; what sounds by itself does not need it.
      if (!sounds && name && event.type === 'pointerup' && !store.settings.seen.sound) await engine.play(name);
      if (!store.settings.seen.sound) store.settle((draft) => { draft.seen.sound = true; });
    } catch (error) {
      begun = false;
      notice.show(/** @type {Error} */ (error).message, 'problem');
    }
  };
  // Browsers let sound begin with a mouse pressed, a finger lifted, a key.
  addEventListener('pointerup', begin, { capture: true });
  addEventListener('keydown', begin, { capture: true });
}
