/**
 * The engine in the AudioWorklet: it renders, and between two blocks it is told things.
 *
 * | comes in                    | goes out                                                                |
 * |-----------------------------|-------------------------------------------------------------------------|
 * | `{id, tell: bytes}`         | `{id, answer: bytes}`                                                   |
 * | `{record: boolean}`         | `{recorded: [left, right]}` in pieces, while it records; `{ended: true}`|
 * | `{stop: true}`              |                                                                         |
 * |                             | `{look: bytes, load}` about thirty times a second                       |
 * |                             | `{trace: bytes}`                                                        |
 * |                             | `{failed: text, words: bytes}` once, after a trap; it is silent then    |
 *
 * `processorOptions`: `module` (compiled, or its bytes), `instances`, and `first`: requests that are told before the first sample, for rendering offline.
 */
import { Glue, Trap } from './glue.js';

/** Looks in a second. */
const LOOKS = 30;
/** Share of its time above which quality falls, and below which it rises again. */
const [STRAINED, CALM] = [0.7, 0.35];
/** Looks for which it must be so: it falls after a fifth of a second and rises after three. */
const [FALLS, RISES] = [6, 90];
/** The lowest level of quality. */
const LOWEST = 4;
/** Frames of a piece of a recording. */
const PIECE = 8192;

class FoleyProcessor extends AudioWorkletProcessor {
  /** @param {any} options */
  constructor(options) {
    super();
    const { module, instances = 64, first = [] } = options.processorOptions;
    this.stopped = false;
    this.looked = 0;
    this.busy = 0;
    this.load = 0;
    this.level = 0;
    this.strained = 0;
    this.calm = 0;
    /** @type {{ left: Float32Array, right: Float32Array, filled: number } | null} */
    this.take = null;
    /** @type {Glue | null} */
    this.glue = null;
    this.guarded(() => {
      const compiled = module instanceof WebAssembly.Module ? module : new WebAssembly.Module(module);
      this.glue = new Glue(compiled);
      this.glue.start(sampleRate, instances);
      for (const bytes of first) this.port.postMessage({ id: -1, answer: this.glue.tell(bytes) });
    });
    this.port.onmessage = (event) => this.hear(event.data);
    this.port.postMessage({ ready: true });
  }

  /** @param {any} message */
  hear(message) {
    if (message.stop) {
      this.stopped = true;
    } else if (message.tell) {
      this.guarded(() => {
        if (!this.glue) return;
        const answer = this.glue.tell(message.tell);
        this.port.postMessage({ id: message.id, answer }, [answer.buffer]);
      });
    } else if (message.record !== undefined) {
      this.record(message.record);
    }
  }

  /** @param {() => void} call */
  guarded(call) {
    try {
      call();
    } catch (why) {
      this.glue = null;
      const words = why instanceof Trap ? why.bytes : new Uint8Array();
      this.port.postMessage({ failed: String(why), words });
    }
  }

  /** @param {boolean} on */
  record(on) {
    if (on === (this.take !== null)) return;
    if (on) {
      this.take = { left: new Float32Array(PIECE), right: new Float32Array(PIECE), filled: 0 };
      return;
    }
    this.hand();
    this.take = null;
    this.port.postMessage({ ended: true });
  }

  /** Hands out what has been recorded so far. */
  hand() {
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
    this.guarded(() => this.glue?.render(left, right));
    this.keep(left, right);
    // A millisecond is far longer than a block takes: only the mean of many blocks says something.
    this.busy += Date.now() - begun;
    this.looked += left.length;
    if (this.looked >= sampleRate / LOOKS) this.look();
    return true;
  }

  /**
   * @param {Float32Array} left
   * @param {Float32Array} right
   */
  keep(left, right) {
    const { take } = this;
    if (!take) return;
    if (take.filled + left.length > PIECE) this.hand();
    take.left.set(left, take.filled);
    take.right.set(right, take.filled);
    take.filled += left.length;
  }

  /**
   * Gives up quality while time runs short.
   * @param {Glue} glue
   */
  keepUp(glue) {
    this.strained = this.load > STRAINED ? this.strained + 1 : 0;
    this.calm = this.load < CALM ? this.calm + 1 : 0;
    const way = this.strained >= FALLS ? 1 : this.calm >= RISES ? -1 : 0;
    const level = Math.min(Math.max(this.level + way, 0), LOWEST);
    if (way !== 0) [this.strained, this.calm] = [0, 0];
    if (level === this.level) return;
    this.level = level;
    glue.ease(level);
  }

  look() {
    const share = this.busy / ((1000 * this.looked) / sampleRate);
    this.load += 0.1 * (share - this.load);
    this.busy = 0;
    this.looked = 0;
    this.guarded(() => {
      if (!this.glue) return;
      this.keepUp(this.glue);
      const look = this.glue.look();
      this.port.postMessage({ look, load: this.load }, [look.buffer]);
      for (let trace = this.glue.trace(); trace.length > 0; trace = this.glue.trace()) {
        this.port.postMessage({ trace }, [trace.buffer]);
      }
    });
  }
}

registerProcessor('foley', FoleyProcessor);
