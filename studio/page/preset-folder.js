// Presets in the folder of the program, shared with `foley save`. Not available on a plain web server.

import { capitalise, el, roving, spaced } from './dom.js';
import { presetText } from './files.js';
import { menuAt } from './menu.js';

/** @typedef {import('./types.js').PresetDoc} PresetDoc */
/** @typedef {{ slug: string, name: string, model: string }} PresetEntry */

/** @param {string} slug */
const pathOf = (slug) => `presets/${encodeURIComponent(slug)}.json`;

/**
 * @param {import('./types.js').App} app
 * @param {(preset: PresetDoc) => void} audition
 */
export function presetFolder({ engine, notice }, audition) {
  const chips = el('div', { class: 'chips', role: 'group', 'aria-label': 'Presets in the folder of the program' });
  const element = el('div', { hidden: true }, el('h3', { class: 'own-head' }, 'in the program’s folder'), chips);
  roving(chips, '.chip');
  let available = false;

  /** @param {Response} answer */
  const showFailure = async (answer) => notice.show(`The program rejected this: ${await answer.text()}`, 'problem');

  async function refresh() {
    if (!available) return;
    try {
      const answer = await fetch('presets', { cache: 'no-store' });
      if (answer.ok) show((await answer.json()).presets);
    } catch {
      // The program is not reachable: the last list stays.
    }
  }

  /** @param {PresetEntry} entry @param {boolean} first */
  function chip(entry, first) {
    const button = el('button', { type: 'button', class: 'chip', tabindex: first ? 0 : -1, 'data-sounds': true, 'data-name': entry.name, onclick: () => open(entry) }, capitalise(entry.name), el('small', {}, spaced(entry.model)));
    const menu = (/** @type {MouseEvent} */ event) => {
      event.preventDefault();
      menuAt(event, entry.name, [['Delete from the folder', () => remove(entry)]], button);
    };
    button.addEventListener('contextmenu', menu);
    return el('span', { class: 'pair' }, button, el('button', { type: 'button', class: 'icon quiet dots', 'aria-label': `More for ${entry.name}`, onclick: menu }, '⋯'));
  }

  /** @param {PresetEntry[]} all */
  function show(all) {
    element.hidden = all.length === 0;
    chips.replaceChildren(...all.map((entry, i) => chip(entry, i === 0)));
  }

  /** @param {PresetEntry} entry */
  async function open(entry) {
    try {
      const answer = await fetch(pathOf(entry.slug), { cache: 'no-store' });
      if (answer.ok) audition(engine.query({ do: 'parse', text: await answer.text() }).preset);
      else await showFailure(answer);
    } catch (error) {
      notice.show(`“${entry.name}” could not be opened: ${/** @type {Error} */ (error).message}`, 'problem');
    }
  }

  /** @param {PresetEntry} entry */
  async function remove(entry) {
    try {
      const response = await fetch(pathOf(entry.slug), { cache: 'no-store' });
      const text = await response.text();
      const answer = await fetch(pathOf(entry.slug), { method: 'DELETE' });
      if (!answer.ok) return await showFailure(answer);
      await refresh();
      notice.show(`“${entry.name}” was deleted from the folder.`, 'info', { action: { label: 'Undo', run: () => write(entry.slug, text) } });
    } catch {
      notice.show('The program does not answer. Nothing was deleted.', 'problem');
    }
  }

  /** @param {string} slug @param {string} body */
  async function write(slug, body) {
    try {
      const answer = await fetch(pathOf(slug), { method: 'PUT', body });
      if (!answer.ok) return await showFailure(answer);
      await refresh();
      return true;
    } catch {
      notice.show('The program does not answer. The preset was not saved.', 'problem');
    }
    return false;
  }

  document.addEventListener('program', (event) => {
    available = /** @type {CustomEvent} */ (event).detail.presets === true;
    refresh();
  });
  // Shows presets saved by `foley save` in the meantime.
  addEventListener('focus', refresh);
  return {
    element,
    /** Whether the program offers a folder. */
    get isAvailable() {
      return available;
    },
    /** Saves a preset in the folder. @param {PresetDoc} preset */
    async put(preset) {
      const { slug } = engine.query({ do: 'describe', preset });
      if (await write(slug, presetText(preset))) notice.show(`${slug}.json was saved in the folder. \`foley render ${slug}\` renders it.`);
    },
  };
}
