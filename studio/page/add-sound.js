// "+ add" button: searches the catalogue and adds the chosen sound to the mixer.

import { el, spaced } from './dom.js';
import { find } from './search.js';
import { addSound, titleOf } from './sounds.js';

/** @typedef {{ preset: import('./types.js').PresetDoc, model: import('./types.js').Model }} Entry */

/**
 * First preset of every model, shown while the search field is empty.
 * @param {import('./types.js').Catalogue} catalogue
 * @returns {Entry[]}
 */
const firstPresets = (catalogue) => catalogue.models.flatMap((model) => model.presets.slice(0, 1).map((preset) => ({ preset, model })));

/** @param {import('./types.js').App} app */
export function addSoundButton({ store, engine, playback }) {
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
    refresh();
    input.focus();
  }
  function close() {
    panel.hidden = true;
    button.setAttribute('aria-expanded', 'false');
  }
  function refresh() {
    shown = input.value.trim() === '' ? firstPresets(engine.catalogue) : find(engine.catalogue, store.get().own, input.value);
    list.replaceChildren(...shown.map((entry, index) =>
      el('li', { role: 'option', id: `adder-${index}`, 'data-family': entry.model.family, 'data-sounds': true, onclick: () => choose(index) },
        el('span', {}, titleOf(entry.preset)), el('span', { class: 'adder-model' }, spaced(entry.model.name)))));
    if (shown.length === 0) list.append(el('li', { class: 'adder-none', role: 'option', 'aria-disabled': 'true' }, 'No sound matches. Try a material or an action.'));
    highlight(0);
  }
  /** @param {number} index */
  function highlight(index) {
    at = Math.max(0, Math.min(shown.length - 1, index));
    [...list.children].forEach((option, place) => option.setAttribute('aria-selected', String(place === at)));
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
    await playback.play(name);
  }
  input.addEventListener('input', refresh);
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step) highlight(at + step);
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
