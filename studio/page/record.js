// Carry it away: what leaves the mixer is recorded to a WAV file, or the sound at hand is rendered to one without waiting for it. The file can be downloaded, or dragged out of the page.

import { el } from './dom.js';
import { fileName, concatenate, peak, wav } from './wav.js';
import { formatDecibels } from './level.js';
import { titleOf } from './sounds.js';

/** Longest recording [s]: 24 bits of two channels at 48 kHz are then 260 MB. */
const LONGEST = 900;
/** How long a rendered sound may be [s]. */
const RENDERED = 12;
/** What is softer at the end of a rendered sound is cut off [1]. */
const TAIL = 1e-4;

/**
 * @param {HTMLElement} element
 * @param {import('./types.js').Bench} bench
 */
export function mount(element, { store, engine, notice, sounding }) {
  /** @type {Float32Array[][]} pieces of each channel */
  let pieces = [[], []];
  let frames = 0;
  let on = false;
  let busy = false;
  /** @type {string|null} */
  let address = null;

  const clock = el('span', { class: 'record-clock', 'aria-live': 'off' }, 'rec');
  const button = el('button', { type: 'button', class: 'record-button', 'aria-pressed': 'false', 'aria-label': 'rec: record what is heard', title: 'Record what is heard to a WAV file', onclick: toggle },
    el('i', { class: 'record-dot', 'aria-hidden': 'true' }), clock);
  const file = el('a', { class: 'record-file button', draggable: 'true', hidden: true });
  const bits = el('select', { 'aria-label': 'Format of the file', title: 'Format of the file' }, el('option', { value: '24' }, '24 bit'), el('option', { value: '32' }, 'float'));
  const render = el('button', { type: 'button', onclick: renderIt, title: 'The sound at hand, alone, from its beginning to its end' }, 'Render this sound');
  const menu = el('div', { class: 'record-menu', id: 'record-menu', hidden: true },
    el('p', {}, 'The round button records the whole mixer. Or take the sound at hand by itself:'),
    render, el('label', {}, 'Write files as ', bits), file);
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
    await sounding.ready();
    pieces = [[], []];
    frames = 0;
    await engine.execute({ do: 'record', on: true });
    set(true);
  }

  async function stop() {
    set(false);
    const ended = new Promise((resolve) => {
      engine.addEventListener('ended', resolve, { once: true });
      // An engine that failed says nothing more: what came is kept.
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
    keep(channels, engine.context.sampleRate, `foley ${names}`);
  }

  /** @param {boolean} now */
  function set(now) {
    on = now;
    button.setAttribute('aria-pressed', String(now));
    button.setAttribute('aria-label', now ? 'Stop recording' : 'Record what is heard');
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
    if (seconds < LONGEST) return;
    notice.show(`A recording may be ${LONGEST / 60} minutes long; this one was stopped and kept.`, 'problem');
    toggle();
  });
  engine.addEventListener('state', () => {
    if (on && (engine.state === 'failed' || engine.state === 'idle')) toggle();
  });

  async function renderIt() {
    const sound = store.sound;
    if (!sound || busy) return;
    busy = true;
    render.disabled = true;
    render.textContent = 'Rendering …';
    try {
      const rate = engine.context?.sampleRate ?? 48000;
      const done = await engine.renderOffline(sound.preset, { rate, seconds: RENDERED });
      keep(trimmed(done.channels), done.rate, titleOf(sound.preset));
    } catch (error) {
      notice.show(`It could not be rendered: ${/** @type {Error} */ (error).message}`, 'problem');
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
  function keep(channels, rate, title) {
    const bytes = wav(channels, rate, bits.value === '32' ? 32 : 24);
    if (address) URL.revokeObjectURL(address);
    address = URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }));
    const name = `${fileName(title)}.wav`;
    const seconds = channels[0].length / rate;
    file.href = address;
    file.download = name;
    file.textContent = `⇩ ${name}`;
    file.title = 'Click to download, or drag it to a folder or an editor';
    file.hidden = false;
    // On a narrow screen the menu would cover what one plays on; the message has the file, too.
    show(!matchMedia('(max-width: 640px)').matches);
    const about = `${seconds.toFixed(1)} s, peak ${formatDecibels(peak(channels))}, ${(bytes.byteLength / 1e6).toFixed(1)} MB`;
    notice.show(`${name}: ${about}.`, 'info', { action: { label: 'Download', run: () => file.click() } });
  }

  file.addEventListener('dragstart', (event) => {
    event.dataTransfer?.setData('DownloadURL', `audio/wav:${file.download}:${file.href}`);
    event.dataTransfer?.setData('text/uri-list', file.href);
  });
}

/** Without the silence at the end. @param {Float32Array[]} channels */
function trimmed(channels) {
  let last = 0;
  for (const channel of channels) {
    for (let at = channel.length - 1; at > last; at--) {
      if (Math.abs(channel[at]) > TAIL) last = at;
    }
  }
  const count = Math.min(channels[0].length, last + 2400);
  return channels.map((channel) => channel.slice(0, Math.max(1, count)));
}
