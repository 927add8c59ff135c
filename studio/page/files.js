// Preset and session files: download, open, drop and paste. Incoming files can have any content and size.

import { el } from './dom.js';
import { DAMAGED, packedIn, unpack } from './link.js';
import { slugOf } from './validate-state.js';
import { addSound, freeName, modelOf, alike, titleOf } from './sounds.js';
import { undoAction } from './undo.js';

/** @typedef {import('./types.js').PresetDoc} PresetDoc */
/** @typedef {import('./types.js').App} App */

/** Maximum size of a text [bytes]; larger ones are rejected unread. */
const MAX_TEXT = 1_000_000;

/**
 * Downloads a text as a file.
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  el('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** @param {PresetDoc} preset */
export const presetText = ({ slug, ...preset }) => `${JSON.stringify({ format: 1, ...preset }, null, 2)}\n`;

/** Downloads a preset as a file. @param {PresetDoc} preset @param {App['notice']} notice */
export function downloadPreset(preset, notice) {
  const name = `${slugOf(preset.name ?? preset.model)}.json`;
  download(name, presetText(preset));
  notice.show(`${name} was downloaded. The command-line program can read it.`);
}

/** @param {number} bytes */
const formatSize = (bytes) => (bytes > 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.round(bytes / 1000)} kB`);

/**
 * Opens a text: a preset (JSON or XML), a session, or a link to one.
 * @param {App} app
 * @param {string} text
 * @param {string} from name of the source in messages
 * @returns {Promise<boolean>}
 */
export async function openText({ store, engine, notice, playback }, text, from) {
  if (text.length > MAX_TEXT) {
    notice.show(`${from} is too large (${formatSize(text.length)}); at most ${formatSize(MAX_TEXT)} is allowed.`, 'problem');
    return false;
  }
  if (text.trim() === '') {
    notice.show(`${from} is empty: paste a preset, or choose a file.`, 'problem');
    return false;
  }
  const packed = packedIn(text);
  const state = packed === null ? asSession(text) : await unpack(packed).catch(() => null);
  if (packed !== null && !state) {
    notice.show(DAMAGED, 'problem');
    return false;
  }
  if (state) {
    const yours = store.get();
    if (!store.open('open a session', state)) return false;
    const back = undoAction(store, () => store.change('back to your session', (draft) => void Object.assign(draft, yours, { own: draft.own })));
    notice.show('The session was opened. Undo returns to your previous session.', 'info', { action: { label: 'Undo', run: back } });
    return true;
  }
  /** @type {PresetDoc} */
  let preset;
  try {
    preset = engine.query({ do: 'parse', text }).preset;
    engine.query({ do: 'describe', preset });
  } catch (error) {
    notice.show(`${from} could not be read: ${/** @type {Error} */ (error).message}`, 'problem');
    return false;
  }
  // A preset that is already known is not saved twice; another one of the same name gets a number.
  const presetName = preset.name ?? preset.model;
  const known = [...store.get().own.map((saved) => saved.preset), ...(modelOf(engine.catalogue, preset.model)?.presets ?? [])].find((candidate) => candidate.name === presetName);
  const unchanged = known !== undefined && known.model === preset.model && alike(known, preset);
  const free = unchanged ? presetName : freeName(store.get(), engine.catalogue, preset);
  if (free !== presetName) preset = { ...preset, name: free };
  const name = addSound(store, preset);
  if (!name) return false;
  if (!unchanged) store.change(`add ${titleOf(preset)}`, (draft) => void draft.own.push({ name: free, preset }));
  notice.show(`“${titleOf(preset)}” was added${unchanged ? '' : ' and saved with your own presets'}.`);
  playback.play(name);
  return true;
}

/** @param {string} text */
function asSession(text) {
  try {
    const value = JSON.parse(text);
    return value && typeof value === 'object' && Array.isArray(value.sounds) ? value : null;
  } catch {
    return null;
  }
}

/** @param {App} app @param {File} file */
export async function openFile(app, file) {
  if (file.size > MAX_TEXT) {
    app.notice.show(`${file.name} is too large (${formatSize(file.size)}); at most ${formatSize(MAX_TEXT)} is allowed.`, 'problem');
    return false;
  }
  return openText(app, await file.text(), file.name);
}

/**
 * Accepts files dropped anywhere on the page.
 * @param {HTMLElement} _element
 * @param {App} app
 */
export function acceptDrops(_element, app) {
  const over = (/** @type {DragEvent} */ event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    document.body.classList.add('dropping');
  };
  const away = () => document.body.classList.remove('dropping');
  addEventListener('dragenter', over);
  addEventListener('dragover', over);
  addEventListener('dragleave', (event) => event.relatedTarget === null && away());
  addEventListener('drop', async (event) => {
    away();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    for (const file of files.slice(0, 16)) await openFile(app, file);
  });
}

/** Dialog that opens a preset from a file or from pasted text. @param {App} outer */
export function openDialog(outer) {
  // Notices are hidden behind a modal dialog, so problems are shown inside it.
  const problem = el('p', { class: 'problem', role: 'alert' });
  /** @type {App} */
  const app = { ...outer, notice: { show: (text, kind, more) => (kind === 'problem' ? void (problem.textContent = text.slice(0, 600)) : outer.notice.show(text, kind, more)) } };
  const file = el('input', { type: 'file', accept: '.json,.xml,application/json,text/xml', 'aria-label': 'A preset file' });
  const area = el('textarea', { rows: 8, 'aria-label': 'Text of a preset', placeholder: '{ "model": … }, or a link', spellcheck: 'false' });
  const dialog = el('dialog', { class: 'dialog', 'aria-label': 'Open a preset' },
    el('h2', {}, 'Open a preset'),
    el('p', { class: 'faint' }, 'A preset file (JSON or XML), a saved session, or a link to one. You can also drop files anywhere on the page.'),
    file, el('label', {}, 'Or paste its text', area), problem,
    el('div', { class: 'row' }, el('span', { class: 'spring' }),
      el('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'),
      el('button', { type: 'button', class: 'primary', onclick: async () => (await openText(app, area.value, 'The text')) && dialog.close() }, 'Open')));
  file.addEventListener('change', async () => {
    const first = file.files?.[0];
    if (first && (await openFile(app, first))) dialog.close();
    file.value = '';
  });
  area.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text') ?? '';
    if (text.length <= MAX_TEXT) return;
    // Rejected before insertion, because a text field cannot handle so large a text.
    event.preventDefault();
    app.notice.show(`The text is too large (${formatSize(text.length)}); at most ${formatSize(MAX_TEXT)} is allowed.`, 'problem');
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
