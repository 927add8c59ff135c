// Sharing: a link to the session, a preset file, a command line, Rust code.

import { el } from './dom.js';
import { download, presetText } from './files.js';
import { DAMAGED, isLocal, linkOf, packedIn, unpack } from './link.js';
import { slugOf } from './validate-state.js';

/** @typedef {import('./types.js').App} App */

/** Length above which some chat programs cut links [characters]. */
const LONG_LINK = 8000;

/**
 * Opens the session in the URL, if there is one. Undo returns to the previous session.
 * @param {import('./store.js').Store} store
 * @param {App['notice']} notice
 */
export async function readLink(store, notice) {
  const found = packedIn(location.hash);
  if (!found) return false;
  // The link is removed from the URL, so that a reload restores the edited session.
  history.replaceState(null, '', location.pathname + location.search);
  try {
    return store.open('open a link', await unpack(found));
  } catch {
    notice.show(DAMAGED, 'problem');
    return false;
  }
}

/** @param {App} app */
export async function shareDialog({ store, engine }) {
  const sound = store.sound;
  const described = sound ? describe(engine, sound.preset, store.get().master) : null;
  const link = await linkOf(store.get());
  const requirement = isLocal() ? 'The recipient needs Foley: run `foley studio`, then open the link.' : 'The link contains the whole session; nothing is uploaded.';
  const about = link.length > LONG_LINK ? `${requirement} The link is long, and some programs cut it. A file is safer.` : requirement;
  const status = el('p', { role: 'status', class: 'faint' }, about);
  /** @param {string} text @param {string} subject */
  const copy = async (text, subject) => {
    try {
      await navigator.clipboard.writeText(text);
      status.textContent = `${subject} copied. ${subject === 'Link' ? about : ''}`.trim();
    } catch {
      status.textContent = 'Copying is not allowed by the browser: select the text and copy it.';
    }
  };
  /** @param {string} title @param {string} text @param {string} subject @param {boolean} code */
  const block = (title, text, subject, code = true) => {
    const area = el('textarea', { readonly: true, rows: Math.min(8, Math.max(2, text.split('\n').length)), 'aria-label': title, class: code ? 'code' : 'code link', spellcheck: 'false' });
    area.value = text;
    area.addEventListener('focus', () => area.select());
    return el('div', { class: 'share-block' }, el('div', { class: 'row' }, el('h3', {}, title), el('span', { class: 'spring' }), el('button', { type: 'button', onclick: () => copy(text, subject) }, 'Copy')), area);
  };
  const dialog = el('dialog', { class: 'dialog', 'aria-label': 'Share' },
    el('div', { class: 'row' }, el('h2', {}, 'Share'), el('span', { class: 'spring' }), el('button', { type: 'button', class: 'icon quiet', 'aria-label': 'Close', onclick: () => dialog.close() }, '×')),
    block('Link to this session', link, 'Link', false), status,
    described && block('Command line', described.command, 'Command'),
    described && block('Rust code', described.rust, 'Snippet'),
    el('div', { class: 'row' },
      sound && el('button', { type: 'button', onclick: () => download(`${slugOf(sound.preset.name ?? sound.preset.model)}.json`, presetText(sound.preset)) }, 'Preset file'),
      el('button', { type: 'button', onclick: () => download('session.json', `${JSON.stringify(store.get(), null, 1)}\n`) }, 'Session file')));
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  await copy(link, 'Link');
}

/**
 * @param {App['engine']} engine
 * @param {import('./types.js').PresetDoc} preset
 * @param {import('./types.js').State['master']} master
 */
function describe(engine, preset, { place, distance }) {
  try {
    return engine.query({ do: 'describe', preset, place, distance });
  } catch {
    return null;
  }
}
