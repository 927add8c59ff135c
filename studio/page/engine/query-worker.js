/**
 * Worker for slow queries: rendering a preset.
 *
 * In: `{module}` first, then `{id, bytes}`. Out: `{id, answer: bytes, samples}` or `{id, failed: text}`.
 */
import { Glue, Trap } from './glue.js';

/** @type {WebAssembly.Module | null} */
let module = null;
/** @type {Glue | null} */
let glue = null;

/**
 * @param {Uint8Array} bytes
 */
function answer(bytes) {
  if (!module) throw new Error('the query worker was used before the engine was loaded');
  glue ??= new Glue(module);
  const answered = glue.query(bytes);
  /** @type {Float32Array[]} */
  let samples = [];
  const { channels, frames } = JSON.parse(new TextDecoder().decode(answered));
  if (channels > 0 && frames > 0) samples = glue.samples(channels, frames);
  return { answer: answered, samples };
}

self.onmessage = (event) => {
  const { id, bytes } = event.data;
  if (event.data.module) {
    module = event.data.module;
    return;
  }
  try {
    const { answer: answered, samples } = answer(bytes);
    const moved = [answered.buffer, ...samples.map((row) => row.buffer)];
    postMessage({ id, answer: answered, samples }, /** @type {any} */ ({ transfer: moved }));
  } catch (why) {
    const words = why instanceof Trap ? new TextDecoder().decode(why.bytes) : '';
    if (why instanceof Trap) glue = null;
    postMessage({ id, failed: words || (why instanceof Error ? why.message : String(why)) });
  }
};
