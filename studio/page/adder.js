// "+ add": a search among all sounds of the catalogue; the one that is chosen joins the mixer.

import { capital, el } from './dom.js';
import { addSound } from './sounds.js';

/** @typedef {import('./types.js').PresetDoc} PresetDoc */
/** @typedef {{ preset: PresetDoc, title: string, model: string, family: string, text: string }} Entry */

/** So many are shown: more would be a list to read, not to find in. */
const SHOWN = 40;

/** Every preset, with all words by which somebody may look for it. @param {import('./types.js').Catalogue} catalogue @returns {Entry[]} */
function entries(catalogue) {
  return catalogue.models.flatMap((model) =>
    model.presets.map((preset) => ({
      preset,
      title: capital(preset.name ?? preset.model),
      model: model.name,
      family: model.family,
      text: [preset.name, model.name, model.title, model.family, preset.sentence].join(' ').toLowerCase(),
    })),
  );
}

/**
 * Those that have every word, names before sentences.
 * @param {Entry[]} all
 * @param {string} text
 */
function found(all, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = all.filter((it) => words.every((word) => it.text.includes(word)));
  const named = (/** @type {Entry} */ it) => words.filter((word) => it.title.toLowerCase().includes(word)).length;
  return fits.sort((a, b) => named(b) - named(a)).slice(0, SHOWN);
}

/** @param {import('./types.js').Bench & { sounding?: { ready(): Promise<void> } }} bench */
export function adder({ store, engine, notice, sounding }) {
  const all = entries(engine.catalogue);
  /** @type {Entry[]} */
  let shown = [];
  let at = 0;
  const list = el('ul', { class: 'adder-list', role: 'listbox', id: 'adder-list', 'aria-label': 'Sounds' });
  const input = el('input', {
    type: 'search', role: 'combobox', placeholder: 'glass, roll, drip …', 'aria-label': 'Find a sound to add', autocomplete: 'off',
    'aria-controls': 'adder-list', 'aria-expanded': 'true', 'aria-autocomplete': 'list',
  });
  const panel = el('div', { class: 'adder-panel', hidden: true }, input, list);
  const button = el('button', { type: 'button', class: 'adder-open', 'aria-expanded': 'false', onclick: () => (panel.hidden ? open() : close()) }, '+ add');
  const root = el('div', { class: 'adder' }, button, panel);

  function open() {
    panel.hidden = false;
    button.setAttribute('aria-expanded', 'true');
    input.value = '';
    find();
    input.focus();
  }
  function close() {
    panel.hidden = true;
    button.setAttribute('aria-expanded', 'false');
  }
  function find() {
    shown = found(all, input.value);
    list.replaceChildren(...shown.map((entry, index) =>
      el('li', { role: 'option', id: `adder-${index}`, 'data-family': entry.family, 'data-sounds': true, onclick: () => choose(index) },
        el('span', {}, entry.title), el('span', { class: 'adder-model' }, entry.model))));
    if (shown.length === 0) list.append(el('li', { class: 'adder-none', role: 'option', 'aria-disabled': 'true' }, 'No sound is called that. Try a material, or what it does.'));
    point(0);
  }
  /** @param {number} index */
  function point(index) {
    at = Math.max(0, Math.min(shown.length - 1, index));
    [...list.children].forEach((it, place) => it.setAttribute('aria-selected', String(place === at)));
    input.setAttribute('aria-activedescendant', shown.length > 0 ? `adder-${at}` : '');
    list.children[at]?.scrollIntoView({ block: 'nearest' });
  }
  /** @param {number} index */
  async function choose(index) {
    const entry = shown[index];
    if (!entry) return;
    close();
    button.focus();
    const name = addSound(store, entry.preset);
    if (!name) return;
    try {
      await sounding?.ready();
      await engine.play(name);
    } catch (error) {
      notice.say(/** @type {Error} */ (error).message, 'problem');
    }
  }
  input.addEventListener('input', find);
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step) point(at + step);
    else if (event.key === 'Enter') choose(at);
    else if (event.key !== 'Escape') return;
    else {
      close();
      button.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  });
  root.addEventListener('focusout', (event) => {
    const to = event.relatedTarget;
    if (to instanceof Node && !root.contains(to)) close();
  });
  document.addEventListener('pointerdown', (event) => {
    if (!panel.hidden && event.target instanceof Node && !root.contains(event.target)) close();
  });
  return root;
}
