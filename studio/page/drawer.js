// Drawer with all parameters of the selected sound, grouped by part, and the modes of its bodies.

import { capitalise, el, perFrame, spaced } from './dom.js';
import { modesOf } from './modes.js';
import { paramRow } from './param-row.js';
import { modelOf } from './sounds.js';

/**
 * @param {HTMLElement} element
 * @param {import('./types.js').App} app
 */
export function mount(element, app) {
  const { store, engine } = app;
  const open = store.settings.views.drawer === true;
  const groups = el('div', { class: 'drawer-groups' });
  const bodies = el('div', { class: 'drawer-bodies' });
  const about = el('p', { class: 'drawer-about' });
  const body = el('div', { class: 'drawer-body', id: 'drawer-body', hidden: !open }, about, bodies, groups);
  const fold = el('button', { type: 'button', class: 'unfold quiet', 'aria-expanded': String(open), 'aria-controls': 'drawer-body', onclick: unfold }, 'All parameters and modes');
  element.classList.add('drawer');
  element.append(el('h2', { class: 'drawer-head' }, fold), body);

  /** @type {Map<string, ReturnType<typeof paramRow>>} */
  let rows = new Map();
  /** @type {Map<string, ReturnType<typeof modesOf>>} */
  const spectra = new Map();
  let shown = '';

  function unfold() {
    const now = body.hidden;
    body.hidden = !now;
    fold.setAttribute('aria-expanded', String(now));
    store.changeSettings((draft) => {
      draft.views.drawer = now;
    });
    follow();
  }

  /** @param {import('./types.js').Model} model */
  function build(model) {
    rows = new Map(model.params.map((param) => [param.path, paramRow(app, model, param)]));
    /** @type {Map<string, import('./types.js').Param[]>} */
    const parts = new Map();
    for (const param of model.params) {
      const key = `${param.part} ${param.aspect}`;
      parts.set(key, [...(parts.get(key) ?? []), param]);
    }
    groups.replaceChildren(...[...parts.values()].map((params) =>
      el('fieldset', { class: 'drawer-group' },
        el('legend', {}, capitalise(spaced(params[0].part)), el('span', { class: 'drawer-aspect' }, params[0].aspect)),
        ...params.map((param) => /** @type {HTMLElement} */ (rows.get(param.path)?.root)))));
    about.replaceChildren(el('code', {}, model.equation), el('span', {}, model.source));
    about.hidden = !model.equation;
  }

  function follow() {
    const sound = store.sound;
    element.hidden = !sound;
    if (body.hidden || !sound) return;
    const model = modelOf(engine.catalogue, sound.preset.model);
    if (!model) return;
    if (shown !== model.name) {
      shown = model.name;
      build(model);
    }
    let described;
    try {
      described = engine.query({ do: 'describe', preset: sound.preset });
    } catch {
      // The error of an invalid preset is shown where it was changed.
      return;
    }
    for (const value of described.values) rows.get(value.path)?.update(value);
    showBodies(sound, described.bodies);
  }

  /**
   * @param {import('./types.js').Sound} sound
   * @param {{ name: string }[]} all
   */
  function showBodies(sound, all) {
    const names = new Set(all.map((body) => body.name));
    for (const [name, spectrum] of spectra) {
      if (names.has(name)) continue;
      spectrum.root.remove();
      spectra.delete(name);
    }
    if (all.length === 0) return;
    // Mode factors are relative to the original modes, so these are queried without factors.
    const { modes, ...plain } = /** @type {any} */ (sound.preset);
    const pure = modes === undefined ? all : engine.query({ do: 'describe', preset: plain }).bodies;
    for (const { name, modes: own } of pure) {
      let spectrum = spectra.get(name);
      if (!spectrum) {
        spectrum = modesOf(app, name);
        spectra.set(name, spectrum);
        bodies.append(spectrum.root);
      }
      spectrum.update(own, modes?.[name] ?? []);
    }
  }

  const soon = perFrame(follow);
  store.on((state, before) => {
    if (state.sounds !== before.sounds || state.selected !== before.selected) soon();
  });
  follow();
}
