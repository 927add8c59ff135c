/**
 * The engine in the AudioWorklet. It renders, and executes requests between two blocks.
 *
 * | message in                  | message out                                                             |
 * |-----------------------------|-------------------------------------------------------------------------|
 * | `{id, execute: bytes}`      | `{id, answer: bytes}`                                                   |
 * | `{record: boolean}`         | `{recorded: [left, right]}` per chunk while recording; `{ended: true}`  |
 * | `{stop: true}`              |                                                                         |
 * |                             | `{status: bytes, load}` about thirty times a second                     |
 * |                             | `{trace: bytes}`                                                        |
 * |                             | `{failed: text, panic: bytes}` once, after a trap; silence follows      |
 *
 * `processorOptions`: `module` (compiled, or its bytes), `instances`, and `initial`: requests executed before
 * the first sample, for offline rendering.
 */
import { Glue, Trap } from './glue.js';

/** Status reports per second. */
const REPORTS_PER_SECOND = 30;
/** Load above which the quality falls, and below which it rises again [fraction of the block time]. */
const [STRAINED, CALM] = [0.7, 0.35];
/**
 * Reports that must agree before a change: it falls after a fifth of a second and rises after three seconds.
 */
const [LOWER_AFTER, RAISE_AFTER] = [6, 90];
/** Lowest quality level. */
const LOWEST_QUALITY = 4;
/** Frames per chunk of a recording. */
const CHUNK = 8192;

class FoleyProcessor extends AudioWorkletProcessor {
  /** @param {any} options */
  constructor(options) {
    super();
    const { module, instances = 64, initial = [] } = options.processorOptions;
    this.stopped = false;
    this.framesSinceReport = 0;
    this.busy = 0;
    this.load = 0;
    this.level = 0;
    this.strained = 0;
    this.calm = 0;
    /** @type {{ left: Float32Array, right: Float32Array, filled: number } | null} */
    this.take = null;
    /** @type {Glue | null} */
    this.glue = null;
    this.guard(() => {
      const compiled = module instanceof WebAssembly.Module ? module : new WebAssembly.Module(module);
      this.glue = new Glue(compiled);
      this.glue.start(sampleRate, instances);
      for (const bytes of initial) this.port.postMessage({ id: -1, answer: this.glue.execute(bytes) });
    });
    this.port.onmessage = (event) => this.receive(event.data);
    this.port.postMessage({ ready: true });
  }

  /** @param {any} message */
  receive(message) {
    if (message.stop) {
      this.stopped = true;
    } else if (message.execute) {
      this.guard(() => {
        if (!this.glue) return;
        const answer = this.glue.execute(message.execute);
        this.port.postMessage({ id: message.id, answer }, [answer.buffer]);
      });
    } else if (message.record !== undefined) {
      this.record(message.record);
    }
  }

  /** @param {() => void} call */
  guard(call) {
    try {
      call();
    } catch (why) {
      this.glue = null;
      const panic = why instanceof Trap ? why.bytes : new Uint8Array();
      this.port.postMessage({ failed: String(why), panic });
    }
  }

  /** @param {boolean} on */
  record(on) {
    if (on === (this.take !== null)) return;
    if (on) {
      this.take = { left: new Float32Array(CHUNK), right: new Float32Array(CHUNK), filled: 0 };
      return;
    }
    this.flush();
    this.take = null;
    this.port.postMessage({ ended: true });
  }

  /** Posts the samples recorded so far. */
  flush() {
    const { take } = this;
    if (!take || take.filled === 0) return;
    const recorded = [take.left.slice(0, take.filled), take.right.slice(0, take.filled)];
    take.filled = 0;
    this.port.postMessage({ recorded }, [recorded[0].buffer, recorded[1].buffer]);
  }

  /**
   * @param {Float32Array[][]} _inputs
   * @param {Float32Array[][]} outputs
   */
  process(_inputs, outputs) {
    const [left, right = left] = outputs[0] ?? [];
    if (this.stopped) return false;
    if (!left || !this.glue) return true;
    const begun = Date.now();
    this.guard(() => this.glue?.render(left, right));
    this.store(left, right);
    // The clock has a resolution of 1 ms, far longer than a block: only the mean of many blocks is
    // meaningful.
    this.busy += Date.now() - begun;
    this.framesSinceReport += left.length;
    if (this.framesSinceReport >= sampleRate / REPORTS_PER_SECOND) this.report();
    return true;
  }

  /**
   * @param {Float32Array} left
   * @param {Float32Array} right
   */
  store(left, right) {
    const { take } = this;
    if (!take) return;
    if (take.filled + left.length > CHUNK) this.flush();
    take.left.set(left, take.filled);
    take.right.set(right, take.filled);
    take.filled += left.length;
  }

  /**
   * Lowers the quality while the load is high, and raises it again afterwards.
   * @param {Glue} glue
   */
  adaptQuality(glue) {
    this.strained = this.load > STRAINED ? this.strained + 1 : 0;
    this.calm = this.load < CALM ? this.calm + 1 : 0;
    const step = this.strained >= LOWER_AFTER ? 1 : this.calm >= RAISE_AFTER ? -1 : 0;
    const level = Math.min(Math.max(this.level + step, 0), LOWEST_QUALITY);
    if (step !== 0) [this.strained, this.calm] = [0, 0];
    if (level === this.level) return;
    this.level = level;
    glue.setQuality(level);
  }

  report() {
    const share = this.busy / ((1000 * this.framesSinceReport) / sampleRate);
    this.load += 0.1 * (share - this.load);
    this.busy = 0;
    this.framesSinceReport = 0;
    this.guard(() => {
      if (!this.glue) return;
      this.adaptQuality(this.glue);
      const status = this.glue.poll();
      this.port.postMessage({ status, load: this.load }, [status.buffer]);
      for (let trace = this.glue.trace(); trace.length > 0; trace = this.glue.trace()) {
        this.port.postMessage({ trace }, [trace.buffer]);
      }
    });
  }
}

registerProcessor('foley', FoleyProcessor);
