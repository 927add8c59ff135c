// A bench as a link: packed into the part of the address that browsers keep to themselves. Nothing is uploaded.

/** @typedef {import('./types.js').State} State */

/** A link unpacks to at most so much [bytes]. */
const MAX_UNPACKED = 2_000_000;
/** Where the program serves the page unless it is told otherwise. */
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
      throw new Error('it is too large');
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(/** @type {BlobPart[]} */ (parts)).arrayBuffer());
}

/** Whether the page comes from this machine: its address means nothing on another one. */
export const isLocal = () => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

/** The bench as a link. Own presets stay at home: only what is on the bench goes along. @param {State} state */
export async function linkOf(state) {
  const text = JSON.stringify({ ...state, own: [] });
  const packed = await pipeThrough(new TextEncoder().encode(text), new CompressionStream('deflate-raw'), MAX_UNPACKED);
  // The port of today may be any free one; who gets the link has the program at its usual place.
  const place = isLocal() ? `http://127.0.0.1:${PORT}/` : `${location.origin}${location.pathname}`;
  return `${place}#s=${base64url(packed)}`;
}

/** What a link holds, packed; none if the text is no link to a bench. @param {string} text a link, or only its end from `#s=` on */
export const packedIn = (text) => /^[^\s{<]*#s=(\S+)$/.exec(text.trim())?.[1] ?? null;

/** The state in a link, unpacked; rejects if it is damaged. @param {string} packed @returns {Promise<unknown>} */
export async function unpack(packed) {
  const bytes = await pipeThrough(bytesOf(packed), new DecompressionStream('deflate-raw'), MAX_UNPACKED);
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

/** What is said where it cannot be. */
export const DAMAGED = 'The link is damaged or cut off, so that it cannot be opened. Ask for it again; your own bench is as it was.';
