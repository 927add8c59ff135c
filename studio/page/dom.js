// Helpers that create DOM elements and handle focus.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Creates an element. Attributes that are functions become listeners; empty children are skipped.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string|null|false|undefined)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(.../** @type {(Node|string)[]} */ (children.filter((child) => child || child === '')));
  return element;
}

/**
 * Creates an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node|string)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.replace(/^on/, ''), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
}

/**
 * Returns the element with this id; throws if the page lacks it.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/** Whether keys pressed in `target` are text input. @param {EventTarget|null} target */
export function isTyping(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !['range', 'checkbox', 'radio', 'button'].includes(target.type);
}

/** Capitalises the first letter. @param {string} text */
export const capitalise = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Replaces hyphens by spaces: `event-density` becomes "event density". @param {string} name */
export const spaced = (name) => name.replaceAll('-', ' ');

/**
 * Limits calls to one per animation frame; the last arguments win.
 * @template {any[]} A
 * @param {(...args: A) => void} work
 * @returns {(...args: A) => void}
 */
export function perFrame(work) {
  /** @type {A|null} */
  let last = null;
  return (...args) => {
    if (last === null) {
      requestAnimationFrame(() => {
        const now = /** @type {A} */ (last);
        last = null;
        work(...now);
      });
    }
    last = args;
  };
}

/**
 * Makes the arrow keys move the focus among elements of which one is in the tab order. `across` is the number
 * of columns.
 * @param {HTMLElement} box
 * @param {string} selector
 * @param {() => number} [across]
 */
export function roving(box, selector, across = () => 1) {
  const all = () => /** @type {HTMLElement[]} */ ([...box.querySelectorAll(selector)]).filter((element) => element.offsetParent !== null);
  box.addEventListener('keydown', (event) => {
    const items = all();
    const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const row = across();
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + row, ArrowUp: at - row, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = items[clamp(to, 0, items.length - 1)];
    items.forEach((item) => (item.tabIndex = item === next ? 0 : -1));
    next?.focus();
  });
}
