// Session links: the state is compressed into the fragment of the URL, which browsers do not send to servers.

/** @typedef {import('./types.js').State} State */

/** Maximum size of an unpacked link [bytes]. */
const MAX_UNPACKED = 2_000_000;
/** Default port of `foley studio`. */
const PORT = 8377;

/** @param {Uint8Array} bytes */
const base64url = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

/** @param {Uint8Array} bytes @param {CompressionStream|DecompressionStream} through @param {number} limit */
async function pipeThrough(bytes, through, limit) {
  const reader = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(/** @type {any} */ (through)).getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      await reader.cancel();
      throw new Error('the link is too large');
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(/** @type {BlobPart[]} */ (parts)).arrayBuffer());
}

/** Whether the page is served by this machine, so that its address is useless elsewhere. */
export const isLocal = () => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

/** Link to the session, without the user's own presets. @param {State} state */
export async function linkOf(state) {
  const text = JSON.stringify({ ...state, own: [] });
  const packed = await pipeThrough(new TextEncoder().encode(text), new CompressionStream('deflate-raw'), MAX_UNPACKED);
  // The current port may be a random free one; the recipient runs the program at its default port.
  const place = isLocal() ? `http://127.0.0.1:${PORT}/` : `${location.origin}${location.pathname}`;
  return `${place}#s=${base64url(packed)}`;
}

/**
 * Packed state of a link; null if the text is not a session link.
 * @param {string} text a link, or its fragment from `#s=` on
 */
export const packedIn = (text) => /^[^\s{<]*#s=(\S+)$/.exec(text.trim())?.[1] ?? null;

/**
 * Unpacks the state of a link; rejects if it is damaged.
 * @param {string} packed
 * @returns {Promise<unknown>}
 */
export async function unpack(packed) {
  const bytes = await pipeThrough(bytesOf(packed), new DecompressionStream('deflate-raw'), MAX_UNPACKED);
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

/** Message for a link that cannot be unpacked. */
export const DAMAGED = 'The link is damaged or incomplete and cannot be opened. Ask for it again; your session is unchanged.';
