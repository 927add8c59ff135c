/**
 * Wraps the raw exports of the module: bytes in, bytes out.
 *
 * It runs on the main thread, in a worker, and in the AudioWorklet. The worklet lacks TextEncoder and
 * TextDecoder, so this file does not interpret the bytes. A trap makes the instance unusable: the caller gets
 * a `Trap` and creates another instance.
 */

/** The module stopped by a trap. `bytes` is the panic message in UTF-8; it may be empty. */
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

/** Maximum length of a request [bytes], equal to the limit of the module. */
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
 * @property {() => number} poll_status
 * @property {() => number} trace
 * @property {() => number} panic_message
 */

/** An instance of the module. */
export class Glue {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    const instance = new WebAssembly.Instance(module, {});
    /** @type {Exports} */
    this.exports = /** @type {any} */ (instance.exports);
    this.dead = false;
  }

  /**
   * Calls into the module and converts a trap to a `Trap`.
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
        // The panic message is not available either.
      }
      throw new Trap(String(why), panic);
    }
  }

  /**
   * Copies the bytes behind a length, because the memory can move with the next call.
   * @param {number} at
   * @returns {Uint8Array<ArrayBuffer>}
   */
  readFrame(at) {
    const { buffer } = this.exports.memory;
    const length = new DataView(buffer).getUint32(at, true);
    return new Uint8Array(buffer).slice(at + 4, at + 4 + length);
  }

  /**
   * Writes a request into the buffer of the module.
   * @param {Uint8Array} bytes
   */
  write(bytes) {
    const at = this.exports.request_buffer(bytes.length);
    if (at === 0 && bytes.length > 0) {
      throw new RangeError(`the request has ${bytes.length} bytes; at most ${MAX_REQUEST} bytes are allowed`);
    }
    new Uint8Array(this.exports.memory.buffer).set(bytes, at);
  }

  /**
   * Answers a query; returns JSON in UTF-8.
   * @param {Uint8Array} bytes
   */
  query(bytes) {
    if (bytes.length > MAX_REQUEST) {
      throw new RangeError(`the request has ${bytes.length} bytes; at most ${MAX_REQUEST} bytes are allowed`);
    }
    return this.guard(() => {
      this.write(bytes);
      return this.readFrame(this.exports.query(bytes.length));
    });
  }

  /**
   * Samples rendered by the last query, one array per channel.
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
   * Executes a request in the running engine; returns JSON in UTF-8.
   * @param {Uint8Array} bytes
   */
  execute(bytes) {
    if (bytes.length > MAX_REQUEST) {
      throw new RangeError(`the request has ${bytes.length} bytes; at most ${MAX_REQUEST} bytes are allowed`);
    }
    return this.guard(() => {
      this.write(bytes);
      return this.readFrame(this.exports.execute(bytes.length));
    });
  }

  /**
   * Starts the engine.
   * @param {number} rate
   * @param {number} instances
   */
  start(rate, instances) {
    this.guard(() => this.exports.start(rate, instances));
  }

  /**
   * Renders the next samples into two channels of equal length.
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
   * Sets the quality level; 0 is the best.
   * @param {number} level
   */
  setQuality(level) {
    this.guard(() => this.exports.set_quality(level));
  }

  /** Levels, quality and reports as JSON in UTF-8. */
  poll() {
    return this.guard(() => this.readFrame(this.exports.poll_status()));
  }

  /** The next trace segment; empty if there is none. */
  trace() {
    return this.guard(() => this.readFrame(this.exports.trace()));
  }
}
