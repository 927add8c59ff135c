// The one way to tell people something: short lines at the edge that go away by themselves, read aloud by screen readers.

import { el } from './dom.js';

/** @typedef {{ label: string, run: () => void }} Action */

const LASTS = { info: 5000, problem: 12000 };

/** @param {HTMLElement} element */
export function mount(element) {
  const polite = el('div', { class: 'notices', role: 'status', 'aria-live': 'polite' });
  const urgent = el('div', { class: 'notices', role: 'alert' });
  element.append(urgent, polite);

  /**
   * The same text while it still stands is said once, with a count.
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
    const gone = () => line.remove();
    if (action) line.append(el('button', { type: 'button', onclick: () => (gone(), action.run()) }, action.label));
    line.append(el('button', { type: 'button', class: 'close', 'aria-label': 'Close this message', onclick: gone }, '×'));
    box.append(line);
    while (box.children.length > 4) box.firstElementChild?.remove();
    let timer = setTimeout(gone, LASTS[kind]);
    // Who reads or is about to press should not see it vanish.
    line.addEventListener('pointerenter', () => clearTimeout(timer));
    line.addEventListener('focusin', () => clearTimeout(timer));
    line.addEventListener('pointerleave', () => (timer = setTimeout(gone, 2000)));
  }
  return { show };
}
