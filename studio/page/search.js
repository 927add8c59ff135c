// Full-text search over presets: name, sentence, model and family.

import { el, spaced } from './dom.js';
import { titleOf } from './sounds.js';

/** @typedef {import('./types.js').PresetDoc} PresetDoc */
/** @typedef {import('./types.js').Model} Model */
/** @typedef {{ preset: PresetDoc, model: Model, score: number }} SearchResult */

const MAX_RESULTS = 12;

/** @param {string} text */
const normalise = (text) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/**
 * Presets that contain all words, the best match first.
 * @param {import('./types.js').Catalogue} catalogue
 * @param {{ name: string, preset: PresetDoc }[]} own
 * @param {string} query
 * @returns {SearchResult[]}
 */
export function find(catalogue, own, query) {
  const queryWords = normalise(query.slice(0, 200)).split(/[^\p{L}\p{N}]+/u).filter(Boolean).slice(0, 12);
  if (queryWords.length === 0) return [];
  /** @type {SearchResult[]} */
  const found = [];
  for (const model of catalogue.models) {
    const ownPresets = own.filter((saved) => saved.preset.model === model.name).map((saved) => ({ ...saved.preset, name: saved.name }));
    [...model.presets, ...ownPresets].forEach((preset, i) => {
      const fields = /** @type {[number, string][]} */ ([
        [8, preset.name ?? ''], [5, `${spaced(model.name)} ${model.name}`], [3, `${model.title} ${model.family} ${model.level}`],
        [2, preset.sentence ?? ''], [1, `${model.physics} ${Object.values(preset.values ?? {}).flatMap((part) => Object.values(part)).filter((value) => typeof value === 'string').join(' ')}`],
      ]).map(([weight, text]) => /** @type {[number, string]} */ ([weight, ` ${normalise(text)}`]));
      let score = -i * 0.01;
      for (const word of queryWords) {
        // The start of a word scores higher than its middle: "ring" is not "spring".
        const hits = fields.map(([weight, text]) => (new RegExp(`[^\\p{L}\\p{N}]${word}`, 'u').test(text) ? weight : text.includes(word) ? weight * 0.3 : 0));
        const best = Math.max(...hits);
        if (best === 0) return;
        score += best + 0.1 * hits.reduce((sum, hit) => sum + hit, 0);
      }
      found.push({ preset, model, score });
    });
  }
  return found.sort((a, b) => b.score - a.score).slice(0, MAX_RESULTS);
}

/**
 * Search field in the header with its list of results.
 * @param {HTMLElement} element
 * @param {import('./types.js').App} app
 * @param {(preset: PresetDoc) => void} open
 */
export function mountSearch(element, { engine, store }, open) {
  const input = el('input', {
    type: 'search', placeholder: 'glass, roll, drip …', 'aria-label': 'Search the sounds', role: 'combobox', 'aria-expanded': 'false', 'aria-controls': 'found',
    'aria-autocomplete': 'list', autocomplete: 'off', spellcheck: 'false', maxlength: 200,
  });
  const list = el('div', { id: 'found', class: 'found', role: 'listbox', 'aria-label': 'Found', hidden: true });
  const empty = el('p', { class: 'found none', role: 'status', hidden: true });
  element.append(input, list, empty);
  /** @type {SearchResult[]} */
  let found = [];
  let at = 0;

  const close = () => {
    list.hidden = true;
    empty.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const pick = (/** @type {number} */ index) => {
    const entry = found[index];
    if (!entry) return;
    close();
    input.blur();
    open(entry.preset);
  };
  const mark = () => {
    [...list.children].forEach((row, i) => row.setAttribute('aria-selected', String(i === at)));
    input.setAttribute('aria-activedescendant', `found-${at}`);
    list.children[at]?.scrollIntoView({ block: 'nearest' });
  };
  const show = () => {
    found = find(engine.catalogue, store.get().own, input.value);
    at = 0;
    list.replaceChildren(...found.map(({ preset, model }, i) => el('div', {
      role: 'option', id: `found-${i}`, 'data-family': model.family, 'data-sounds': true,
      onpointerdown: (/** @type {Event} */ event) => event.preventDefault(), onclick: () => pick(i),
    }, el('b', {}, titleOf(preset)), el('span', {}, `${spaced(model.name)} · ${model.family}`))));
    list.hidden = found.length === 0;
    empty.hidden = found.length > 0 || input.value.trim() === '';
    empty.textContent = 'No sound matches all words. Try fewer words, or a material.';
    input.setAttribute('aria-expanded', String(found.length > 0));
    if (found.length > 0) mark();
  };
  input.addEventListener('input', show);
  input.addEventListener('focus', () => input.value && show());
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      at = (at + (event.key === 'ArrowDown' ? 1 : -1) + found.length) % Math.max(1, found.length);
      mark();
    } else if (event.key === 'Enter') pick(at);
    else if (event.key === 'Escape') {
      input.value = '';
      close();
    } else return;
    event.preventDefault();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target !== document.body) return;
    event.preventDefault();
    input.focus();
  });
}
