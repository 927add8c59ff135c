// Carrying the bench away: a link that holds it all, a preset file, a command, a few lines of Rust.

import { el } from './dom.js';
import { download, presetText } from './files.js';
import { DAMAGED, isLocal, linkOf, packedIn, unpack } from './link.js';
import { plain } from './mend.js';

/** @typedef {import('./types.js').Bench} Bench */

/** Some chat programs cut links that are longer than this [characters]. */
const LONG_LINK = 8000;

/**
 * Opens the bench that stands in the address, if one does. Undo goes back to what was there.
 * @param {import('./store.js').Store} store
 * @param {Bench['notice']} notice
 */
export async function readLink(store, notice) {
  const found = packedIn(location.hash);
  if (!found) return false;
  // Out of the address at once: a reload shall bring back what was made of it, not the link again.
  history.replaceState(null, '', location.pathname + location.search);
  try {
    return store.open('open a link', await unpack(found));
  } catch {
    notice.show(DAMAGED, 'problem');
    return false;
  }
}

/** @param {Bench} bench */
export async function shareDialog({ store, engine }) {
  const sound = store.sound;
  const described = sound ? asked(engine, sound.preset) : null;
  const link = await linkOf(store.get());
  const requirement = isLocal() ? 'They need Foley, too: run `foley studio`, then open the link.' : 'Whoever opens the link has this bench; nothing is uploaded.';
  const about = link.length > LONG_LINK ? `${requirement} The link is long: some programs cut it. A file is safer then.` : requirement;
  const status = el('p', { role: 'status', class: 'faint' }, about);
  /** @param {string} text @param {string} subject */
  const copy = async (text, subject) => {
    try {
      await navigator.clipboard.writeText(text);
      status.textContent = `${subject} copied. ${subject === 'Link' ? about : ''}`.trim();
    } catch {
      status.textContent = 'The browser does not let the page copy: select the text and copy it yourself.';
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
    el('div', { class: 'row' }, el('h2', {}, 'Carry it away'), el('span', { class: 'spring' }), el('button', { type: 'button', class: 'icon quiet', 'aria-label': 'Close', onclick: () => dialog.close() }, '×')),
    block('link to this bench', link, 'Link', false), status,
    described && block('as a command', described.command, 'Command'),
    described && block('in Rust', described.rust, 'Snippet'),
    el('div', { class: 'row' },
      sound && el('button', { type: 'button', onclick: () => download(`${plain(sound.preset.name ?? sound.preset.model)}.json`, presetText(sound.preset)) }, 'Preset file'),
      el('button', { type: 'button', onclick: () => download('bench.json', `${JSON.stringify(store.get(), null, 1)}\n`) }, 'Whole bench as a file')));
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  await copy(link, 'Link');
}

/** @param {Bench['engine']} engine @param {import('./types.js').PresetDoc} preset */
function asked(engine, preset) {
  try {
    return engine.query({ do: 'describe', preset });
  } catch {
    return null;
  }
}
