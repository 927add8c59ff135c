/**
 * The engine in a browser: identical samples to the native build, speed, and robustness against malformed
 * requests.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ISOLATED, launch, open, page, root, serveByNode } from './support.mjs';

/** Rounding error of 32-bit samples near full scale. */
const TOLERANCE = 1e-6;
/** Minimum rendering speed of the palette [× real time]. */
const MIN_SPEED = 20;
/** Maximum size of the compressed module [bytes]. */
const MAX_BYTES = 1.5e6;

let server, browser, tab, errors, reference;

before(async () => {
  reference = process.env.FOLEY_REFERENCE ?? (await mkdtemp(join(tmpdir(), 'foley-reference-')));
  if (!process.env.FOLEY_REFERENCE) {
    const cargo = ['run', '--quiet', '--release', '--package', 'foley-worklet', '--example', 'reference', '--', reference];
    const made = spawnSync('cargo', cargo, { cwd: root, stdio: 'inherit' });
    assert.equal(made.status, 0, 'the reference was not rendered');
  }
  server = await serveByNode();
  browser = await launch();
  ({ tab, errors } = await open(browser.context));
  // An empty page of the same origin, to test the engine alone.
  await tab.route('**/blank.html', (route) => route.fulfill({ contentType: 'text/html', headers: ISOLATED, body: '<!doctype html><title>engine</title>' }));
});

/** Reloads the page, because instances of the module take address space until they are collected. */
async function fresh() {
  await tab.goto(new URL('blank.html', server.url).href);
  await tab.evaluate(async () => {
    const { Engine } = await import('/engine/engine.js');
    globalThis.engine = await Engine.load('/engine/');
  });
}

beforeEach(fresh);

after(async () => {
  await browser?.close();
  await server?.close();
  if (!process.env.FOLEY_REFERENCE) await rm(reference, { recursive: true, force: true });
});

/** Renders requests through the worklet; returns samples as base64 and the time taken [ms]. */
function offline(tab, { rate, frames, requests }) {
  return tab.evaluate(
    async ({ rate, frames, requests }) => {
      const context = new OfflineAudioContext(2, frames, rate);
      await context.audioWorklet.addModule('/engine/processor.js');
      const node = globalThis.engine.makeNode(context, requests.map((text) => JSON.parse(text)));
      const failed = [];
      node.port.onmessage = ({ data }) => {
        if (data.failed) failed.push(data.failed);
        if (data.id === -1) {
          const answer = JSON.parse(new TextDecoder().decode(data.answer));
          if (answer.error) failed.push(answer.error);
        }
      };
      node.connect(context.destination);
      const begun = performance.now();
      const buffer = await context.startRendering();
      const took = performance.now() - begun;
      const bytes = new Uint8Array(8 * frames);
      for (const channel of [0, 1]) bytes.set(new Uint8Array(buffer.getChannelData(channel).buffer, 0, 4 * frames), 4 * frames * channel);
      let text = '';
      for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
      return { samples: btoa(text), took, failed };
    },
    { rate, frames, requests },
  );
}

const floats = (bytes) => new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);

test('every model renders the same samples in the browser as natively', async (t) => {
  const index = JSON.parse(await readFile(join(reference, 'index.json'), 'utf8'));
  assert.ok(index.length >= 32, `${index.length} models`);
  let worst = { far: 0, model: 'none' };
  let rendered = 0;
  for (const item of index) {
    const expected = floats(Buffer.from(await readFile(join(reference, item.file))));
    if (rendered++ % 8 === 7) await fresh();
    const { samples, failed } = await offline(tab, item);
    assert.deepEqual(failed, [], item.model);
    const actual = floats(Buffer.from(samples, 'base64'));
    assert.equal(actual.length, expected.length);
    let [far, loud] = [0, 0];
    for (let n = 0; n < expected.length; n += 1) {
      far = Math.max(far, Math.abs(actual[n] - expected[n]));
      loud = Math.max(loud, Math.abs(actual[n]));
    }
    assert.ok(loud > 1e-3, `${item.model} at ${item.rate} Hz is silent: peak ${loud}`);
    assert.ok(far <= TOLERANCE, `${item.model} at ${item.rate} Hz differs by ${far}, peak ${loud}`);
    if (far > worst.far) worst = { far, model: item.model };
  }
  t.diagnostic(`${index.length} renders, largest difference ${worst.far} (${worst.model})`);
});

test('the palette renders at least twenty times faster than real time', async (t) => {
  const index = JSON.parse(await readFile(join(reference, 'index.json'), 'utf8'));
  const items = index.filter((item) => item.rate === 48000);
  const slow = [];
  let [seconds, took] = [0, 0];
  for (const item of items) {
    const best = await tab.evaluate(fastest, item);
    seconds += item.frames / item.rate;
    took += best;
    slow.push([item.model, item.frames / item.rate / best]);
  }
  slow.sort((a, b) => a[1] - b[1]);
  const slowest = slow.slice(0, 5).map(([model, ratio]) => `${model} ${ratio.toFixed(1)}`);
  t.diagnostic(`${items.length} models: ${(seconds / took).toFixed(1)} times real time; slowest ${slowest.join(', ')}`);
  assert.ok(seconds / took >= MIN_SPEED, `${seconds} s took ${took} s`);
});

/**
 * Time of a render in this browser [s]. The work is repeated five times in chunks, and the fastest time of
 * each chunk counts, which removes the influence of other processes.
 */
async function fastest({ rate, frames, requests }) {
  const { Glue } = await import('/engine/glue.js');
  const encoder = new TextEncoder();
  const [left, right] = [new Float32Array(128), new Float32Array(128)];
  const glue = (globalThis.glue ??= new Glue(globalThis.engine.module));
  const best = [];
  for (let repeat = 0; repeat < 5; repeat += 1) {
    glue.start(rate, 64);
    for (const request of requests) glue.execute(encoder.encode(request));
    // A chunk takes about 0.5 ms, less than a time slice of the scheduler.
    for (let piece = 0; 1024 * piece < frames; piece += 1) {
      const begun = performance.now();
      for (let at = 1024 * piece; at < Math.min(1024 * (piece + 1), frames); at += 128) glue.render(left, right);
      best[piece] = Math.min(best[piece] ?? Infinity, performance.now() - begun);
    }
  }
  return best.reduce((sum, ms) => sum + ms, 0) / 1000;
}

test('malformed requests are rejected with a message and the engine continues', async () => {
  const answers = await tab.evaluate(async () => {
    const { engine } = globalThis;
    const preset = engine.catalogue.models[0].presets[0];
    const refused = [];
    for (const request of [
      null,
      [],
      'catalogue',
      {},
      { do: 7 },
      { do: 'dance' },
      { do: 'describe' },
      { do: 'describe', preset: { model: 'impact', name: 3 } },
      { do: 'parse', text: '{"format": 1' },
      { do: 'parse', text: '<preset' },
      { do: 'parse', text: 'x'.repeat(1_100_000) },
      { do: 'parse', text: 'x'.repeat(10_000_000) },
      { do: 'convert', model: 'impact', path: 'touch.stiffness', handle: 1e300 },
      { do: 'morph', presets: [preset, engine.catalogue.models[5].presets[0]], weights: [1, 1] },
      { do: 'render', preset, rate: 1e12, seconds: 1 },
    ]) {
      try {
        engine.query(/** @type {any} */ (request));
        refused.push(`not refused: ${JSON.stringify(request).slice(0, 80)}`);
      } catch (why) {
        if (!(why instanceof Error) || /failed on this request|unreachable/.test(why.message) || why.message.length < 5) refused.push(String(why));
      }
    }
    return { refused, still: engine.query({ do: 'convert', model: 'impact', path: 'touch.stiffness', handle: 50 }) };
  });
  assert.deepEqual(answers.refused, []);
  assert.ok(answers.still.value > 0, JSON.stringify(answers.still));
});

test('the running engine adds, plays, traces, records and survives malformed requests', async () => {
  const result = await tab.evaluate(async () => {
    const { engine } = globalThis;
    await engine.start();
    const next = (event, when) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`no ${event}`)), 10_000);
        const hear = ({ detail }) => {
          if (!when(detail)) return;
          clearTimeout(late);
          engine.removeEventListener(event, hear);
          resolve(detail);
        };
        engine.addEventListener(event, hear);
      });
    const model = engine.catalogue.models.find((model) => model.name === 'impact');
    await engine.add('cup', model.presets[0], { gain: 0.5 });
    const recorded = next('recorded', ({ channels }) => channels[0].some((x) => x !== 0));
    await engine.execute({ do: 'record', on: true });
    const loud = next('meters', (meters) => meters.sounds.some((sound) => sound.name === 'cup' && sound.peak > 0.01));
    const changes = next('changes', () => true);
    await engine.play('cup');
    const sent = await engine.send('/cup/hardness', [80]);
    const errors = [];
    for (const request of [{ do: 'send', address: '/cup/nothing', args: [1] }, { do: 'add', name: 'a b', preset: model.presets[0] }, { do: 'send', address: '', args: [{}] }, { do: 'play', name: 'missing' }, { do: 'strip', name: 'cup', gain: 1e99 }, 7]) {
      errors.push(await engine.execute(/** @type {any} */ (request)).then(() => 'not refused', (why) => why.message));
    }
    await engine.watch('cup');
    const traced = next('trace', ({ rows, outputs }) => rows[outputs.findIndex((output) => output.name === 'force')].some((f) => f > 0));
    await engine.send('/cup/strike', [1], 0.05);
    const { outputs, rows, ledger, rate } = await traced;
    const trace = { names: outputs.map((output) => output.name), frames: rows.map((row) => row.length), ledger, rate };
    const meters = await loud;
    const pieces = await recorded;
    await engine.execute({ do: 'record', on: false });
    await engine.remove('cup');
    return { trace, state: engine.state, sent, errors, meters, frames: pieces.channels[0].length, changes: await changes };
  });
  assert.equal(result.state, 'running');
  assert.equal(result.sent.answer, 'done');
  assert.equal(result.sent.changes[0].path, 'touch.stiffness');
  assert.equal(result.changes.changes[0].name, 'cup');
  assert.ok(result.errors.every((message) => message !== 'not refused' && message.length > 5), result.errors.join('\n'));
  assert.ok(result.frames > 0);
  assert.ok(result.trace.names.includes('force') && result.trace.names.includes('compression'), result.trace.names.join());
  assert.ok(result.trace.frames.every((frames) => frames === 1024));
  const { moving, stored, heat, damped, radiated, control } = result.trace.ledger;
  // The energy balance closes: the supplied energy is stored or lost.
  assert.ok(control > 0 && Math.abs(control - moving - stored - heat - damped - radiated) < 1e-6 * control, JSON.stringify(result.trace.ledger));
});

test('a failed engine can be restarted', async () => {
  const result = await tab.evaluate(async () => {
    const { engine } = globalThis;
    const states = [];
    engine.addEventListener('state', ({ detail }) => states.push(detail.state));
    await engine.start();
    const [{ presets }] = engine.catalogue.models;
    await engine.add('cup', presets[0]);
    // As reported by the worklet after a trap.
    const lost = engine.play('unanswered').catch((why) => why.message);
    engine.receive({ failed: 'RuntimeError: unreachable', panic: new TextEncoder().encode('a panic') });
    const why = await lost;
    await engine.start();
    await engine.add('cup', presets[0]);
    const { answer } = await engine.play('cup');
    return { states, why, answer };
  });
  assert.deepEqual(result.states, ['starting', 'running', 'failed', 'idle', 'starting', 'running']);
  assert.match(result.why, /stopped: a panic/);
  assert.equal(result.answer, 'done');
});

test('the compressed module is below the size limit', async (t) => {
  const module = await readFile(join(page, 'engine', 'foley.wasm'));
  const packed = gzipSync(module, { level: 9 }).length;
  t.diagnostic(`${module.length} bytes, ${packed} packed`);
  assert.ok(packed < MAX_BYTES, `${packed} bytes`);
});

test('the page logged no errors', () => {
  assert.deepEqual(errors, []);
});
