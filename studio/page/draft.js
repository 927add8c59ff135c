// Immutable updates: a recipe writes into a draft, and the result shares all unchanged parts with the
// original. Listeners can therefore compare by `!==`, and two hundred undo steps take little memory.

/** @typedef {{ base: any, copy: any, touched: boolean }} Node */

/**
 * @template T
 * @param {T} base
 * @param {(draft: any) => void} recipe
 * @returns {T} the new value; `base` itself if the recipe changed nothing
 */
export function produce(base, recipe) {
  /** @type {Map<any, Node>} */
  const nodes = new Map();

  /** @param {any} value */
  const open = (value) => {
    const node = { base: value, copy: Array.isArray(value) ? value.slice() : { ...value }, touched: false };
    const proxy = new Proxy(node.copy, {
      get(copy, key) {
        const child = copy[key];
        if (typeof child !== 'object' || child === null || nodes.has(child) || typeof key === 'symbol') return child;
        return (copy[key] = open(child));
      },
      set(copy, key, value) {
        if (!(key in copy) || copy[key] !== value) node.touched = true;
        copy[key] = value;
        return true;
      },
      deleteProperty(copy, key) {
        if (key in copy) node.touched = true;
        return delete copy[key];
      },
    });
    nodes.set(proxy, node);
    return proxy;
  };

  /** @param {any} value */
  const close = (value) => {
    const node = nodes.get(value);
    if (!node) return deepFreeze(value);
    let touched = node.touched;
    for (const key of Object.keys(node.copy)) {
      const closed = close(node.copy[key]);
      node.copy[key] = closed;
      if (closed !== node.base[key]) touched = true;
    }
    return touched ? Object.freeze(node.copy) : node.base;
  };

  const root = open(base);
  recipe(root);
  return close(root);
}

/**
 * Freezes a value deeply, so that writing to the state outside `change` throws.
 * @template T
 * @param {T} value
 * @returns {T}
 */
export function deepFreeze(value) {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
