// Records the mixer to a WAV file, or renders the selected sound to one. The file can be downloaded or
// dragged out.

import { el } from './dom.js';
import { fileName, concatenate, peak, wav } from './wav.js';
import { formatDecibels } from './level.js';
import { titleOf } from './sounds.js';

/** Maximum length of a recording [s]: 260 MB with 24 bits, two channels, 48 kHz. */
const MAX_RECORDING = 900;
/** Maximum length of a rendered sound [s]. */
const MAX_RENDER = 12;
/** Level below which the end of a rendered sound is cut off [1]. */
const TAIL_THRESHOLD = 1e-4;

/**
 * @param {HTMLElement} element
 * @param {import('./types.js').App} app
 */
export function mount(element, { store, engine, notice, playback }) {
  /** @type {Float32Array[][]} recorded chunks of each channel */
  let pieces = [[], []];
  let frames = 0;
  let on = false;
  let busy = false;
  /** @type {string|null} */
  let address = null;

  const clock = el('span', { class: 'record-clock', 'aria-live': 'off' }, 'rec');
  const button = el('button', { type: 'button', class: 'record-button', 'aria-pressed': 'false', 'aria-label': 'rec: record the mixer', title: 'Record the mixer to a WAV file', onclick: toggle },
    el('i', { class: 'record-dot', 'aria-hidden': 'true' }), clock);
  const file = el('a', { class: 'record-file button', draggable: 'true', hidden: true });
  const bits = el('select', { 'aria-label': 'Format of the file', title: 'Format of the file' }, el('option', { value: '24' }, '24 bit'), el('option', { value: '32' }, 'float'));
  const render = el('button', { type: 'button', onclick: renderSound, title: 'Render the selected sound alone, from start to end, without the place' }, 'Render this sound');
  const menu = el('div', { class: 'record-menu', id: 'record-menu', hidden: true },
    el('p', {}, 'The round button records the mixer. Or render only the selected sound, without the place:'),
    render, el('label', {}, 'File format ', bits), file);
  const more = el('button', { type: 'button', class: 'quiet icon', 'aria-label': 'Files: render, format, last recording', 'aria-expanded': 'false', 'aria-controls': 'record-menu', onclick: () => show(menu.hidden) }, '▾');
  element.classList.add('record');
  element.append(button, more, menu);

  /** @param {boolean} open */
  function show(open) {
    menu.hidden = !open;
    more.setAttribute('aria-expanded', String(open));
  }
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || menu.hidden) return;
    show(false);
    more.focus();
  });
  document.addEventListener('pointerdown', (event) => {
    if (!menu.hidden && event.target instanceof Node && !element.contains(event.target)) show(false);
  });

  async function toggle() {
    if (busy) return;
    busy = true;
    try {
      if (on) await stop();
      else await start();
    } catch (error) {
      notice.show(`The recording failed: ${/** @type {Error} */ (error).message}`, 'problem');
    }
    busy = false;
  }

  async function start() {
    await playback.ready();
    pieces = [[], []];
    frames = 0;
    await engine.execute({ do: 'record', on: true });
    set(true);
  }

  async function stop() {
    set(false);
    const ended = new Promise((resolve) => {
      engine.addEventListener('ended', resolve, { once: true });
      // A failed engine sends no more chunks: the recorded ones are kept.
      setTimeout(resolve, 1000);
    });
    await engine.execute({ do: 'record', on: false }).catch(() => {});
    await ended;
    if (frames === 0) {
      notice.show('Nothing was recorded: the engine was not running.', 'problem');
      return;
    }
    const channels = pieces.map(concatenate);
    pieces = [[], []];
    const names = store.get().sounds.map((sound) => sound.name).slice(0, 3).join(' ');
    offerFile(channels, engine.context.sampleRate, `foley ${names}`);
  }

  /** @param {boolean} now */
  function set(now) {
    on = now;
    button.setAttribute('aria-pressed', String(now));
    button.setAttribute('aria-label', now ? 'Stop recording' : 'Record the mixer');
    clock.textContent = now ? '0:00' : 'rec';
  }

  engine.addEventListener('recorded', (event) => {
    if (!on && frames === 0) return;
    const { channels } = /** @type {CustomEvent} */ (event).detail;
    channels.forEach((/** @type {Float32Array} */ piece, /** @type {number} */ index) => pieces[index]?.push(piece));
    frames += channels[0].length;
    if (!on) return;
    const seconds = frames / engine.context.sampleRate;
    const text = `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
    if (text !== clock.textContent) clock.textContent = text;
    if (seconds < MAX_RECORDING) return;
    notice.show(`The recording reached the maximum of ${MAX_RECORDING / 60} minutes and was stopped. The file is kept.`, 'problem');
    toggle();
  });
  engine.addEventListener('state', () => {
    if (on && (engine.state === 'failed' || engine.state === 'idle')) toggle();
  });

  async function renderSound() {
    const sound = store.sound;
    if (!sound || busy) return;
    busy = true;
    render.disabled = true;
    render.textContent = 'Rendering …';
    try {
      const rate = engine.context?.sampleRate ?? 48000;
      const done = await engine.renderOffline(sound.preset, { rate, seconds: MAX_RENDER });
      offerFile(trimSilence(done.channels), done.rate, titleOf(sound.preset));
    } catch (error) {
      notice.show(`The sound could not be rendered: ${/** @type {Error} */ (error).message}`, 'problem');
    }
    render.disabled = false;
    render.textContent = 'Render this sound';
    busy = false;
  }

  /**
   * @param {Float32Array[]} channels
   * @param {number} rate
   * @param {string} title
   */
  function offerFile(channels, rate, title) {
    const bytes = wav(channels, rate, bits.value === '32' ? 32 : 24);
    if (address) URL.revokeObjectURL(address);
    address = URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }));
    const name = `${fileName(title)}.wav`;
    const seconds = channels[0].length / rate;
    file.href = address;
    file.download = name;
    file.textContent = `⇩ ${name}`;
    file.title = 'Click to download, or drag to a folder or an editor';
    file.hidden = false;
    // On a narrow screen the menu would cover the pad; the notice also offers the file.
    show(!matchMedia('(max-width: 640px)').matches);
    const about = `${seconds.toFixed(1)} s, peak ${formatDecibels(peak(channels))}, ${(bytes.byteLength / 1e6).toFixed(1)} MB`;
    notice.show(`${name}: ${about}.`, 'info', { action: { label: 'Download', run: () => file.click() } });
  }

  file.addEventListener('dragstart', (event) => {
    event.dataTransfer?.setData('DownloadURL', `audio/wav:${file.download}:${file.href}`);
    event.dataTransfer?.setData('text/uri-list', file.href);
  });
}

/** Cuts off the silence at the end. @param {Float32Array[]} channels */
function trimSilence(channels) {
  let last = 0;
  for (const channel of channels) {
    for (let at = channel.length - 1; at > last; at--) {
      if (Math.abs(channel[at]) > TAIL_THRESHOLD) last = at;
    }
  }
  const count = Math.min(channels[0].length, last + 2400);
  return channels.map((channel) => channel.slice(0, Math.max(1, count)));
}
