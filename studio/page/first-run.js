// Starts the audio with the first gesture of the user, without any instructions.

/** @param {import('./types.js').App} app */
export function mountFirstRun({ engine, store, notice, playback }) {
  let started = false;
  /** @param {Event} event */
  const startOnce = async (event) => {
    if (started || (event instanceof KeyboardEvent && ['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'Escape'].includes(event.key))) return;
    started = true;
    const sounds = event.target instanceof Element && event.target.closest('[data-sounds]');
    const name = store.get().selected;
    try {
      await playback.ready();
      // On the first visit a click anywhere plays the selected sound, unless the clicked element plays
      // itself.
      if (!sounds && name && event.type === 'pointerup' && !store.settings.seen.sound) await engine.play(name);
      if (!store.settings.seen.sound) store.changeSettings((draft) => { draft.seen.sound = true; });
    } catch (error) {
      started = false;
      notice.show(/** @type {Error} */ (error).message, 'problem');
    }
  };
  // Browsers allow audio to start on pointerup and keydown.
  addEventListener('pointerup', startOnce, { capture: true });
  addEventListener('keydown', startOnce, { capture: true });
}
