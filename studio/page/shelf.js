// The folder of the program: presets that `foley save` has put there, and those that the page puts there, for both to play. On a plain web server there is none.

import { capital, el, roving, words } from './dom.js';
import { presetText } from './files.js';
import { menuAt } from './menu.js';

/** @typedef {import('./types.js').PresetDoc} PresetDoc */
/** @typedef {{ slug: string, name: string, model: string }} Kept */

/** @param {string} slug */
const place = (slug) => `presets/${encodeURIComponent(slug)}.json`;

/**
 * @param {import('./types.js').Bench} bench
 * @param {(preset: PresetDoc) => void} audition
 */
export function shelf({ engine, notice }, audition) {
  const chips = el('div', { class: 'chips', role: 'group', 'aria-label': 'Presets in the folder of the program' });
  const element = el('div', { hidden: true }, el('h3', { class: 'own-head' }, 'in the program’s folder'), chips);
  roving(chips, '.chip');
  let there = false;

  /** @param {Response} answer */
  const failed = async (answer) => notice.say(`The program says: ${await answer.text()}`, 'problem');

  async function look() {
    if (!there) return;
    try {
      const answer = await fetch('presets', { cache: 'no-store' });
      if (answer.ok) show((await answer.json()).presets);
    } catch {
      // The program is gone; what was there is shown until it is back.
    }
  }

  /** @param {Kept} it @param {boolean} first */
  function chip(it, first) {
    const button = el('button', { type: 'button', class: 'chip', tabindex: first ? 0 : -1, 'data-sounds': true, 'data-name': it.name, onclick: () => open(it) }, capital(it.name), el('small', {}, words(it.model)));
    const menu = (/** @type {MouseEvent} */ event) => {
      event.preventDefault();
      menuAt(event, it.name, [['Delete from the folder', () => remove(it)]], button);
    };
    button.addEventListener('contextmenu', menu);
    return el('span', { class: 'pair' }, button, el('button', { type: 'button', class: 'icon quiet dots', 'aria-label': `More for ${it.name}`, onclick: menu }, '⋯'));
  }

  /** @param {Kept[]} all */
  function show(all) {
    element.hidden = all.length === 0;
    chips.replaceChildren(...all.map((it, i) => chip(it, i === 0)));
  }

  /** @param {Kept} it */
  async function open(it) {
    try {
      const answer = await fetch(place(it.slug), { cache: 'no-store' });
      if (answer.ok) audition(engine.ask({ do: 'parse', text: await answer.text() }).preset);
      else await failed(answer);
    } catch (error) {
      notice.say(`“${it.name}” cannot be opened: ${/** @type {Error} */ (error).message}`, 'problem');
    }
  }

  /** @param {Kept} it */
  async function remove(it) {
    try {
      const kept = await fetch(place(it.slug), { cache: 'no-store' });
      const text = await kept.text();
      const answer = await fetch(place(it.slug), { method: 'DELETE' });
      if (!answer.ok) return await failed(answer);
      await look();
      notice.say(`“${it.name}” is deleted from the folder.`, 'info', { action: { label: 'Undo', run: () => write(it.slug, text) } });
    } catch {
      notice.say('The program does not answer: nothing is deleted.', 'problem');
    }
  }

  /** @param {string} slug @param {string} body */
  async function write(slug, body) {
    try {
      const answer = await fetch(place(slug), { method: 'PUT', body });
      if (!answer.ok) return await failed(answer);
      await look();
      return true;
    } catch {
      notice.say('The program does not answer: nothing is put into its folder.', 'problem');
    }
    return false;
  }

  document.addEventListener('program', (event) => {
    there = /** @type {CustomEvent} */ (event).detail.presets === true;
    look();
  });
  // What `foley save` did meanwhile is seen by who comes back.
  addEventListener('focus', look);
  return {
    element,
    /** Whether there is a folder. */
    get there() {
      return there;
    },
    /** Puts a preset there. @param {PresetDoc} preset */
    async put(preset) {
      const { slug } = engine.ask({ do: 'describe', preset });
      if (await write(slug, presetText(preset))) notice.say(`${slug}.json is in the folder: \`foley render ${slug}\` plays it.`);
    },
  };
}
