/**
 * What the browser tests share: a server with the page, Chromium, pictures of the page.
 *
 * | variable      | meaning                                                                             |
 * |---------------|-------------------------------------------------------------------------------------|
 * | `FOLEY_BIN`   | the program: `foley studio` serves the page then; else a few lines of node do       |
 * | `FOLEY_SHOTS` | where pictures go; `target/studio-shots` if it is not set                           |
 * | `CHROMIUM`    | the browser; `/usr/bin/chromium` if it is not set                                   |
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
/** The folder of the workspace. */
export const root = dirname(studio);
/** The folder of the page. */
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

/** With these a page may read a clock of microseconds. */
export const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/**
 * Serves the page: its address, and how to end it.
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export function serve() {
  return process.env.FOLEY_BIN ? serveByProgram(process.env.FOLEY_BIN) : serveByNode();
}

async function serveByProgram(program) {
  const child = spawn(program, ['studio', '--port', '0', '--no-open'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const url = await new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`foley studio does not say its address: ${output}`)), 30_000);
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

/** The page without the program: from its folder, packed, with the program's policy. */
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
 * Chromium with an empty profile; `close` ends it and throws the profile away.
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
 * A tab that keeps what the page complains about.
 * @param {import('playwright-core').BrowserContext} context
 */
export async function open(context) {
  const tab = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  tab.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  tab.on('pageerror', (why) => complaints.push(String(why)));
  return { tab, complaints };
}

/**
 * Keeps a picture of a tab.
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
