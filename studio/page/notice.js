// Notices to the user: short messages at the edge that disappear by themselves and are read by screen
// readers.

import { el } from './dom.js';

/** @typedef {{ label: string, run: () => void }} Action */

const DURATIONS = { info: 5000, problem: 12000 };

/** @param {HTMLElement} element */
export function mount(element) {
  const polite = el('div', { class: 'notices', role: 'status', 'aria-live': 'polite' });
  const urgent = el('div', { class: 'notices', role: 'alert' });
  element.append(urgent, polite);

  /**
   * Shows a message. A repetition of a visible message replaces it and shows a count.
   * @param {string} text
   * @param {'info'|'problem'} [kind]
   * @param {{ action?: Action }} [options]
   */
  function show(text, kind = 'info', { action } = {}) {
    const box = kind === 'problem' ? urgent : polite;
    const same = [...box.children].find((element) => /** @type {HTMLElement} */ (element).dataset.text === text);
    const count = same ? Number(/** @type {HTMLElement} */ (same).dataset.count) + 1 : 1;
    same?.remove();
    const shown = text.length > 400 ? `${text.slice(0, 400)} …` : text;
    const line = el('div', { class: `notice ${kind}`, 'data-text': text, 'data-count': count },
      el('span', {}, count > 1 ? `${shown} (${count} times)` : shown));
    const close = () => line.remove();
    if (action) line.append(el('button', { type: 'button', onclick: () => (close(), action.run()) }, action.label));
    line.append(el('button', { type: 'button', class: 'close', 'aria-label': 'Close this message', onclick: close }, '×'));
    box.append(line);
    while (box.children.length > 4) box.firstElementChild?.remove();
    let timer = setTimeout(close, DURATIONS[kind]);
    // A message does not disappear while the pointer or the focus is on it.
    line.addEventListener('pointerenter', () => clearTimeout(timer));
    line.addEventListener('focusin', () => clearTimeout(timer));
    line.addEventListener('pointerleave', () => (timer = setTimeout(close, 2000)));
  }
  return { show };
}
