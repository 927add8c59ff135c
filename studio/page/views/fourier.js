// Windowed Fourier transform of fixed size that does not allocate.
//
// The AnalyserNode only gives the present spectrum, so a late frame would repeat it. This transform serves
// every column.

/**
 * Coefficients of the Blackman window; its side lobes are 58 dB down, so that a loud mode does not hide
 * others.
 */
const BLACKMAN = [0.42, 0.5, 0.08];

export class Fourier {
  /** @param {number} size number of samples, a power of two */
  constructor(size) {
    this.size = size;
    /** Levels of the lower half of the bins [dB of a full-scale sine]. */
    this.levels = new Float32Array(size / 2);
    this.real = new Float64Array(size);
    this.imaginary = new Float64Array(size);
    this.window = Float64Array.from({ length: size }, (_, at) => {
      const turn = (2 * Math.PI * at) / size;
      return BLACKMAN[0] - BLACKMAN[1] * Math.cos(turn) + BLACKMAN[2] * Math.cos(2 * turn);
    });
    this.cosine = Float64Array.from({ length: size / 2 }, (_, at) => Math.cos((2 * Math.PI * at) / size));
    this.sine = Float64Array.from({ length: size / 2 }, (_, at) => -Math.sin((2 * Math.PI * at) / size));
    const bits = Math.log2(size);
    this.order = Uint32Array.from({ length: size }, (_, at) => {
      let turned = 0;
      for (let bit = 0; bit < bits; bit++) turned |= ((at >> bit) & 1) << (bits - 1 - bit);
      return turned;
    });
    this.full = 20 * Math.log10((BLACKMAN[0] * size) / 2);
  }

  /**
   * Levels of the samples before `end`; samples before the first count as 0.
   * @param {Float32Array} samples
   * @param {number} end
   */
  levelsBefore(samples, end) {
    const { size, real, imaginary, levels } = this;
    const from = end - size;
    for (let at = 0; at < size; at++) {
      const place = from + at;
      const sample = place >= 0 && place < samples.length ? samples[place] : 0;
      real[this.order[at]] = sample * this.window[at];
    }
    imaginary.fill(0);
    for (let half = 1; half < size; half *= 2) this.#merge(half);
    for (let bin = 0; bin < levels.length; bin++) {
      const power = real[bin] * real[bin] + imaginary[bin] * imaginary[bin];
      levels[bin] = 10 * Math.log10(power + 1e-30) - this.full;
    }
    return levels;
  }

  /** Butterfly stage: combines transforms of length `half` to double length. @param {number} half */
  #merge(half) {
    const { size, real, imaginary, cosine, sine } = this;
    const stride = size / (2 * half);
    for (let start = 0; start < size; start += 2 * half) {
      for (let step = 0; step < half; step++) {
        const c = cosine[step * stride];
        const s = sine[step * stride];
        const a = start + step;
        const b = a + half;
        const x = real[b] * c - imaginary[b] * s;
        const y = real[b] * s + imaginary[b] * c;
        real[b] = real[a] - x;
        imaginary[b] = imaginary[a] - y;
        real[a] += x;
        imaginary[a] += y;
      }
    }
  }
}
