/**
 * The module's raw exports as functions of JavaScript: bytes in, bytes out.
 *
 * It runs in three places, one of them (the AudioWorklet) without TextEncoder and TextDecoder, so nothing here knows what the bytes mean.
 * A trap ends the instance: whoever called gets a `Trap` with its last words, and makes another.
 */

/** What stopped the module. `bytes` are its last words in UTF-8, if it had any. */
export class Trap extends Error {
  /**
   * @param {string} why
   * @param {Uint8Array} bytes
   */
  constructor(why, bytes) {
    super(why);
    this.name = 'Trap';
    this.bytes = bytes;
  }
}

/** Longest request [bytes], as the module has it; who asks for more room gets none. */
export const MAX_REQUEST = 2 << 20;

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} request_buffer
 * @property {(length: number) => number} query
 * @property {() => number} samples
 * @property {(rate: number, instances: number) => void} start
 * @property {(length: number) => number} execute
 * @property {(frames: number) => number} render
 * @property {(level: number) => void} set_quality
 * @property {() => number} poll
 * @property {() => number} trace
 * @property {() => number} panic_message
 */

/** One instance of the module. */
export class Glue {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    const instance = new WebAssembly.Instance(module, {});
    /** @type {Exports} */
    this.exports = /** @type {any} */ (instance.exports);
    this.dead = false;
  }

  /**
   * Calls into the module; a trap becomes a `Trap`.
   * @template T
   * @param {() => T} call
   * @returns {T}
   */
  guard(call) {
    if (this.dead) throw new Trap('the module has stopped', new Uint8Array());
    try {
      return call();
    } catch (why) {
      this.dead = true;
      let panic = new Uint8Array();
      try {
        panic = this.readFrame(this.exports.panic_message());
      } catch {
        // It cannot even say why.
      }
      throw new Trap(String(why), panic);
    }
  }

  /**
   * The bytes behind a length, as a copy: memory may move with the next call.
   * @param {number} at
   * @returns {Uint8Array<ArrayBuffer>}
   */
  readFrame(at) {
    const { buffer } = this.exports.memory;
    const length = new DataView(buffer).getUint32(at, true);
    return new Uint8Array(buffer).slice(at + 4, at + 4 + length);
  }

  /**
   * Writes a request where the module wants it.
   * @param {Uint8Array} bytes
   */
  write(bytes) {
    const at = this.exports.request_buffer(bytes.length);
    if (at === 0 && bytes.length > 0) {
      throw new RangeError(`a request of ${bytes.length} bytes is too long; ${MAX_REQUEST} is the most that is read`);
    }
    new Uint8Array(this.exports.memory.buffer).set(bytes, at);
  }

  /**
   * A question, and its answer as bytes of JSON.
   * @param {Uint8Array} bytes
   */
  query(bytes) {
    if (bytes.length > MAX_REQUEST) {
      throw new RangeError(`a request of ${bytes.length} bytes is too long; ${MAX_REQUEST} is the most that is read`);
    }
    return this.guard(() => {
      this.write(bytes);
      return this.readFrame(this.exports.query(bytes.length));
    });
  }

  /**
   * What the last question has rendered, channel after channel.
   * @param {number} channels
   * @param {number} frames
   */
  samples(channels, frames) {
    return this.guard(() => {
      const at = this.exports.samples();
      const { buffer } = this.exports.memory;
      return Array.from({ length: channels }, (_, channel) => new Float32Array(buffer, at + 4 * channel * frames, frames).slice());
    });
  }

  /**
   * Tells the sounding engine something; its answer as bytes of JSON.
   * @param {Uint8Array} bytes
   */
  execute(bytes) {
    if (bytes.length > MAX_REQUEST) {
      throw new RangeError(`a request of ${bytes.length} bytes is too long; ${MAX_REQUEST} is the most that is read`);
    }
    return this.guard(() => {
      this.write(bytes);
      return this.readFrame(this.exports.execute(bytes.length));
    });
  }

  /**
   * Begins to sound.
   * @param {number} rate
   * @param {number} instances
   */
  start(rate, instances) {
    this.guard(() => this.exports.start(rate, instances));
  }

  /**
   * The next samples, into two channels of the same length.
   * @param {Float32Array} left
   * @param {Float32Array} right
   */
  render(left, right) {
    this.guard(() => {
      const frames = left.length;
      const at = this.exports.render(frames);
      const all = new Float32Array(this.exports.memory.buffer, at, 2 * frames);
      left.set(all.subarray(0, frames));
      right.set(all.subarray(frames));
    });
  }

  /**
   * Another level of quality; 0 is the best.
   * @param {number} level
   */
  setQuality(level) {
    this.guard(() => this.exports.set_quality(level));
  }

  /** How loud everything is, as bytes of JSON. */
  poll() {
    return this.guard(() => this.readFrame(this.exports.poll()));
  }

  /** A piece of what is measured; empty if there is none. */
  trace() {
    return this.guard(() => this.readFrame(this.exports.trace()));
  }
}
