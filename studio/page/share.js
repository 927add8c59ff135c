// Carrying the bench away: a link that holds it all, a preset file, a command, a few lines of Rust.

import { el } from './dom.js';
import { download, presetText } from './files.js';
import { plain } from './mend.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Bench} Bench */

/** A link unpacks to at most so much [bytes]. */
const MOST = 2_000_000;
/** Some chat programs cut links that are longer than this [characters]. */
const LONG = 8000;

/** @param {Uint8Array} bytes */
const base64url = (bytes) => btoa(Array.from(bytes, (it) => String.fromCharCode(it)).join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (it) => it.charCodeAt(0));

/** @param {Uint8Array} bytes @param {CompressionStream|DecompressionStream} through @param {number} most */
async function piped(bytes, through, most) {
  const reader = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(/** @type {any} */ (through)).getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error('it is too large');
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(/** @type {BlobPart[]} */ (parts)).arrayBuffer());
}

/** The bench as a link. Own presets stay at home: only what is on the bench goes along. @param {State} state */
export async function linkOf(state) {
  const text = JSON.stringify({ ...state, own: [] });
  const packed = await piped(new TextEncoder().encode(text), new CompressionStream('deflate-raw'), MOST);
  return `${location.origin}${location.pathname}#s=${base64url(packed)}`;
}

/**
 * Opens the bench that stands in the address, if one does. Undo goes back to what was there.
 * @param {import('./store.js').Store} store
 * @param {Bench['notice']} notice
 */
export async function readLink(store, notice) {
  const found = /^#s=(.+)$/.exec(location.hash);
  if (!found) return false;
  // Out of the address at once: a reload shall bring back what was made of it, not the link again.
  history.replaceState(null, '', location.pathname + location.search);
  try {
    const bytes = await piped(bytesOf(/** @type {string} */ (found[1])), new DecompressionStream('deflate-raw'), MOST);
    return store.open('open a link', JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    notice.say('The link is damaged or cut off, so that it cannot be opened. Ask for it again; your own bench is as it was.', 'problem');
    return false;
  }
}

/** @param {Bench} bench */
export async function shareDialog({ store, engine }) {
  const sound = store.sound;
  const described = sound ? asked(engine, sound.preset) : null;
  const link = await linkOf(store.get());
  const status = el('p', { role: 'status', class: 'faint' }, link.length > LONG ? 'The link is long: some programs cut it. A file is safer then.' : 'Whoever opens the link has this bench; nothing is uploaded.');
  /** @param {string} text @param {string} what */
  const copy = async (text, what) => {
    try {
      await navigator.clipboard.writeText(text);
      status.textContent = `${what} copied.`;
    } catch {
      status.textContent = 'The browser does not let the page copy: select the text and copy it yourself.';
    }
  };
  /** @param {string} title @param {string} text @param {string} what @param {boolean} code */
  const block = (title, text, what, code = true) => {
    const area = el('textarea', { readonly: true, rows: Math.min(8, Math.max(2, text.split('\n').length)), 'aria-label': title, class: code ? 'code' : 'code link', spellcheck: 'false' });
    area.value = text;
    area.addEventListener('focus', () => area.select());
    return el('div', { class: 'share-block' }, el('div', { class: 'row' }, el('h3', {}, title), el('span', { class: 'spring' }), el('button', { type: 'button', onclick: () => copy(text, what) }, 'Copy')), area);
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
    return engine.ask({ do: 'describe', preset });
  } catch {
    return null;
  }
}
