// Elements made in one line, so that the other modules read like what they draw.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An element with its attributes (functions are listeners, `class` and `data-…` as in markup) and what it holds.
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
 * The same for pictures.
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
 * The element with this id; the page is ours, so it is there.
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

/** Whether a key pressed here is typed text. @param {EventTarget|null} target */
export function isTyping(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !['range', 'checkbox', 'radio', 'button'].includes(target.type);
}

/** First letter large, as at the beginning of a sentence. @param {string} text */
export const capitalise = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Words from a name: `event-density` is read as "event density". @param {string} name */
export const spaced = (name) => name.replaceAll('-', ' ');

/**
 * Calls at most once per frame, with the last arguments.
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
 * One of many is in the tab order, arrows go to the others. `across` is how many stand in a row (1: a list).
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
