// Context menu at the pointer, or below the focused element. Arrows choose, Escape closes and returns the
// focus.

import { el, roving } from './dom.js';

/**
 * @param {MouseEvent} event
 * @param {string} title
 * @param {[string, () => void][]} entries
 * @param {HTMLElement} home element that gets the focus afterwards
 */
export function menuAt(event, title, entries, home) {
  document.querySelector('.menu')?.remove();
  const close = () => {
    menu.remove();
    removeEventListener('pointerdown', away, true);
    if (document.activeElement === document.body) home.focus({ preventScroll: true });
  };
  const away = (/** @type {Event} */ event) => {
    if (!menu.contains(/** @type {Node} */ (event.target))) close();
  };
  const menu = el('div', { class: 'menu', role: 'menu', 'aria-label': title },
    ...entries.map(([text, run], i) => el('button', { type: 'button', role: 'menuitem', tabindex: i === 0 ? 0 : -1, onclick: () => (close(), run()) }, text)));
  menu.addEventListener('keydown', (key) => {
    if (key.key === 'Escape' || key.key === 'Tab') close();
    if (key.key === 'Tab') return;
    key.stopPropagation();
  });
  roving(menu, '[role=menuitem]');
  document.body.append(menu);
  const box = home.getBoundingClientRect();
  const [x, y] = event.clientX || event.clientY ? [event.clientX, event.clientY] : [box.left, box.bottom];
  menu.style.setProperty('left', `${Math.max(8, Math.min(x, innerWidth - menu.offsetWidth - 8))}px`);
  menu.style.setProperty('top', `${Math.max(8, Math.min(y, innerHeight - menu.offsetHeight - 8))}px`);
  addEventListener('pointerdown', away, true);
  /** @type {HTMLElement|null} */ (menu.querySelector('[role=menuitem]'))?.focus();
}
