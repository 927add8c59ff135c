/**
 * Takes the picture of the studio for the first page of the documentation:
 * `cd studio && npm ci && node tests/picture.mjs`, optionally with the path of the PNG file.
 */
import { join } from 'node:path';
import { launch, open, root, serve } from './support.mjs';

/** Preset of the picture: a long, bright sound whose modes are seen in every view. */
const PRESET = 'two wine glasses';
/** Second sound in the mixer. */
const SECOND = 'rain';
const path = process.argv[2] ?? join(root, 'docs', 'studio.png');

const server = await serve();
const browser = await launch({ viewport: { width: 1400, height: 900 }, colorScheme: 'dark' });
try {
  const { tab, errors } = await open(browser.context);
  await tab.goto(server.url);
  await tab.waitForSelector('body[data-ready]');
  await tab.locator('#search input').fill(PRESET);
  await tab.keyboard.press('Enter');
  await tab.locator('.adder-open').click();
  await tab.keyboard.type(SECOND);
  await tab.keyboard.press('Enter');
  await tab.locator('[data-strip]').nth(1).waitFor();
  await tab.locator('[data-strip] .strip-name').first().click();
  await tab.waitForTimeout(4500);
  const pad = tab.locator('#pad');
  for (const [x, y, milliseconds] of [[150, 160, 900], [220, 130, 700], [120, 110, 350]]) {
    await pad.click({ position: { x, y } });
    await tab.waitForTimeout(milliseconds);
  }
  await tab.screenshot({ path });
  if (errors.length > 0) throw new Error(`the page logged errors: ${errors.join('; ')}`);
  console.log(path);
} finally {
  await browser.close();
  await server.close();
}
