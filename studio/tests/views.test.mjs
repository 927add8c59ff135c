/**
 * Views, mixer, recording, timing, modes and control in a browser, checked by their sound.
 *
 * | variable     | meaning                                                             |
 * |--------------|---------------------------------------------------------------------|
 * | `FOLEY_PLAY` | seconds of playing with every view open; default 10                 |
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { launch, open, serve, shot } from './support.mjs';

const PLAY = Number(process.env.FOLEY_PLAY ?? 10);
/** Peak below which a signal counts as silent [1]. */
const SILENCE = 1e-4;

let server, browser;

before(async () => {
  server = await serve();
  browser = await launch({ viewport: { width: 1440, height: 1000 }, acceptDownloads: true });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Simulates a MIDI input: `plug.send([0x90, 60, 100])`. */
function mockMidi() {
  const input = { name: 'Test keys', state: 'connected', onmidimessage: null };
  globalThis.plug = { send: (bytes) => input.onmidimessage?.({ data: Uint8Array.from(bytes) }) };
  navigator.requestMIDIAccess = async () => ({ inputs: new Map([['one', input]]), onstatechange: null });
}

/** Clears the storage once per tab: data of other tests goes, data of this one survives a reload. */
function clearStorageOnce() {
  if (sessionStorage.getItem('begun')) return;
  sessionStorage.setItem('begun', 'yes');
  localStorage.clear();
}

/** Opens the page with running audio and exposes the engine as `engine`. */
async function openPage({ prepare } = {}) {
  const { tab, errors } = await open(browser.context);
  tab.setDefaultTimeout(15_000);
  await tab.addInitScript(mockMidi);
  await tab.addInitScript(clearStorageOnce);
  await tab.route('**/engine/engine.js', async (route) => {
    const answer = await route.fetch();
    const text = `${await answer.text()}\nconst load = Engine.load;\nEngine.load = async (...args) => (globalThis.engine = await load.apply(Engine, args));\n`;
    await route.fulfill({ response: answer, body: text });
  });
  await prepare?.(tab);
  await tab.goto(server.url);
  await tab.waitForSelector('body[data-ready]');
  await tab.locator('#pad').click({ position: { x: 120, y: 80 } });
  await tab.waitForFunction(() => globalThis.engine.state === 'running');
  // Waits until the sound answers, and until the strike of the click has decayed.
  await tab.waitForFunction(() => globalThis.engine.send('/impact/meter').then(() => true, () => false));
  await tab.waitForTimeout(800);
  const end = async () => {
    await tab.close();
    assert.deepEqual(errors, [], 'the page logged errors');
  };
  return { tab, end };
}

/**
 * Records the mixer for `seconds` while sending a message; returns peaks, number of strikes and samples.
 */
function listen(tab, seconds, message) {
  return tab.evaluate(
    async ({ seconds, message }) => {
      const { engine } = globalThis;
      const pieces = [[], []];
      const take = ({ detail }) => detail.channels.forEach((piece, at) => pieces[at].push(...piece));
      engine.addEventListener('recorded', take);
      await engine.execute({ do: 'record', on: true });
      if (message) await engine.send(message[0], message[1]);
      await new Promise((done) => setTimeout(done, seconds * 1000));
      const ended = new Promise((done) => engine.addEventListener('ended', done, { once: true }));
      await engine.execute({ do: 'record', on: false });
      await ended;
      engine.removeEventListener('recorded', take);
      const rate = engine.context.sampleRate;
      const peak = (row) => row.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      // A strike is a block of 5 ms that is three times as loud as the 40 ms before.
      const sum = pieces[0].map((sample, at) => Math.abs(sample) + Math.abs(pieces[1][at]));
      const block = Math.round(rate * 0.005);
      const blocks = Array.from({ length: Math.floor(sum.length / block) }, (_, at) => Math.max(...sum.slice(at * block, (at + 1) * block)));
      const loudest = Math.max(...blocks);
      let strikes = 0;
      let last = -100;
      blocks.forEach((level, at) => {
        const before = Math.max(0, ...blocks.slice(Math.max(0, at - 8), at));
        if (level > 0.15 * loudest && level > 3 * before && at - last > 10) [strikes, last] = [strikes + 1, at];
      });
      return { left: peak(pieces[0]), right: peak(pieces[1]), strikes, samples: pieces[0].length, rate, sound: pieces[0] };
    },
    { seconds, message },
  );
}

/** Amplitude of a frequency in a signal [1], by the Goertzel algorithm. */
function strength(samples, rate, hertz) {
  const c = 2 * Math.cos((2 * Math.PI * hertz) / rate);
  let [s1, s2] = [0, 0];
  for (const sample of samples) [s1, s2] = [sample + c * s1 - s2, s1];
  return Math.sqrt(Math.max(0, s1 * s1 + s2 * s2 - c * s1 * s2)) / samples.length;
}

const strike = ['/impact/strike', [1]];

test('mute, solo, gain and pan of a channel strip change the output', async () => {
  const { tab, end } = await openPage();
  const plain = await listen(tab, 0.4, strike);
  assert.ok(plain.left > 0.01 && plain.right > 0.01, `it sounds: ${plain.left}, ${plain.right}`);
  const strip = tab.locator('[data-strip="impact"]');
  // Waits for decaying sounds and gain ramps.
  const settled = () => tab.waitForTimeout(700);
  await strip.locator('.strip-pan').press('End');
  await settled();
  const panned = await listen(tab, 0.4, strike);
  assert.ok(panned.right > 0.01 && panned.left < 0.05 * panned.right, `hard right: ${panned.left} left, ${panned.right} right`);
  await strip.locator('.strip-pan').dblclick();
  await strip.locator('.strip-gain').press('Home');
  await settled();
  assert.ok((await listen(tab, 0.4, strike)).left < SILENCE, 'a fader at the bottom is silent');
  await strip.locator('.strip-gain').dblclick();
  await strip.locator('.strip-m').click();
  await settled();
  const muted = await listen(tab, 0.4, strike);
  assert.ok(muted.left < SILENCE && muted.right < SILENCE, `muted: ${muted.left}`);
  await strip.locator('.strip-m').click();

  await tab.locator('.adder-open').click();
  await tab.keyboard.type('two stones');
  await tab.keyboard.press('Enter');
  const second = tab.locator('[data-strip]').nth(1);
  await second.waitFor();
  await tab.waitForTimeout(1500);
  await second.locator('.strip-s').click();
  await settled();
  const alone = await listen(tab, 0.4, strike);
  assert.ok(alone.left < SILENCE, `another is solo: ${alone.left}`);
  assert.ok(await strip.evaluate((element) => element.classList.contains('silenced')), 'the strip is marked as silenced');
  await strip.locator('.strip-away').click();
  assert.equal(await tab.locator('[data-strip]').count(), 1);
  await tab.locator('.notice button', { hasText: 'Undo' }).click();
  assert.equal(await tab.locator('[data-strip]').count(), 2, 'undo restores the removed sound');
  await end();
});

test('meters follow the sound and return to silence', async () => {
  const { tab, end } = await openPage();
  const bar = tab.locator('[data-strip="impact"] .meter-bar');
  const level = () => bar.evaluate((element) => Number(element.style.getPropertyValue('--level')));
  await tab.evaluate(() => globalThis.engine.send('/impact/strike', [2]));
  await tab.waitForFunction(() => {
    const strip = document.querySelector('[data-strip="impact"]');
    globalThis.most = Math.max(globalThis.most ?? 0, Number(strip.querySelector('.meter-bar').style.getPropertyValue('--level')));
    globalThis.written ||= /dB/.test(strip.querySelector('.meter-track').getAttribute('aria-valuetext'));
    return globalThis.most > 0.3 && globalThis.written;
  });
  await tab.waitForFunction(() => Number(document.querySelector('[data-strip="impact"] .meter-bar').style.getPropertyValue('--level')) < 0.02, null, { timeout: 20_000 });
  assert.ok((await level()) < 0.02);
  await end();
});

/** Parses a WAV file. */
function readWav(bytes) {
  assert.equal(bytes.toString('latin1', 0, 4), 'RIFF');
  assert.equal(bytes.readUInt32LE(4), bytes.length - 8, 'the RIFF length matches the file');
  const chunks = {};
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4);
    chunks[bytes.toString('latin1', at, at + 4)] = bytes.subarray(at + 8, at + 8 + size);
    at += 8 + size + (size % 2);
  }
  const form = chunks['fmt '];
  const [tag, channels, rate, bits] = [form.readUInt16LE(0), form.readUInt16LE(2), form.readUInt32LE(4), form.readUInt16LE(14)];
  let peak = 0;
  for (let at = 0; at < chunks.data.length; at += bits / 8) {
    const sample = tag === 3 ? chunks.data.readFloatLE(at) : chunks.data.readIntLE(at, 3) / 0x7fffff;
    peak = Math.max(peak, Math.abs(sample));
  }
  return { tag, channels, rate, bits, seconds: chunks.data.length / (rate * channels * (bits / 8)), peak };
}

/** Downloads the file behind the link. */
async function fileOf(tab) {
  const [download] = await Promise.all([tab.waitForEvent('download'), tab.locator('.record-file').click()]);
  assert.match(download.suggestedFilename(), /^[a-z0-9-]+\.wav$/);
  return readFile(await download.path());
}

test('the mixer output can be recorded, downloaded and dragged out as a WAV file', async () => {
  const { tab, end } = await openPage();
  await tab.locator('.record-button').click();
  await tab.waitForTimeout(150);
  await tab.evaluate(() => globalThis.engine.send('/impact/strike', [1.5]));
  await tab.waitForTimeout(900);
  await tab.locator('.record-button').click();
  await tab.locator('.record-file').waitFor();
  const recording = readWav(await fileOf(tab));
  assert.deepEqual([recording.tag, recording.channels, recording.bits], [1, 2, 24]);
  assert.ok(recording.seconds > 0.7 && recording.seconds < 4, `${recording.seconds} s`);
  assert.ok(recording.peak > 0.01 && recording.peak <= 1, `peak ${recording.peak}`);
  const dragged = await tab.locator('.record-file').evaluate((link) => {
    const data = new DataTransfer();
    link.dispatchEvent(new DragEvent('dragstart', { dataTransfer: data, bubbles: true }));
    return data.getData('DownloadURL');
  });
  assert.match(dragged, /^audio\/wav:[a-z0-9-]+\.wav:blob:/);

  await tab.locator('.record-menu select').selectOption('32');
  const before = await tab.locator('.record-file').getAttribute('href');
  await tab.locator('.record-menu button', { hasText: 'Render' }).click();
  await tab.waitForFunction((old) => document.querySelector('.record-file').getAttribute('href') !== old, before, { timeout: 30_000 });
  const alone = readWav(await fileOf(tab));
  assert.deepEqual([alone.tag, alone.bits], [3, 32]);
  assert.ok(alone.peak > 1e-6 && alone.seconds > 0.05, `rendered: peak ${alone.peak}, ${alone.seconds} s`);
  await end();
});

test('a MIDI note strikes, and a learnt controller moves a handle', async () => {
  const { tab, end } = await openPage();
  await tab.locator('#control .unfold').click();
  await tab.locator('.control-input button', { hasText: 'Use MIDI' }).click();
  await tab.locator('.control-state', { hasText: 'Test keys' }).waitFor();
  const quiet = await listen(tab, 0.3, null);
  const [note] = await Promise.all([listen(tab, 0.6, null), tab.waitForTimeout(150).then(() => tab.evaluate(() => globalThis.plug.send([0x90, 60, 110])))]);
  assert.ok(note.left > 0.01 && note.left > 10 * quiet.left, `a note: ${note.left} after ${quiet.left}`);

  const target = tab.locator('.control-line select');
  const [address, title] = await target.evaluate((select) => {
    const option = [...select.options].find((candidate) => Number(candidate.dataset.high) === 100);
    return [option.value, option.textContent];
  });
  await target.selectOption(address);
  await tab.locator('.control-line button', { hasText: 'Learn' }).click();
  assert.match(await tab.locator('.control-learning').textContent(), new RegExp(title.split(' ')[0]));
  await tab.evaluate(() => [3, 40, 90].forEach((value) => globalThis.plug.send([0xb2, 21, value])));
  await tab.locator('.control-learnt li', { hasText: 'cc 21, channel 3' }).waitFor();
  const bar = tab.locator('#panel [role="slider"]').first();
  await tab.evaluate(() => globalThis.plug.send([0xb2, 21, 127]));
  await tab.waitForFunction(() => document.querySelector('#panel [role="slider"]').getAttribute('aria-valuenow') === '100');
  await tab.evaluate(() => globalThis.plug.send([0xb2, 21, 0]));
  await tab.waitForFunction(() => document.querySelector('#panel [role="slider"]').getAttribute('aria-valuenow') === '0');
  // The mapping survives a reload.
  await tab.waitForTimeout(600);
  await tab.reload();
  await tab.waitForSelector('body[data-ready]');
  await tab.locator('.control-learnt li', { hasText: 'cc 21, channel 3' }).waitFor();
  assert.equal(await bar.getAttribute('aria-valuenow'), '0');
  await end();
});

test('the keys A to L strike, harder to the right, except in text fields', async () => {
  const { tab, end } = await openPage();
  await tab.locator('h2').first().click();
  const play = async (key) => (await Promise.all([listen(tab, 0.6, null), tab.waitForTimeout(150).then(() => tab.keyboard.press(key))]))[0].left;
  const soft = await play('KeyA');
  await tab.waitForTimeout(1500);
  const hard = await play('KeyL');
  assert.ok(soft > SILENCE && hard > 4 * soft, `A: ${soft}, L: ${hard}`);
  await tab.waitForTimeout(2500);
  await tab.locator('#search input').focus();
  const typed = await play('KeyL');
  assert.ok(typed < 0.1 * hard, `typed: ${typed}`);
  await end();
});

test('a rhythm strikes at its steps, also in a hidden tab', async () => {
  const { tab, end } = await openPage();
  await tab.locator('[data-kind="rhythm"]').click();
  await tab.locator('.time-field input').first().waitFor({ state: 'attached' });
  const tempo = tab.locator('.time-rhythm input');
  await tempo.fill('120');
  await tempo.blur();
  // Four even strikes in two seconds: the fifth default step is switched off.
  await tab.locator('.step').nth(10).press('Space');
  await tab.waitForTimeout(2000);
  await tab.locator('.time-play').click();
  const recording = await listen(tab, 4.1, null);
  assert.ok(recording.strikes >= 7 && recording.strikes <= 9, `${recording.strikes} strikes in 4.1 s at two in a second`);

  const hide = (hidden) => tab.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (hidden ? 'hidden' : 'visible') });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
  await tab.evaluate(() => {
    globalThis.drawn = 0;
    const { clearRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function (...args) {
      if (this.canvas.closest?.('.views')) globalThis.drawn++;
      return clearRect.apply(this, args);
    };
  });
  const drawnIn = async (ms) => {
    const before = await tab.evaluate(() => globalThis.drawn);
    await tab.waitForTimeout(ms);
    return (await tab.evaluate(() => globalThis.drawn)) - before;
  };
  assert.ok((await drawnIn(500)) > 3, 'pictures are drawn while they are seen');
  await hide(true);
  await tab.waitForTimeout(200);
  const hiddenRecording = await listen(tab, 4.1, null);
  assert.ok(hiddenRecording.strikes >= 7 && hiddenRecording.strikes <= 9, `hidden: ${hiddenRecording.strikes} strikes in 4.1 s`);
  assert.equal(await drawnIn(400), 0, 'nothing is drawn while it is hidden');
  await hide(false);
  assert.ok((await drawnIn(600)) > 3, 'and again when it is shown');
  await tab.locator('.time-play').click();
  await tab.waitForTimeout(2500);
  const stopped = await listen(tab, 1, null);
  assert.ok(stopped.left < 0.2 * hiddenRecording.left, `after it was stopped: ${stopped.left}`);
  await end();
});

test('a drawn curve moves its handle over time', async () => {
  const { tab, end } = await openPage();
  await tab.locator('[data-kind="curve"]').click();
  const sheet = tab.locator('.curve');
  await sheet.scrollIntoViewIfNeeded();
  const box = await sheet.boundingBox();
  await tab.mouse.move(box.x + 4, box.y + box.height - 4);
  await tab.mouse.down();
  for (let step = 1; step <= 20; step++) await tab.mouse.move(box.x + (box.width * step) / 21, box.y + box.height * (1 - step / 21));
  await tab.mouse.up();
  assert.ok((await tab.locator('.curve-dot').count()) >= 2);
  const dot = tab.locator('.curve-dot').last();
  await dot.press('Home');
  await dot.focus();
  for (let step = 0; step < 3; step++) await dot.press('ArrowDown');
  const seconds = tab.locator('.time-curve input');
  await seconds.fill('1.5');
  await seconds.blur();
  const address = await tab.evaluate(() => `/impact/${document.querySelector('.time-curve select').value.replace('.', '/')}/handle`);
  await tab.evaluate(() => {
    const { engine } = globalThis;
    const send = engine.send.bind(engine);
    globalThis.sent = [];
    engine.send = (address, args, wait) => {
      if (args?.length) globalThis.sent.push([engine.context.currentTime + (wait ?? 0), address, args[0]]);
      return send(address, args, wait);
    };
  });
  await tab.locator('.time-play').click();
  await tab.locator('.time-play', { hasText: 'stop' }).waitFor();
  await tab.locator('.time-play', { hasText: 'play' }).waitFor();
  const values = (await tab.evaluate(() => globalThis.sent)).filter(([, where]) => where === address);
  assert.ok(values.length > 50, `${values.length} values in 1.5 s`);
  const lasts = values[values.length - 1][0] - values[0][0];
  assert.ok(lasts > 1.4 && lasts < 1.7, `it lasts ${lasts} s`);
  const [first, last] = [values[0][2], values[values.length - 1][2]];
  assert.ok(first < 10 && last > 85, `the handle rises from ${first} to ${last}`);
  const now = (await tab.evaluate((address) => globalThis.engine.send(address), address)).answer;
  assert.ok(Math.abs(now - last) < 1, `the engine has ${now}, the curve ends at ${last}`);
  await tab.waitForTimeout(200);
  const shown = Number(await tab.locator('#panel [role="slider"]').first().getAttribute('aria-valuenow'));
  assert.ok(Math.abs(shown - last) <= 1, `the handle stands at ${shown}`);
  await end();
});

/** Opens the page with these sounds, the first selected. */
const withSounds = (...sounds) => openPage({
  prepare: (tab) => tab.addInitScript((sounds) => {
    if (!localStorage.getItem('foley.state')) localStorage.setItem('foley.state', JSON.stringify({ version: 1, sounds }));
  }, sounds),
});

/** RMS level of a signal [1]. */
const rms = (samples) => Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

test('a sound under a curve of 8 s lasts until its end, even if it would end earlier', async () => {
  const time = (path) => ({ kind: 'curve', path, points: [[0, 60], [8, 60]], seconds: 8 });
  const { tab, end } = await withSounds(
    { name: 'rain', preset: { model: 'bubble-stream', name: 'rain on a pond' }, time: time('swarm.rate') },
    { name: 'impact', preset: { model: 'impact' }, time: time('touch.stiffness') },
  );
  for (const name of ['rain', 'impact']) {
    await tab.locator(`[data-strip="${name}"] .strip-name`).click();
    await tab.waitForTimeout(1000);
    await tab.locator('.time-play').click();
    await tab.waitForTimeout(5500);
    const late = await listen(tab, 2.3, null);
    assert.ok(rms(late.sound) > SILENCE, `${name}: ${rms(late.sound)} from 5.5 s to 7.8 s of the curve`);
    await tab.locator('.time-play', { hasText: 'play' }).waitFor();
  }
  await end();
});

test('a stream or a motor goes on while pad, key or MIDI key are down, and ends when they are released', async () => {
  const { tab, end } = await withSounds(...['impact', 'bubble-stream', 'motor'].map((model) => ({ name: model, preset: { model } })));
  await tab.locator('#control .unfold').click();
  await tab.locator('.control-input button', { hasText: 'Use MIDI' }).click();
  const midi = (velocity) => tab.evaluate((velocity) => globalThis.plug.send([0x90, 60, velocity]), velocity);
  const press = {
    // Hovering scrolls to the pad.
    pad: [() => tab.locator('.pad').hover().then(() => tab.mouse.down()), () => tab.mouse.up()],
    key: [() => tab.keyboard.down('g'), () => tab.keyboard.up('g')],
    midi: [() => midi(100), () => midi(0)],
  };
  // The lever of a motor stays where the pad leaves it.
  for (const [name, inputs] of Object.entries({ 'bubble-stream': ['pad', 'key', 'midi'], motor: ['key', 'midi'] })) {
    await tab.locator(`[data-strip="${name}"] .strip-name`).click();
    await tab.evaluate(() => document.activeElement.blur());
    for (const input of inputs) {
      const [down, up] = press[input];
      await down();
      // Rendered, the stream lasts 3 s and the motor 2 s.
      await tab.waitForTimeout(4200);
      const held = rms((await listen(tab, 0.4, null)).sound);
      await up();
      await tab.waitForTimeout(2600);
      const after = rms((await listen(tab, 0.3, null)).sound);
      assert.ok(held > SILENCE && after < 0.1 * held, `${name} by ${input}: ${held} while held, ${after} after its release`);
    }
  }
  await end();
});

test('integer and switch gestures accept keys, MIDI and rhythms; a failing sound stops alone', async () => {
  const rhythm = { kind: 'rhythm', steps: Array(16).fill(0.77), tempo: 120 };
  const { tab, end } = await withSounds(
    { name: 'impact', preset: { model: 'impact' }, time: rhythm },
    ...['footsteps', 'rubbing', 'engine'].map((model) => ({ name: model, preset: { model }, time: rhythm })),
  );
  await tab.locator('#control .unfold').click();
  await tab.locator('.control-input button', { hasText: 'Use MIDI' }).click();
  await tab.locator('.time-play').click();
  for (const name of ['footsteps', 'rubbing', 'engine']) {
    await tab.locator(`[data-strip="${name}"] .strip-name`).click();
    await tab.evaluate(() => document.activeElement.blur());
    await tab.keyboard.press('d');
    await tab.evaluate(() => globalThis.plug.send([0x90, 60, 77]));
    await tab.locator('.time-play').click();
    await tab.waitForTimeout(600);
    assert.deepEqual(await tab.locator('.notice.problem').allTextContents(), [], name);
    assert.match(await tab.locator('.time-play').textContent(), /stop/, `the rhythm of ${name} continues`);
    await tab.locator('.time-play').click();
  }
  // A rejected message to one sound does not stop another.
  await tab.evaluate(() => {
    const { engine } = globalThis;
    const send = engine.send.bind(engine);
    engine.send = (address, ...more) => (address.startsWith('/rubbing/') ? Promise.reject(new Error('no such thing')) : send(address, ...more));
  });
  await tab.locator('[data-strip="rubbing"] .strip-name').click();
  await tab.locator('.time-play').click();
  await tab.locator('.notice.problem', { hasText: 'no such thing' }).first().waitFor();
  assert.match(await tab.locator('.time-play').textContent(), /play/, 'the failing sound has stopped');
  await tab.locator('[data-strip="impact"] .strip-name').click();
  assert.match(await tab.locator('.time-play').textContent(), /stop/, 'the other continues');
  await end();
});

test('a dragged mode sounds at its new frequency', async () => {
  const { tab, end } = await openPage();
  await tab.locator('#drawer .unfold').click();
  const frequencyOf = async (of) => Number((await of.getAttribute('aria-label')).match(/([\d.]+) (k?)Hz/).slice(1, 3).reduce((number, prefix) => number * (prefix === 'k' ? 1000 : 1)));
  const near = (take, hertz) => Math.max(...[-1.5, -1, -0.5, 0, 0.5, 1, 1.5].map((off) => strength(take.sound, take.rate, hertz * (1 + off / 400))));
  const before = await listen(tab, 0.8, strike);
  // The loudest mode: the lowest one hardly radiates.
  let [dot, first] = [tab.locator('.mode-dot').first(), 0];
  for (const other of await tab.locator('.mode-dot').all()) {
    const hertz = await frequencyOf(other);
    if (first === 0 || near(before, hertz) > near(before, first)) [dot, first] = [other, hertz];
  }
  await dot.scrollIntoViewIfNeeded();
  const frequency = () => frequencyOf(dot);
  const box = await dot.boundingBox();
  await tab.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await tab.mouse.down();
  for (let step = 1; step <= 8; step++) await tab.mouse.move(box.x + box.width / 2 - step * 6, box.y + box.height / 2);
  await tab.mouse.up();
  const second = await frequency();
  assert.ok(second < 0.9 * first, `from ${first} Hz to ${second} Hz`);
  await tab.waitForTimeout(600);
  const after = await listen(tab, 0.8, strike);
  const [was, ratioBefore] = [near(before, first) / near(before, second), near(after, first) / near(after, second)];
  assert.ok(was > 3 && ratioBefore < was / 10, `old to new frequency: ${was.toFixed(1)} before, ${ratioBefore.toFixed(2)} after`);
  await dot.press('m');
  await tab.waitForTimeout(600);
  const silent = await listen(tab, 0.8, strike);
  assert.ok(near(silent, second) < 0.1 * near(after, second), 'a muted mode is inaudible');
  await dot.press('Delete');
  const restored = async () => Math.abs((await frequency()) - first) < 0.01 * first;
  for (let wait = 0; wait < 30 && !(await restored()); wait++) await tab.waitForTimeout(100);
  assert.ok(await restored(), 'the original frequency is restored');
  await end();
});

test('the contact views show values, and the force agrees with the closed form', async () => {
  const { tab, end } = await openPage();
  await tab.evaluate(() => globalThis.engine.send('/impact/strike', [1]));
  const figure = (name) => tab.locator(`[data-picture="${name}"] canvas`);
  for (const name of ['force', 'portrait', 'loop', 'energy']) {
    await figure(name).scrollIntoViewIfNeeded();
    await tab.evaluate(() => globalThis.engine.send('/impact/strike', [1]));
    await tab.waitForFunction((name) => /\d/.test(document.querySelector(`[data-picture="${name}"] canvas`).getAttribute('aria-label').replace('(x, v)', '')), name);
  }
  await figure('force').scrollIntoViewIfNeeded();
  await tab.evaluate(() => globalThis.engine.send('/impact/strike', [1]));
  await tab.waitForTimeout(1600);
  const label = await figure('force').getAttribute('aria-label');
  const [, simulated, , analytic] = label.match(/: ([\d.]+ \S*N) for ([^;]+); against a wall ([\d.]+ \S*N)/);
  const newton = (text) => Number.parseFloat(text) * (text.includes('kN') ? 1000 : text.includes('mN') ? 1e-3 : 1);
  // The cup yields and the wall of the closed form does not: similar, not equal.
  assert.ok(newton(simulated) > 0.3 * newton(analytic) && newton(simulated) < 1.2 * newton(analytic), label);
  await shot(tab, 'views-see');
  await end();
});

test(`${PLAY} s of playing with every view open cause no audio dropouts`, async (t) => {
  const { tab, end } = await openPage();
  await tab.locator('#drawer .unfold').click();
  await tab.locator('#control .unfold').click();
  await tab.locator('[data-kind="rhythm"]').click();
  await tab.locator('.time-play').click();
  await tab.locator('.adder-open').click();
  await tab.keyboard.type('marble');
  await tab.keyboard.press('Enter');
  await tab.waitForTimeout(1500);
  // A busy machine may cause dropouts, but blocking drawing code would cause them every time. So the best of
  // three runs counts, with 1 % tolerance. With FOLEY_PLAY, on an idle machine, no dropout is allowed.
  const maxLost = process.env.FOLEY_PLAY ? 0 : 0.01 * PLAY;
  let result = await playing(tab);
  t.diagnostic(JSON.stringify(result));
  for (let again = 0; again < 2 && result.lost > maxLost; again++) {
    result = await playing(tab);
    t.diagnostic(JSON.stringify(result));
  }
  assert.ok(Math.abs(result.pace - 1) < 0.1, `the audio clock keeps pace: ${result.pace}`);
  assert.ok(result.looks > 15, `the engine reports ${result.looks} times per second`);
  assert.ok(result.frames > 5, `${result.frames} frames per second`);
  assert.equal(await tab.evaluate(() => globalThis.engine.state), 'running');
  if (result.underruns !== null) assert.ok(result.lost <= maxLost, `${result.underruns} underruns: ${result.lost} s were lost`);
  await shot(tab, 'views-all-open');
  await end();
});

/** Measures the audio clock, lost audio and frame rates while playing. */
function playing(tab) {
  return tab.evaluate(async (seconds) => {
    const { engine } = globalThis;
    const { context } = engine;
    const stats = () => [context.playbackStats?.underrunEvents ?? null, context.playbackStats?.underrunDuration ?? 0];
    const [events, lost] = stats();
    let looks = 0;
    const look = () => looks++;
    engine.addEventListener('meters', look);
    let frames = 0;
    let going = true;
    const frame = () => {
      frames++;
      if (going) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    const [clock, wall] = [context.currentTime, performance.now()];
    await new Promise((done) => setTimeout(done, seconds * 1000));
    const pace = (context.currentTime - clock) / ((performance.now() - wall) / 1000);
    going = false;
    engine.removeEventListener('meters', look);
    const [eventsNow, lostNow] = stats();
    return { pace, looks: looks / seconds, frames: frames / seconds, underruns: events === null ? null : eventsNow - events, lost: lostNow - lost };
  }, PLAY);
}

test('shaking a phone strikes, and a learnt tilt moves a handle', async () => {
  const { tab, end } = await openPage();
  await tab.locator('#control .unfold').click();
  await tab.locator('.control-input button', { hasText: 'Use motion' }).click();
  await tab.waitForTimeout(1500);
  const shake = () => tab.evaluate(async () => {
    for (const acceleration of [2, 20, 30, 25, 8, 3, 1, 1]) {
      dispatchEvent(new DeviceMotionEvent('devicemotion', { acceleration: { x: acceleration, y: 0, z: 0 }, interval: 16 }));
      await new Promise((done) => setTimeout(done, 20));
    }
  });
  const [recording] = await Promise.all([listen(tab, 0.9, null), tab.waitForTimeout(150).then(shake)]);
  assert.ok(recording.left > 0.005 && recording.strikes === 1, `one strike: ${recording.strikes}, peak ${recording.left}`);
  const target = tab.locator('.control-line select');
  const address = await target.evaluate((select) => [...select.options].find((option) => Number(option.dataset.high) === 100).value);
  await target.selectOption(address);
  await tab.locator('.control-line button', { hasText: 'Learn' }).click();
  const tilt = (gamma) => tab.evaluate((gamma) => dispatchEvent(new DeviceOrientationEvent('deviceorientation', { alpha: 0, beta: 45, gamma })), gamma);
  for (const gamma of [0, 20, 40]) await tilt(gamma);
  await tab.locator('.control-learnt li', { hasText: 'tilt sideways' }).waitFor();
  await tilt(60);
  await tab.waitForFunction(() => document.querySelector('#panel [role="slider"]').getAttribute('aria-valuenow') === '100');
  await end();
});

test('messages of the program are answered, and the page reconnects after a cut connection', async () => {
  const sockets = [];
  const { tab, end } = await openPage({
    prepare: async (tab) => {
      await tab.route(server.url, async (route) => {
        if (route.request().method() !== 'HEAD') return route.fallback();
        await route.fulfill({ status: 200, headers: { 'content-security-policy': "connect-src 'self' ws://127.0.0.1:1" } });
      });
      await tab.routeWebSocket('**/ws', (socket) => {
        const line = { socket, answers: [] };
        sockets.push(line);
        socket.onMessage((text) => line.answers.push(JSON.parse(text)));
        socket.send(JSON.stringify({ hello: { version: '0', osc: 9000, presets: false } }));
      });
    },
  });
  await tab.locator('#control .unfold').click();
  await tab.locator('.control-state', { hasText: 'udp port 9000' }).waitFor();
  const line = () => sockets[sockets.length - 1];
  const ask = async (id, address, args) => {
    line().socket.send(JSON.stringify({ id, address, args, delay: 0 }));
    for (let wait = 0; wait < 50; wait++) {
      const found = line().answers.find((answer) => answer.id === id);
      if (found) return found;
      await tab.waitForTimeout(50);
    }
    return null;
  };
  assert.deepEqual(await ask(1, '/impact/strike', [1]), { id: 1, answer: 'done' });
  assert.match((await ask(2, '/impact/nonsense', [1])).error, /nonsense/);
  assert.deepEqual((await ask(3, '/foley/list', [])).answer, ['impact']);
  assert.deepEqual(await ask(4, '/impact/mixer/mute', [1]), { id: 4, answer: 'done' });
  assert.equal(await tab.locator('[data-strip="impact"] .strip-m').getAttribute('aria-pressed'), 'true', 'the page shows it');
  line().socket.send('{"broken');
  line().socket.send('[]');
  const before = sockets.length;
  await line().socket.close();
  await tab.locator('.notice', { hasText: 'Connection to the program lost' }).waitFor();
  for (let wait = 0; wait < 60 && sockets.length === before; wait++) await tab.waitForTimeout(100);
  assert.equal(sockets.length, before + 1, 'the page reconnects');
  await tab.locator('.control-state', { hasText: 'udp port 9000' }).waitFor();
  assert.deepEqual(await ask(5, '/impact/mixer/mute', [0]), { id: 5, answer: 'done' });
  await end();
});
