/**
 * The page served by the program, in a browser: content policy, OSC messages, reconnection, and access from
 * other origins. Needs `FOLEY_BIN`, the path of the program.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { launch, open } from './support.mjs';

const program = process.env.FOLEY_BIN;
const skip = program ? false : 'set FOLEY_BIN to the path of the program';
/** Maximum transfer until the page is ready [bytes]. */
const MAX_BYTES = 1.5e6;
/** Time limit of every wait, generous for a busy machine [ms]. */
const TIMEOUT = 120_000;

let folder, server, browser, osc;

before(async () => {
  if (skip) return;
  folder = await mkdtemp(join(tmpdir(), 'foley-presets-'));
  server = await start(0, 0);
  browser = await launch();
  osc = await oscClient();
});

after(async () => {
  await browser?.close();
  await server?.end('SIGTERM');
  osc?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Starts the program at these ports; 0 picks a free one. */
async function start(port, osc) {
  const flags = ['studio', '--json', '--no-open', '--port', `${port}`, '--osc', `${osc}`, '--presets', folder];
  const child = spawn(program, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(child.stdout), 'line');
  const { url, osc: oscPort } = JSON.parse(line).studio;
  const end = async (signal) => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    child.kill(signal);
    const [code] = await once(child, 'exit');
    return code;
  };
  return { url, osc: oscPort, end };
}

/** OSC string: zero-terminated and padded to a multiple of four bytes. */
function padded(text) {
  const bytes = Buffer.from(`${text}\0`);
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

/** OSC client that sends messages and receives answers. */
async function oscClient() {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const send = (address, ...numbers) => {
    const values = numbers.map((number) => {
      const bytes = Buffer.alloc(4);
      bytes.writeFloatBE(number);
      return bytes;
    });
    socket.send(Buffer.concat([padded(address), padded(`,${'f'.repeat(numbers.length)}`), ...values]), server.osc, '127.0.0.1');
  };
  const ask = async (address, ...numbers) => {
    const answered = once(socket, 'message', { signal: AbortSignal.timeout(TIMEOUT) });
    send(address, ...numbers);
    return read((await answered)[0]);
  };
  return { send, ask, close: () => socket.close() };
}

/** Parses an OSC message of floats, integers and strings. */
function read(bytes) {
  let at = 0;
  const text = () => {
    const end = bytes.indexOf(0, at);
    const word = bytes.toString('utf8', at, end);
    at = end + 4 - (end % 4);
    return word;
  };
  const address = text();
  const kinds = [...text()].slice(1);
  const args = kinds.map((kind) => {
    if (kind === 's') return text();
    at += 4;
    return kind === 'f' ? bytes.readFloatBE(at - 4) : bytes.readInt32BE(at - 4);
  });
  return { address, args };
}

/** Polls a condition and returns its first truthy result. */
async function waitFor(name, condition) {
  const begun = performance.now();
  for (;;) {
    const answer = await condition();
    if (answer) return answer;
    assert.ok(performance.now() - begun < TIMEOUT, `no ${name}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const ready = (tab) => tab.waitForFunction(() => document.body.dataset.ready === 'true', null, { timeout: TIMEOUT });

test('the page loads without policy violations and within the size limit', { skip }, async () => {
  const { tab, errors } = await open(browser.context);
  await tab.addInitScript(() => {
    globalThis.violations = [];
    document.addEventListener('securitypolicyviolation', (event) => globalThis.violations.push(`${event.violatedDirective}: ${event.blockedURI}`));
  });
  const wire = await browser.context.newCDPSession(tab);
  await wire.send('Network.enable');
  let bytes = 0;
  let requests = 0;
  wire.on('Network.loadingFinished', (event) => {
    bytes += event.encodedDataLength;
    requests += 1;
  });
  await tab.goto(server.url);
  await ready(tab);
  console.log(`${requests} requests, ${bytes} bytes transferred`);
  assert.ok(bytes > 1e4 && bytes < MAX_BYTES, `${bytes} bytes`);
  assert.deepEqual(await tab.evaluate(() => globalThis.violations), []);
  assert.deepEqual(errors, []);
  await tab.close();
});

test('OSC messages play the page, and queries are answered', { skip }, async () => {
  const { tab, errors } = await open(browser.context);
  await tab.goto(server.url);
  await ready(tab);
  const list = await waitFor('connected page', async () => {
    const answer = await osc.ask('/foley/list');
    return answer.address === '/foley/list' && answer;
  });
  const [name] = list.args;
  // Browsers start audio only after a user gesture.
  await tab.mouse.click(2, 2);
  await tab.keyboard.press('Space');
  await waitFor('engine', async () => (await osc.ask(`/${name}/meter`)).address === `/${name}/meter`);
  const error = await osc.ask(`/${name}/nothing`);
  assert.equal(error.address, '/foley/error', JSON.stringify(error));
  await waitFor('sound of the strike', async () => {
    osc.send(`/${name}/strike`, 1.5);
    const { args } = await osc.ask(`/${name}/meter`);
    return args[0] > 0;
  });
  // A handle set by OSC has the same value in the page and in the answer.
  osc.send(`/${name}/hardness`, 33);
  const answer = await osc.ask(`/${name}/hardness`);
  assert.ok(Math.abs(answer.args[0] - 33) < 0.01, JSON.stringify(answer));
  // The place set by OSC is shown in the page, and the engine has it.
  const shown = tab.getByRole('combobox', { name: 'Place' });
  osc.send('/foley/place', 5);
  assert.deepEqual((await osc.ask('/foley/place')).args, [5]);
  assert.equal(await shown.inputValue(), 'hall');
  assert.equal((await osc.ask('/foley/distance', 1000)).address, '/foley/error');
  assert.equal((await osc.ask('/foley/distance')).args[0], 1);
  osc.send('/foley/place', 0);
  await waitFor('free field', async () => (await shown.inputValue()) === 'free');
  assert.deepEqual(errors, []);
  await tab.close();
});

test('the page reconnects to a restarted program', { skip }, async () => {
  const { tab } = await open(browser.context);
  await tab.goto(server.url);
  await ready(tab);
  const pageAnswers = async () => (await osc.ask('/foley/list')).address === '/foley/list';
  await waitFor('page', pageAnswers);
  const { url, osc: port } = server;
  await server.end('SIGKILL');
  await tab.getByText('Connection to the program lost', { exact: false }).first().waitFor({ timeout: TIMEOUT });
  assert.equal(await tab.evaluate(() => document.body.dataset.ready), 'true', 'the page continues');
  server = await start(new URL(url).port, port);
  assert.equal(server.url, url);
  await waitFor('reconnected page', pageAnswers);
  // A program ended by SIGTERM exits with code 0.
  assert.equal(await server.end('SIGTERM'), 0);
  server = await start(new URL(url).port, port);
  await waitFor('page reconnected twice', pageAnswers);
  await tab.close();
});

test('a page of another origin can neither read nor connect', { skip }, async () => {
  const elsewhere = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><title>elsewhere</title>'));
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const { tab } = await open(browser.context);
  await tab.goto(`http://127.0.0.1:${elsewhere.address().port}/`);
  const tried = await tab.evaluate(async (url) => {
    const fetched = (path, options) => fetch(url + path, options).then(() => 'read', () => 'refused');
    const socket = new WebSocket(`${url.replace('http', 'ws')}ws`);
    const listened = new Promise((resolve) => {
      socket.onopen = () => resolve('open');
      socket.onerror = () => resolve('refused');
    });
    const framed = new Promise((resolve) => {
      const image = new Image();
      image.onload = () => resolve('read');
      image.onerror = () => resolve('refused');
      image.src = `${url}icon.svg`;
    });
    return [
      await fetched(''),
      await fetched('presets'),
      await fetched('presets/x.json', { method: 'PUT', body: '{}' }),
      await fetched('presets/x.json', { method: 'DELETE', mode: 'no-cors' }),
      await listened,
      await framed,
    ];
  }, server.url);
  assert.equal((await fetch(server.url)).status, 200, 'the server still answers others');
  assert.deepEqual(tried, Array(6).fill('refused'));
  await tab.close();
  elsewhere.close();
});

test('a preset saved from the page appears in the folder of the program and can be deleted', { skip }, async () => {
  const { tab } = await open(browser.context);
  await tab.goto(server.url);
  await ready(tab);
  await tab.getByRole('button', { name: 'Save preset' }).click();
  await tab.getByRole('textbox', { name: 'New name' }).fill('mine from the page');
  await tab.keyboard.press('Enter');
  await tab.getByRole('button', { name: 'More for mine from the page' }).click();
  await tab.getByRole('menuitem', { name: 'Save to the program’s folder' }).click();
  const shelf = tab.getByRole('group', { name: 'Presets in the folder of the program' });
  await shelf.getByRole('button', { name: /^Mine from the page/ }).click({ timeout: TIMEOUT });
  const { presets } = await (await fetch(`${server.url}presets`)).json();
  assert.deepEqual(presets.map((preset) => preset.slug), ['mine-from-the-page']);
  await shelf.getByRole('button', { name: 'More for mine from the page' }).click();
  await tab.getByRole('menuitem', { name: 'Delete from the folder' }).click();
  await shelf.waitFor({ state: 'hidden', timeout: TIMEOUT });
  assert.deepEqual((await (await fetch(`${server.url}presets`)).json()).presets, []);
  await tab.close();
});
