// Writes WAV files.
//
// | bits  | format tag | a sample of 1 is              |
// |-------|------------|-------------------------------|
// | 24    | 1, PCM     | 8388607, rounded; clipped     |
// | 32    | 3, float   | 1, unchanged                  |

/** Header of a PCM file [bytes]. */
const HEADER = 44;
/**
 * Header of a float file [bytes]: a format chunk of 18 bytes and a `fact` chunk with the number of frames.
 */
const FLOAT_HEADER = 58;
const FULL_SCALE = 0x7fffff;

/**
 * @param {Float32Array[]} channels channels of equal length
 * @param {number} rate [Hz]
 * @param {24|32} [bits] 24: integer, 32: float
 * @returns {ArrayBuffer}
 */
export function wav(channels, rate, bits = 24) {
  const count = channels.length;
  const frames = count > 0 ? channels[0].length : 0;
  const float = bits === 32;
  const bytes = bits / 8;
  const head = float ? FLOAT_HEADER : HEADER;
  const size = frames * count * bytes;
  // Chunks of odd length are padded with one byte, which their length does not count.
  const file = new ArrayBuffer(head + size + (size % 2));
  const view = new DataView(file);
  let at = 0;
  const word = (/** @type {string} */ text) => {
    for (const letter of text) view.setUint8(at++, letter.charCodeAt(0));
  };
  const long = (/** @type {number} */ value) => {
    view.setUint32(at, value, true);
    at += 4;
  };
  const short = (/** @type {number} */ value) => {
    view.setUint16(at, value, true);
    at += 2;
  };
  word('RIFF');
  long(file.byteLength - 8);
  word('WAVEfmt ');
  long(float ? 18 : 16);
  short(float ? 3 : 1);
  short(count);
  long(rate);
  long(rate * count * bytes);
  short(count * bytes);
  short(bits);
  if (float) {
    short(0);
    word('fact');
    long(4);
    long(frames);
  }
  word('data');
  long(size);
  if (float) writeFloat(channels, view, at);
  else writePcm(channels, new Uint8Array(file, at, size));
  return file;
}

/**
 * @param {Float32Array[]} channels
 * @param {DataView} view
 * @param {number} at
 */
function writeFloat(channels, view, at) {
  const frames = channels[0]?.length ?? 0;
  for (let frame = 0; frame < frames; frame++) {
    for (const channel of channels) {
      view.setFloat32(at, channel[frame], true);
      at += 4;
    }
  }
}

/**
 * @param {Float32Array[]} channels
 * @param {Uint8Array} bytes
 */
function writePcm(channels, bytes) {
  const frames = channels[0]?.length ?? 0;
  let at = 0;
  for (let frame = 0; frame < frames; frame++) {
    for (const channel of channels) {
      const sample = Math.max(-1, Math.min(1, channel[frame])) || 0;
      const integer = Math.round(sample * FULL_SCALE);
      bytes[at] = integer;
      bytes[at + 1] = integer >> 8;
      bytes[at + 2] = integer >> 16;
      at += 3;
    }
  }
}

/**
 * Concatenates the chunks of one channel.
 * @param {Float32Array[]} pieces
 */
export function concatenate(pieces) {
  const channel = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    channel.set(piece, at);
    at += piece.length;
  }
  return channel;
}

/** Peak level [dB of full scale]. @param {Float32Array[]} channels */
export function peak(channels) {
  let highest = 0;
  for (const channel of channels) {
    for (const sample of channel) {
      const size = Math.abs(sample);
      if (size > highest) highest = size;
    }
  }
  return 20 * Math.log10(highest);
}

/** Converts a title to a portable file name. @param {string} name */
export function fileName(name) {
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return plain.replace(/^-+|-+$/g, '').slice(0, 80) || 'sound';
}
