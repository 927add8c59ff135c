// Sounds out to files and in from files: one preset, or the whole bench. What comes in may be anything, of any size.

import { el } from './dom.js';
import { DAMAGED, packedIn, unpack } from './link.js';
import { plain } from './mend.js';
import { addSound, freeName, modelOf, alike, titleOf } from './sounds.js';
import { undoAction } from './undo.js';

/** @typedef {import('./types.js').PresetDoc} PresetDoc */
/** @typedef {import('./types.js').Bench} Bench */

/** Larger texts are refused unread [bytes]. */
const MOST = 1_000_000;

/**
 * Gives people a file.
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

/** A preset as a file. @param {PresetDoc} preset @param {Bench['notice']} notice */
export function carry(preset, notice) {
  const name = `${plain(preset.name ?? preset.model)}.json`;
  download(name, presetText(preset));
  notice.show(`${name} is in your downloads. The program reads it, too.`);
}

/** @param {number} bytes */
const size = (bytes) => (bytes > 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.round(bytes / 1000)} kB`);

/**
 * Takes a text in: a preset (JSON or XML), a bench, or a link to one.
 * @param {Bench} bench
 * @param {string} text
 * @param {string} from what to call it in messages
 * @returns {Promise<boolean>}
 */
export async function take({ store, engine, notice, sounding }, text, from) {
  if (text.length > MOST) {
    notice.show(`${from} is too large (${size(text.length)}): a preset has at most ${size(MOST)}.`, 'problem');
    return false;
  }
  if (text.trim() === '') {
    notice.show(`${from} is empty: paste a preset, or choose a file.`, 'problem');
    return false;
  }
  const packed = packedIn(text);
  const state = packed === null ? asBench(text) : await unpack(packed).catch(() => null);
  if (packed !== null && !state) {
    notice.show(DAMAGED, 'problem');
    return false;
  }
  if (state) {
    const yours = store.get();
    if (!store.open('open a bench', state)) return false;
    const back = undoAction(store, () => store.change('back to your bench', (draft) => void Object.assign(draft, yours, { own: draft.own })));
    notice.show('The bench is open. Undo goes back to yours.', 'info', { action: { label: 'Undo', run: back } });
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
  // What is there already is not kept twice; another of the same name gets a number.
  const called = preset.name ?? preset.model;
  const known = [...store.get().own.map((saved) => saved.preset), ...(modelOf(engine.catalogue, preset.model)?.presets ?? [])].find((candidate) => candidate.name === called);
  const unchanged = known !== undefined && known.model === preset.model && alike(known, preset);
  const free = unchanged ? called : freeName(store.get(), engine.catalogue, preset);
  if (free !== called) preset = { ...preset, name: free };
  const name = addSound(store, preset);
  if (!name) return false;
  if (!unchanged) store.change(`add ${titleOf(preset)}`, (draft) => void draft.own.push({ name: free, preset }));
  notice.show(`“${titleOf(preset)}” is on the bench${unchanged ? '' : ' and among your own'}.`);
  sounding.play(name);
  return true;
}

/** @param {string} text */
function asBench(text) {
  try {
    const value = JSON.parse(text);
    return value && typeof value === 'object' && Array.isArray(value.sounds) ? value : null;
  } catch {
    return null;
  }
}

/** @param {Bench} bench @param {File} file */
export async function takeFile(bench, file) {
  if (file.size > MOST) {
    bench.notice.show(`${file.name} is too large (${size(file.size)}): a preset has at most ${size(MOST)}.`, 'problem');
    return false;
  }
  return take(bench, await file.text(), file.name);
}

/**
 * Files may be dropped anywhere on the page.
 * @param {HTMLElement} _element
 * @param {Bench} bench
 */
export function bring(_element, bench) {
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
    for (const file of files.slice(0, 16)) await takeFile(bench, file);
  });
}

/** A preset from a file, or pasted. @param {Bench} outer */
export function openDialog(outer) {
  // Behind a dialog nobody hears the notices: what is wrong is said inside.
  const problem = el('p', { class: 'problem', role: 'alert' });
  /** @type {Bench} */
  const bench = { ...outer, notice: { show: (text, kind, more) => (kind === 'problem' ? void (problem.textContent = text.slice(0, 600)) : outer.notice.show(text, kind, more)) } };
  const file = el('input', { type: 'file', accept: '.json,.xml,application/json,text/xml', 'aria-label': 'A preset file' });
  const area = el('textarea', { rows: 8, 'aria-label': 'Text of a preset', placeholder: '{ "model": … }, or a link', spellcheck: 'false' });
  const dialog = el('dialog', { class: 'dialog', 'aria-label': 'Open a preset' },
    el('h2', {}, 'Open a preset'),
    el('p', { class: 'faint' }, 'A preset file (JSON or XML), a saved bench, or a link to one. You can also drop files anywhere on the page.'),
    file, el('label', {}, 'Or paste its text', area), problem,
    el('div', { class: 'row' }, el('span', { class: 'spring' }),
      el('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'),
      el('button', { type: 'button', class: 'primary', onclick: async () => (await take(bench, area.value, 'The text')) && dialog.close() }, 'Open')));
  file.addEventListener('change', async () => {
    const first = file.files?.[0];
    if (first && (await takeFile(bench, first))) dialog.close();
    file.value = '';
  });
  area.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text') ?? '';
    if (text.length <= MOST) return;
    // A text field would choke on it before anybody could say no.
    event.preventDefault();
    bench.notice.show(`The text is too large (${size(text.length)}): a preset has at most ${size(MOST)}.`, 'problem');
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
