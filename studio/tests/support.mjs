/**
 * Shared by the browser tests: a server for the page, Chromium, screenshots.
 *
 * | variable      | meaning                                                                             |
 * |---------------|-------------------------------------------------------------------------------------|
 * | `FOLEY_BIN`   | path of the program to serve the page; by default a small server in Node does       |
 * | `FOLEY_SHOTS` | folder of the screenshots; default `target/studio-shots`                            |
 * | `CHROMIUM`    | path of the browser; default `/usr/bin/chromium`                                    |
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const studio = dirname(dirname(fileURLToPath(import.meta.url)));
/** Root folder of the workspace. */
export const root = dirname(studio);
/** Folder of the page. */
export const page = join(studio, 'page');

const KINDS = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; worker-src 'self'; media-src 'self' blob:; base-uri 'none'; form-action 'none'";

/** Headers that allow timers with microsecond resolution. */
export const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/**
 * Serves the page; returns its address and a function that stops the server.
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export function serve() {
  return process.env.FOLEY_BIN ? serveByProgram(process.env.FOLEY_BIN) : serveByNode();
}

async function serveByProgram(program) {
  const child = spawn(program, ['studio', '--port', '0', '--no-open'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const url = await new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`foley studio printed no address: ${output}`)), 30_000);
    const read = (text) => {
      output += text;
      const found = output.match(/http:\/\/127\.0\.0\.1:\d+\/?\S*/);
      if (!found) return;
      clearTimeout(late);
      resolve(found[0]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`foley studio ended with ${code}: ${output}`)));
  });
  const close = () =>
    new Promise((resolve) => {
      child.on('exit', () => resolve());
      child.kill('SIGINT');
    });
  return { url: url.endsWith('/') ? url : `${url}/`, close };
}

/** Serves the page from its folder, compressed and with the content policy of the program. */
export async function serveByNode() {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://here').pathname;
    const file = normalize(join(page, decodeURIComponent(path.endsWith('/') ? `${path}index.html` : path)));
    if (!file.startsWith(page)) return response.writeHead(403).end();
    try {
      const bytes = gzipSync(await readFile(file), { level: 6 });
      response.writeHead(200, {
        'content-type': KINDS[extname(file)] ?? 'application/octet-stream',
        'content-encoding': 'gzip',
        'content-security-policy': POLICY,
        'cache-control': 'no-store',
        ...ISOLATED,
      });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const url = `http://127.0.0.1:${server.address().port}/`;
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Launches Chromium with an empty profile; `close` ends it and deletes the profile.
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function launch(options = {}) {
  const profile = await mkdtemp(join(tmpdir(), 'foley-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    ...options,
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
    ],
  });
  const close = async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  };
  return { context, close };
}

/**
 * Opens a tab and collects the warnings and errors of its page.
 * @param {import('playwright-core').BrowserContext} context
 */
export async function open(context) {
  const tab = await context.newPage();
  /** @type {string[]} */
  const errors = [];
  tab.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  tab.on('pageerror', (why) => errors.push(String(why)));
  return { tab, errors };
}

/**
 * Saves a screenshot of a tab.
 * @param {import('playwright-core').Page} tab
 * @param {string} name
 */
export async function shot(tab, name) {
  const folder = process.env.FOLEY_SHOTS ?? join(root, 'target', 'studio-shots');
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name}.png`);
  await tab.screenshot({ path });
  return path;
}
