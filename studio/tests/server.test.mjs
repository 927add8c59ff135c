/**
 * The program behind the page, in a real browser: its policy breaks nothing, OSC reaches the page and is answered, and the page outlives the program.
 * Needs `FOLEY_BIN`, the program.
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
const skip = program ? false : 'FOLEY_BIN does not say where the program is';
/** Most that may be transferred until the page is ready [bytes]. */
const MAX_BYTES = 1.5e6;
/** Longest that something may take on a machine that does other things as well [ms]. */
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

/** The program at these ports; 0 is a free one. */
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

/** Text as OSC has it: with a zero, in fours. */
function padded(text) {
  const bytes = Buffer.from(`${text}\0`);
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

/** Somebody who speaks OSC: asks, and waits for what comes back. */
async function oscClient() {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const say = (address, ...numbers) => {
    const values = numbers.map((number) => {
      const bytes = Buffer.alloc(4);
      bytes.writeFloatBE(number);
      return bytes;
    });
    socket.send(Buffer.concat([padded(address), padded(`,${'f'.repeat(numbers.length)}`), ...values]), server.osc, '127.0.0.1');
  };
  const ask = async (address) => {
    const answered = once(socket, 'message', { signal: AbortSignal.timeout(TIMEOUT) });
    say(address);
    return read((await answered)[0]);
  };
  return { say, ask, close: () => socket.close() };
}

/** A message: its address, and numbers and texts. */
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

/** Asks until the answer will do. */
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

test('the page comes whole under its own policy, packed', { skip }, async () => {
  const { tab, complaints } = await open(browser.context);
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
  assert.deepEqual(complaints, []);
  await tab.close();
});

test('an OSC message strikes what is on the page, and questions are answered', { skip }, async () => {
  const { tab, complaints } = await open(browser.context);
  await tab.goto(server.url);
  await ready(tab);
  const list = await waitFor('page at the other end', async () => {
    const answer = await osc.ask('/foley/list');
    return answer.address === '/foley/list' && answer;
  });
  const [name] = list.args;
  // Browsers let sound begin only after a click.
  await tab.mouse.click(2, 2);
  await tab.keyboard.press('Space');
  await waitFor('engine', async () => (await osc.ask(`/${name}/meter`)).address === `/${name}/meter`);
  const wrong = await osc.ask(`/${name}/nothing`);
  assert.equal(wrong.address, '/foley/error', JSON.stringify(wrong));
  await waitFor('sound of the strike', async () => {
    osc.say(`/${name}/strike`, 1.5);
    const { args } = await osc.ask(`/${name}/meter`);
    return args[0] > 0;
  });
  // A handle that is moved from outside is where it was put, here and there.
  osc.say(`/${name}/hardness`, 33);
  const answer = await osc.ask(`/${name}/hardness`);
  assert.ok(Math.abs(answer.args[0] - 33) < 0.01, JSON.stringify(answer));
  assert.deepEqual(complaints, []);
  await tab.close();
});

test('a program that is killed and comes back is found again', { skip }, async () => {
  const { tab } = await open(browser.context);
  await tab.goto(server.url);
  await ready(tab);
  const pageAnswers = async () => (await osc.ask('/foley/list')).address === '/foley/list';
  await waitFor('page', pageAnswers);
  const { url, osc: port } = server;
  await server.end('SIGKILL');
  await tab.getByText('The program is gone. The page goes on', { exact: false }).first().waitFor({ timeout: TIMEOUT });
  assert.equal(await tab.evaluate(() => document.body.dataset.ready), 'true', 'the page goes on');
  server = await start(new URL(url).port, port);
  assert.equal(server.url, url);
  await waitFor('page that comes back', pageAnswers);
  // A program that ends by itself says so, with nothing left to say.
  assert.equal(await server.end('SIGTERM'), 0);
  server = await start(new URL(url).port, port);
  await waitFor('page that comes back again', pageAnswers);
  await tab.close();
});

test('a page from elsewhere can neither read nor listen', { skip }, async () => {
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
  assert.equal((await fetch(server.url)).status, 200, 'it is there for others');
  assert.deepEqual(tried, Array(6).fill('refused'));
  await tab.close();
  elsewhere.close();
});

test('a preset that the page keeps is there for the program, and the other way round', { skip }, async () => {
  const { tab } = await open(browser.context);
  await tab.goto(server.url);
  await ready(tab);
  await tab.getByRole('button', { name: 'Save this' }).click();
  await tab.getByRole('textbox', { name: 'New name' }).fill('mine from the page');
  await tab.keyboard.press('Enter');
  await tab.getByRole('button', { name: 'More for mine from the page' }).click();
  await tab.getByRole('menuitem', { name: 'To the program’s folder' }).click();
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
