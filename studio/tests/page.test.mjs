// The page in a browser: common actions and malformed input.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { createRequire } from 'node:module';
import { validated } from '../page/validate-state.js';
import { setPlace } from '../page/place.js';
import { launch, open as openTab, serve, shot } from './support.mjs';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @type {any} */ let site;

before(async () => {
  site = await serve();
});
after(() => site?.close());

/** Adds `outputPeak()` to the page: the peak of the latest output samples. */
function listen() {
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (/** @type {any} */ to, /** @type {any[]} */ ...rest) {
    if (to instanceof AudioDestinationNode && this.context instanceof AudioContext) {
      const analyser = new AnalyserNode(this.context, { fftSize: 8192 });
      connect.call(this, analyser);
      const samples = new Float32Array(8192);
      /** @type {any} */ (window).outputPeak = () => {
        analyser.getFloatTimeDomainData(samples);
        return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      };
    }
    return connect.call(this, to, ...rest);
  };
}

/**
 * Opens the page in a new browser and collects its errors.
 * @param {{ width?: number, height?: number, theme?: 'dark'|'light', hash?: string, touch?: boolean }} [how]
 */
async function open({ width = 1440, height = 900, theme = 'dark', hash = '', touch = false } = {}) {
  const browser = await launch({ viewport: { width, height }, colorScheme: theme, hasTouch: touch, permissions: ['clipboard-read', 'clipboard-write'] });
  const { tab, errors } = await openTab(browser.context);
  await tab.addInitScript(listen);
  await tab.goto(`${site.url}${hash}`);
  await tab.waitForSelector('body[data-ready]', { timeout: 30_000 });
  return { page: tab, context: browser, errors };
}

/** @param {any} page @param {string} cause */
const sounds = (page, cause) => page.waitForFunction(() => (/** @type {any} */ (window).outputPeak?.() ?? 0) > 1e-3, undefined, { timeout: 8000 }).catch(() => assert.fail(`${cause}: no sound within 8 s`));
/** @param {any} page */
const silence = (page) => page.waitForFunction(() => (/** @type {any} */ (window).outputPeak?.() ?? 0) < 1e-3, undefined, { timeout: 20_000 });
/** @param {any} page */
const stored = (page) => page.evaluate(async () => {
  dispatchEvent(new Event('pagehide'));
  return JSON.parse(localStorage.getItem('foley.state') ?? 'null');
});
/** @param {any} page @param {string} path */
const handle = (page, path) => page.locator(`.handle[data-path="${path}"] .bar`);
/** @param {any} page */
const notices = (page) => page.locator('#notices .notice').allTextContents();

test('the page loads without errors, and pressing the pad plays a sound', async () => {
  const { page, context, errors } = await open();
  assert.match(await page.locator('h2').first().textContent(), /Espresso cup/);
  const pad = await page.locator('.pad').boundingBox();
  await page.mouse.move(pad.x + pad.width * 0.6, pad.y + pad.height * 0.4);
  await page.mouse.down();
  await page.mouse.up();
  await sounds(page, 'a press on the pad');
  await silence(page);
  await page.mouse.down();
  await page.mouse.up();
  await sounds(page, 'a second press');
  assert.deepEqual(errors, []);
  await context.close();
});

test('the first click anywhere plays a sound', async (t) => {
  const { page, context } = await open();
  await page.mouse.click(700, 100);
  await sounds(page, 'a click on the title');
  const time = await page.evaluate(() => performance.now());
  t.diagnostic(`${(time / 1000).toFixed(2)} s from the address to the first sound, the click included`);
  await context.close();
});

test('the space bar strikes, digits set the strength, arrows move', async () => {
  const { page, context, errors } = await open();
  await page.keyboard.press('Space');
  await sounds(page, 'the space bar');
  await page.locator('.pad').focus();
  const readout = () => page.locator('.pad-says').textContent();
  await page.keyboard.press('9');
  await page.waitForTimeout(100);
  const hard = await readout();
  await page.keyboard.press('1');
  await page.waitForTimeout(100);
  assert.notEqual(await readout(), hard, 'digits change the speed');
  const before = (await stored(page)).sounds[0].preset.values.struck.position;
  await page.keyboard.press('ArrowLeft');
  await page.waitForTimeout(100);
  const then = (await stored(page)).sounds[0].preset.values.struck.position;
  assert.ok(Math.abs(before - 0.03 - then) < 1e-9, `an arrow moves by 0.03: from ${before} to ${then}`);
  assert.deepEqual(errors, []);
  await context.close();
});

/** Strikes, and returns the time until the output is 50 dB below its peak [s]. @param {any} page */
async function ringTime(page) {
  await page.keyboard.press('Space');
  return page.evaluate(async () => {
    const begin = performance.now();
    for (let most = 0; ;) {
      const [peak, time] = [/** @type {any} */ (window).outputPeak?.() ?? 0, (performance.now() - begin) / 1000];
      most = Math.max(most, peak);
      if ((most > 1e-3 && peak < 0.00316 * most) || time > 8) return time;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
}

test('a strike in the hall rings longer than in the free field; undo, reload and link keep the place', async (t) => {
  const { page, context, errors } = await open();
  const [place, distance] = [page.getByRole('combobox', { name: 'Place' }), page.getByRole('spinbutton', { name: 'Distance in metres' })];
  await page.keyboard.press('Space');
  await sounds(page, 'the space bar');
  await silence(page);
  const free = await ringTime(page);
  await place.selectOption('hall');
  await distance.fill('5');
  await distance.press('Enter');
  await distance.blur();
  // The engine fades to the new place.
  await page.waitForTimeout(500);
  const hall = await ringTime(page);
  t.diagnostic(`50 dB in ${free.toFixed(2)} s in the free field, ${hall.toFixed(2)} s in the hall`);
  // The reverberation falls by 60 dB in 1.85 s, from a level far below that of the direct sound.
  assert.ok(hall > free + 0.3, `50 dB in ${free} s in the free field, ${hall} s in the hall`);
  await page.getByRole('slider', { name: 'Distance' }).press('End');
  const limit = Number(await distance.getAttribute('max'));
  assert.equal(Number(await distance.inputValue()), limit, 'the end of the slider is the limit');
  await distance.fill('1000');
  await distance.press('Enter');
  assert.equal(Number(await distance.inputValue()), limit, 'a larger distance is lowered');
  assert.match((await notices(page)).join(), new RegExp(`“hall” allows a distance from 0.3 to ${limit} m`));
  await place.selectOption('kitchen');
  assert.ok(Number(await distance.inputValue()) < limit, 'a smaller place brings the sources nearer');
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.deepEqual([await place.inputValue(), Number(await distance.inputValue())], ['hall', limit], 'undo');
  const hash = await page.evaluate(async () => {
    const { linkOf } = await import(/** @type {any} */ ('./link.js'));
    dispatchEvent(new Event('pagehide'));
    return new URL(await linkOf(JSON.parse(localStorage.getItem('foley.state') ?? 'null'))).hash;
  });
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  assert.deepEqual([await place.inputValue(), Number(await distance.inputValue())], ['hall', limit], 'reload');
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.goto(`${site.url}${hash}`);
  await page.waitForSelector('body[data-ready]');
  assert.deepEqual([await place.inputValue(), Number(await distance.inputValue())], ['hall', limit], 'link');
  assert.deepEqual(errors, []);
  await context.close();
});

test('a tap on a phone strikes', async () => {
  const { page, context, errors } = await open({ width: 390, height: 780, touch: true });
  const pad = await page.locator('.pad').boundingBox();
  assert.ok(pad.y + pad.height < 780 && pad.y > 300, `the pad is in reach of the thumb: at ${pad.y} px of 780`);
  await page.touchscreen.tap(pad.x + 80, pad.y + 60);
  await sounds(page, 'a tap');
  assert.deepEqual(errors, []);
  await context.close();
});

test('handles move by pointer and key, accept values with units, and update the contact', async () => {
  const { page, context, errors } = await open();
  const bar = handle(page, 'touch.stiffness');
  const physics = page.locator('.physics');
  const [was, before] = [await bar.getAttribute('aria-valuenow'), await physics.textContent()];
  const box = await bar.boundingBox();
  await page.mouse.click(box.x + box.width * 0.25, box.y + box.height / 2);
  await page.waitForTimeout(150);
  assert.equal(Math.abs(Number(await bar.getAttribute('aria-valuenow')) - 25) <= 1, true, `a click at a quarter is 25, was ${was}`);
  assert.notEqual(await physics.textContent(), before, 'the contact time under it changes');
  await bar.press('ArrowRight');
  await page.waitForTimeout(80);
  assert.equal(Math.abs(Number(await bar.getAttribute('aria-valuenow')) - 26) <= 1, true);
  await handle(page, 'hammer.mass').dblclick();
  await page.locator('.typed').fill('50 g');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(80);
  assert.equal((await stored(page)).sounds[0].preset.values.hammer.mass, 0.05, '50 g is 0.05 kg');
  await handle(page, 'hammer.mass').press('Enter');
  await page.locator('.typed').fill('a feather');
  await page.keyboard.press('Enter');
  assert.ok((await notices(page)).length > 0, 'an invalid value shows a message');
  await page.keyboard.press('Escape');
  assert.deepEqual(errors, []);
  await context.close();
});

test('undo and redo go through every step, by button and by key', async () => {
  const { page, context } = await open();
  const bar = handle(page, 'struck.size');
  const was = await bar.getAttribute('aria-valuenow');
  await bar.focus();
  await bar.evaluate((/** @type {HTMLElement} */ element) => {
    for (let i = 0; i < 5; i += 1) element.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  });
  await page.waitForTimeout(100);
  const moved = await bar.getAttribute('aria-valuenow');
  assert.notEqual(moved, was);
  await page.keyboard.press('Control+z');
  await page.waitForTimeout(100);
  assert.equal(await bar.getAttribute('aria-valuenow'), was, 'five quick steps are one undo step');
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.waitForTimeout(100);
  assert.equal(await bar.getAttribute('aria-valuenow'), moved);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.keyboard.press('Control+Shift+Z');
  await page.waitForTimeout(100);
  assert.equal(await bar.getAttribute('aria-valuenow'), moved);
  await context.close();
});

test('A and B are two versions of one sound', async () => {
  const { page, context } = await open();
  const bar = handle(page, 'touch.stiffness');
  const a = await bar.getAttribute('aria-valuenow');
  await page.getByRole('button', { name: 'Compare: side B' }).click();
  await bar.press('PageDown');
  await page.waitForTimeout(100);
  const b = await bar.getAttribute('aria-valuenow');
  assert.notEqual(b, a);
  await page.getByRole('button', { name: 'Compare: side A' }).click();
  await page.waitForTimeout(100);
  assert.equal(await bar.getAttribute('aria-valuenow'), a);
  await page.getByRole('button', { name: 'Compare: side B' }).click();
  await page.waitForTimeout(100);
  assert.equal(await bar.getAttribute('aria-valuenow'), b);
  await context.close();
});

test('each sound has its own sides A and B, also within one model', async () => {
  const { page, context } = await open();
  await page.getByRole('button', { name: 'Compare: side B' }).click();
  await handle(page, 'touch.stiffness').press('PageDown');
  await page.getByRole('button', { name: '+ add' }).click();
  await page.getByRole('combobox', { name: 'Find a sound to add' }).press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.strip').length === 2);
  const side = (/** @type {string} */ name) => page.getByRole('button', { name: `Compare: side ${name}` });
  assert.equal(await side('A').getAttribute('aria-pressed'), 'true', 'a new sound starts on side A');
  const [first, second] = (await stored(page)).sounds;
  assert.equal(first.preset.model, second.preset.model);
  await side('B').click();
  assert.deepEqual((await stored(page)).sounds, [first, second], 'B starts as a copy');
  await context.close();
});

test('a sound with edited modes or a chosen input stays when another preset is opened', async () => {
  const { page, context } = await open();
  const left = await page.evaluate(async () => {
    const [{ Store }, { openPreset, createSound }] = await Promise.all([import(/** @type {any} */ ('./store.js')), import(/** @type {any} */ ('./sounds.js'))]);
    const preset = { model: 'bell', name: 'bell' };
    const catalogue = { models: [{ name: 'bell', presets: [preset] }] };
    const work = [{}, { preset: { ...preset, modes: { struck: [{ mode: 1, gain: 0 }] } } }, { hears: 'drum' }];
    return work.map((change) => {
      const store = new Store({ show() {} }, null);
      store.load({ sounds: [{ ...createSound(store.get(), preset), ...change }, { name: 'drum', preset: { model: 'drum' } }] });
      openPreset(store, catalogue, { model: 'drum', name: 'drum' });
      return store.get().sounds.some((/** @type {any} */ sound) => sound.name === 'bell');
    });
  });
  assert.deepEqual(left, [false, true, true], 'only an unmodified sound is replaced');
  await context.close();
});

test('external changes during a drag take one undo step and keep the redo history', async () => {
  const { page, context } = await open();
  const result = await page.evaluate(async () => {
    const { Store } = await import(/** @type {any} */ ('./store.js'));
    const store = new Store({ show() {} }, null);
    store.load({ sounds: [], master: { gain: 1 } });
    for (let i = 1; i <= 20; i += 1) {
      store.change('drag', (/** @type {any} */ draft) => { draft.master.gain = 1 + i / 100; });
      store.applyExternal((/** @type {any} */ draft) => { draft.morph.at = [i / 100, 0]; });
    }
    let steps = 0;
    for (; store.canUndo; steps += 1) store.undo();
    const { gain } = store.get().master;
    store.applyExternal((/** @type {any} */ draft) => { draft.morph.at = [0.7, 0]; });
    const again = store.canRedo;
    store.redo();
    store.redo();
    return { steps, gain, again, then: store.get().master.gain };
  });
  assert.deepEqual(result, { steps: 2, gain: 1, again: true, then: 1.2 }, 'one step for the drag, one for the burst');
  await context.close();
});

test('a preset is saved, renamed, restored after a reload, deleted, and restored by undo', async () => {
  const { page, context, errors } = await open();
  await page.getByRole('button', { name: 'Save preset' }).click();
  await page.locator('.rename').fill('my cup');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(600);
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  const own = page.getByRole('group', { name: 'Your own presets' });
  await own.getByRole('button', { name: /^My cup/ }).click();
  await sounds(page, 'an own preset');
  await own.getByRole('button', { name: /^My cup/ }).press('F2');
  await page.locator('.rename').fill('our cup');
  await page.keyboard.press('Enter');
  assert.equal(await own.getByRole('button', { name: /^Our cup/ }).count(), 1, 'renamed');
  await own.getByRole('button', { name: 'More for our cup' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  assert.equal(await own.getByRole('button', { name: /^Our cup/ }).count(), 0, 'deleted');
  await page.keyboard.press('Control+z');
  assert.equal(await own.getByRole('button', { name: /^Our cup/ }).count(), 1, 'undo brings it back');
  assert.deepEqual(errors, []);
  await context.close();
});

test('the morph pad interpolates four presets while they are struck', async () => {
  const { page, context, errors } = await open();
  await page.locator('.morph-fold > summary').click();
  const field = page.locator('.field');
  await field.scrollIntoViewIfNeeded();
  const before = (await stored(page)).sounds[0].preset.values;
  const box = await field.boundingBox();
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height * 0.5, { steps: 8 });
  await page.mouse.up();
  await page.waitForTimeout(200);
  const then = (await stored(page)).sounds[0].preset.values;
  assert.notDeepEqual(then, before, 'values are interpolated');
  await silence(page).catch(() => {});
  await field.press('Space');
  await sounds(page, 'a strike on the morph pad');
  await field.press('ArrowLeft');
  assert.deepEqual(errors, []);
  assert.deepEqual((await notices(page)).filter((/** @type {string} */ text) => /wrong|cannot|could not/i.test(text)), []);
  await context.close();
});

test('a link opens the same session in another browser', async () => {
  const { page, context } = await open();
  await handle(page, 'touch.stiffness').press('PageDown');
  await page.locator('.node[data-model="dripping"]').click();
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.locator('.code.link').inputValue();
  assert.ok(link.length < 8000, `the link has ${link.length} characters`);
  const here = await stored(page);
  const there = await open({ hash: new URL(link).hash });
  const session = await stored(there.page);
  assert.deepEqual(session.sounds, here.sounds);
  assert.equal(session.selected, here.selected);
  assert.deepEqual(there.errors, []);
  await there.page.keyboard.press('Space');
  await sounds(there.page, 'the space bar in a session from a link');
  const shared = page.locator('.dialog');
  assert.match(await shared.locator('textarea').nth(1).inputValue(), /^foley render/);
  assert.match(await shared.locator('textarea').nth(2).inputValue(), /use foley/);
  await there.page.locator('.node[data-model="splash"]').click();
  await there.page.getByRole('button', { name: 'Open …' }).click();
  await there.page.locator('.dialog textarea').fill(link);
  await there.page.locator('.dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await there.page.waitForFunction(() => !document.querySelector('.dialog'));
  assert.deepEqual((await stored(there.page)).sounds.map((/** @type {any} */ sound) => sound.name), here.sounds.map((/** @type {any} */ sound) => sound.name), 'a pasted link opens the session');
  assert.match(await shared.locator('[role=status]').textContent(), /copied.*foley studio/, 'the status names what the recipient needs');
  await there.context.close();
  await context.close();
});

test('search finds presets by their words and opens them', async () => {
  const { page, context } = await open();
  await page.getByRole('combobox', { name: 'Search the sounds' }).fill('coin');
  assert.match((await page.locator('#found [role=option]').allTextContents()).join(), /Coin on a table/);
  await page.getByRole('combobox', { name: 'Search the sounds' }).fill('coin wood');
  assert.match(await page.locator('#found [role=option]').first().textContent(), /Coin on a table/);
  await page.keyboard.press('Enter');
  assert.match(await page.locator('h2').first().textContent(), /Coin on a table/);
  await sounds(page, 'a sound that was found');
  await page.getByRole('combobox', { name: 'Search the sounds' }).fill('rain');
  assert.ok((await page.locator('#found [role=option]').count()) > 0, 'rain is found');
  await page.getByRole('combobox', { name: 'Search the sounds' }).fill('xyzzy');
  assert.match(await page.locator('.found.none').textContent(), /No sound matches/);
  await context.close();
});

test('every model of the map opens with gestures and handles, without errors', async () => {
  const { page, context, errors } = await open();
  const names = await page.locator('.node').evaluateAll((/** @type {HTMLElement[]} */ all) => all.map((node) => node.dataset.model));
  assert.ok(names.length >= 30, `${names.length} models`);
  for (const name of names) {
    await page.locator(`.node[data-model="${name}"]`).click();
    await page.waitForTimeout(60);
    assert.equal(await page.locator(`.node[data-model="${name}"]`).getAttribute('aria-current'), 'true', name);
    assert.ok((await page.locator('.lever').count()) > 0, `${name} has gestures`);
    assert.ok((await page.locator('.handle').count()) > 2, `${name} has handles`);
  }
  assert.deepEqual(errors, []);
  assert.deepEqual(await page.locator('.notice.problem').allTextContents(), []);
  await context.close();
});

/** Serious accessibility violations found by axe. @param {any} page */
async function serious(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => /** @type {any} */ (window).axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] }));
  return violations.filter((/** @type {any} */ violation) => ['serious', 'critical'].includes(violation.impact))
    .map((/** @type {any} */ violation) => `${violation.id}: ${violation.nodes.slice(0, 3).map((/** @type {any} */ node) => node.target.join(' ')).join(' | ')}`);
}

for (const width of [320, 768, 1440]) {
  for (const theme of /** @type {const} */ (['dark', 'light'])) {
    test(`at ${width} px, ${theme}: no horizontal scrolling and no serious accessibility violations`, async () => {
      const { page, context, errors } = await open({ width, theme, height: width < 500 ? 680 : 900 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `the page is ${wide} px wide`);
      await page.waitForTimeout(500);
      const path = await shot(page, `page-${width}-${theme}`);
      if (width < 1280) await page.screenshot({ path, fullPage: true });
      await page.locator('.morph-fold > summary').click();
      if (width < 1000) await page.locator('.map-fold > summary').click();
      assert.deepEqual(await serious(page), []);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, 'no horizontal scrolling with all sections open');
      assert.deepEqual(errors, []);
      await context.close();
    });
  }
}

test('dialogs, menus and handle details have no serious accessibility violations', async () => {
  const { page, context, errors } = await open({ theme: 'light' });
  await page.getByRole('button', { name: 'Share' }).click();
  await page.locator('.dialog .code.link').waitFor();
  assert.deepEqual(await serious(page), [], 'sharing');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open …' }).click();
  assert.deepEqual(await serious(page), [], 'opening');
  await page.keyboard.press('Escape');
  await page.locator('.handle .name').first().click();
  assert.match(await page.locator('.handle .more').first().textContent(), /\/impact\/weight/, 'the address is shown');
  await handle(page, 'touch.stiffness').click({ button: 'right' });
  assert.deepEqual(await page.getByRole('menuitem').allTextContents(), ['Reset', 'Type a value …', 'Learn MIDI', 'Copy OSC address']);
  assert.deepEqual(await serious(page), [], 'the menu of a handle');
  await page.getByRole('menuitem', { name: 'Copy OSC address' }).click();
  await page.waitForTimeout(200);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '/impact/hardness');
  assert.deepEqual(errors, []);
  await context.close();
});

test('hovering previews a sound, but not before the first user gesture', async () => {
  const { page, context, errors } = await open();
  await page.locator('.node[data-model="dripping"]').hover();
  await page.waitForTimeout(800);
  assert.equal(await page.evaluate(() => typeof (/** @type {any} */ (window).outputPeak)), 'undefined', 'the audio has not started');
  await page.keyboard.press('Space');
  await sounds(page, 'the space bar');
  await page.mouse.move(700, 300);
  await silence(page);
  await page.locator('.node[data-model="wind-flow"]').hover();
  await sounds(page, 'hovering');
  assert.deepEqual((await stored(page)).sounds.length, 1, 'the session is unchanged');
  await page.mouse.move(700, 20);
  await silence(page);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a missing AudioWorklet and a module that cannot be loaded show a message', async () => {
  const browser = await launch({ viewport: { width: 1000, height: 800 } });
  const { tab } = await openTab(browser.context);
  await tab.addInitScript(() => {
    // @ts-ignore: simulates an old browser
    delete BaseAudioContext.prototype.audioWorklet;
  });
  await tab.goto(site.url);
  await tab.waitForSelector('body[data-ready]');
  await tab.keyboard.press('Space');
  await tab.waitForSelector('.notice.problem');
  assert.match(await tab.locator('.notice.problem').first().textContent(), /no AudioWorklet/);
  const { tab: other } = await openTab(browser.context);
  await other.route('**/foley.wasm', (/** @type {any} */ route) => route.abort());
  await other.goto(site.url);
  await other.waitForSelector('.loading.failed');
  assert.match(await other.locator('#loading').textContent(), /could not be loaded/);
  await browser.close();
});

test('every section is reachable by Tab', async () => {
  const { page, context } = await open();
  const reached = new Set();
  for (let i = 0; i < 160; i += 1) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const element = document.activeElement;
      const section = element?.closest('#map, #panel, #pad, #time, #palette, #morph, #drawer, #control, #views, #mixer, #search, #tools, #record');
      return { section: section?.id ?? element?.tagName, outline: element ? getComputedStyle(element).outlineStyle : 'none', body: element === document.body };
    });
    if (focus.body) break;
    if (focus.section) reached.add(focus.section);
    assert.notEqual(focus.outline, 'none', `the focus is visible (${focus.section})`);
  }
  for (const section of ['search', 'tools', 'map', 'panel', 'pad', 'time', 'palette', 'morph', 'drawer', 'views', 'mixer']) assert.ok(reached.has(section), `${section} is reached; so far: ${[...reached].join(', ')}`);
  await context.close();
});

test('malformed imports show a message and the page continues', async () => {
  const { page, context, errors } = await open();
  const before = (await stored(page)).sounds.length;
  await page.getByRole('button', { name: 'Open …' }).click();
  const dialog = page.locator('.dialog');
  const alert = dialog.locator('[role=alert]');
  const bad = ['', '{', 'null', '[]', '{"model":"nonesuch"}', '{"model":"impact","values":{"hammer":{"mass":"heavy"}}}', '{"model":"impact","values":{"hammer":{"mass":1e999}}}',
    '{"model":"impact","values":7}', '<preset', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>', '{"sounds":[1,{"name":5}]}'.slice(0, 12), '\u0000\u0001\uffff', `${'['.repeat(50_000)}`,
    '{"model":"impact","name":"<img src=x onerror=alert(1)>","values":{"__proto__":{"mass":1}}}'];
  for (const text of bad) {
    await dialog.locator('textarea').fill(text);
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await page.waitForTimeout(30);
    assert.ok(((await alert.textContent()) ?? '').length > 10, `“${text.slice(0, 40)}” shows a message`);
    assert.equal((await stored(page)).sounds.length, before, `“${text.slice(0, 40)}” adds nothing`);
  }
  await page.evaluate(() => {
    const area = /** @type {HTMLTextAreaElement} */ (document.querySelector('.dialog textarea'));
    area.value = '';
    const data = new DataTransfer();
    data.setData('text', 'x'.repeat(10_000_000));
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, cancelable: true, bubbles: true }));
  });
  assert.match(await alert.textContent(), /too large \(10\.0 MB\)/);
  await dialog.locator('input[type=file]').setInputFiles({ name: 'huge.json', mimeType: 'application/json', buffer: Buffer.alloc(10_000_000, 0x20) });
  await page.waitForTimeout(100);
  assert.match(await alert.textContent(), /huge\.json is too large/);
  await dialog.locator('textarea').fill('{"format":1,"model":"impact","name":"knock","values":{"hammer":{"mass":"80 g"}}}');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await sounds(page, 'a valid preset after the malformed ones');
  assert.equal((await stored(page)).sounds.length, before + 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a dropped file is opened', async () => {
  const { page, context } = await open();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['{"format":1,"model":"bouncing","name":"my ball"}'], 'ball.json', { type: 'application/json' }));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.waitForFunction(() => document.querySelector('h2')?.textContent === 'My ball');
  await context.close();
});

test('of 200 sounds 64 are accepted, a message is shown, and the page continues', async () => {
  const { page, context, errors } = await open();
  await page.evaluate(() => {
    const sounds = Array.from({ length: 200 }, (_, i) => ({ name: `cup-${i}`, preset: { format: 1, model: 'impact', name: `cup ${i % 4}`, seed: 1 } }));
    const data = new DataTransfer();
    data.items.add(new File([JSON.stringify({ version: 1, sounds })], 'many.json', { type: 'application/json' }));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.waitForFunction(() => /64 sounds at most/.test(document.querySelector('#notices')?.textContent ?? ''));
  assert.equal((await stored(page)).sounds.length, 64);
  await page.keyboard.press('Space');
  await sounds(page, 'one of 64');
  await page.locator('.node[data-model="splash"]').click();
  assert.equal((await stored(page)).sounds.length, 64, 'a 65th sound is rejected');
  assert.deepEqual(errors, []);
  await context.close();
});

test('invalid timings, names and inputs are replaced field by field', () => {
  const empty = { version: 1 };
  const timeOf = (/** @type {unknown} */ time) => validated({ sounds: [{ name: 'a', preset: { model: 'impact' }, time }] }, /** @type {any} */ (empty), 64).state?.sounds[0].time;
  const silent = Array(16).fill(0);
  /** @type {[unknown, unknown][]} */
  const cases = [
    [{ kind: 'rhythm', steps: [2, -1, 'x'], tempo: -5 }, { kind: 'rhythm', steps: [1, ...silent.slice(1)], tempo: 20 }],
    [{ kind: 'rhythm', tempo: 100 }, { kind: 'once' }],
    [{ kind: 'repeat', every: 0, times: 0.2 }, { kind: 'repeat', every: 0.02, times: 1 }],
    [{ kind: 'repeat', every: 'soon', times: 'often' }, { kind: 'repeat', every: 0.5, times: null }],
    [{ kind: 'curve', path: 'touch.stiffness', points: [[5, 300], [1, 20], ['x', 1], 7], seconds: 0 }, { kind: 'curve', path: 'touch.stiffness', points: [[0.2, 20], [0.2, 100]], seconds: 0.2 }],
    [{ kind: 'curve', path: 7, points: [] }, { kind: 'once' }],
    [7, { kind: 'once' }],
  ];
  for (const [time, expected] of cases) assert.deepEqual(timeOf(time), expected, JSON.stringify(time));
  const { state, losses } = validated({
    sounds: [{ name: 'a', preset: { model: 'impact' }, hears: 'missing' }, { name: 'b', preset: { model: 'impact', name: 7 } }],
    morph: { corners: [{ model: 'impact', sentence: {} }, { model: 'impact', score: 'x' }, { model: 'impact', name: 'cup' }] },
  }, /** @type {any} */ (empty), 64);
  assert.deepEqual(state?.sounds.map((sound) => [sound.name, sound.hears]), [['a', null]], 'an unknown input, a numeric name');
  assert.deepEqual(state?.morph.corners.map((corner) => corner?.name ?? null), [null, null, 'cup', null], 'corners');
  assert.equal(losses.length, 1, losses.join());
});

test('an unknown place is the free field, and a distance is moved into the range of its place', () => {
  const places = /** @type {any} */ ({ places: [{ name: 'free', max_distance: 100 }, { name: 'kitchen', max_distance: 2.5 }], distance: { min: 0.3, max: 100, default: 1 } });
  const read = (/** @type {unknown} */ master) => validated({ sounds: [], master }, /** @type {any} */ ({ version: 1 }), 64, places);
  /** @type {[unknown, [string, number], number][]} */
  const cases = [
    [undefined, ['free', 1], 0],
    [7, ['free', 1], 0],
    [{ gain: 1 }, ['free', 1], 0],
    [{ place: 'free', distance: 40 }, ['free', 40], 0],
    [{ place: 'kitchen', distance: 2 }, ['kitchen', 2], 0],
    [{ place: 'kitchen', distance: 'far' }, ['kitchen', 1], 0],
    [{ place: 'kitchen', distance: 50 }, ['kitchen', 2.5], 1],
    [{ place: 'kitchen', distance: -1 }, ['kitchen', 0.3], 1],
    [{ place: 'attic', distance: 50 }, ['free', 1], 1],
    [{ place: { name: 'kitchen' }, distance: 50 }, ['free', 1], 0],
  ];
  for (const [master, expected, count] of cases) {
    const { state, losses } = read(master);
    assert.deepEqual([state?.master.place, state?.master.distance], expected, JSON.stringify(master));
    assert.equal(losses.length, count, losses.join());
  }
  const master = { gain: 1, limiter: true, place: 'free', distance: 30 };
  assert.match(setPlace(places, master, 'kitchen', master.distance) ?? '', /“kitchen” allows a distance from 0.3 to 2.5 m/);
});

test('damaged storage and damaged links show a message and leave a usable session', async () => {
  const kinds = ['{', '7', 'null', '{"sounds":[{"name":3},{"name":"a","preset":{"model":"nonesuch"}}],"selected":"a"}', '{"sounds":{}}', '{"sounds":[{"name":"x","preset":{"model":"impact","values":{"hammer":{"mass":"lead"}}}}]}'];
  const { page, context, errors } = await open();
  for (const text of kinds) {
    // Scripts run in order, and the last one wins: each writes before the page reads.
    await page.addInitScript((/** @type {string} */ state) => localStorage.setItem('foley.state', state), text);
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    assert.ok(((await page.locator('h2').first().textContent()) ?? '').length > 2, text);
    await page.locator('.node[data-model="impact"]').click();
    assert.equal(await page.locator('.node[data-model="impact"]').getAttribute('aria-current'), 'true', text);
    assert.deepEqual(errors, [], text);
  }
  await context.close();
  const link = await open();
  for (const hash of ['#s=!!!', '#s=AAAA', `#s=${'A'.repeat(200_000)}`, '#s=%E0%A4%A']) {
    await link.page.goto('about:blank');
    await link.page.goto(`${site.url}${hash}`);
    await link.page.waitForSelector('body[data-ready]');
    assert.match(await link.page.locator('h2').first().textContent(), /Espresso/);
    assert.match((await notices(link.page)).join(), /damaged/, hash.slice(0, 20));
    assert.deepEqual(link.errors, [], hash.slice(0, 20));
  }
  await link.context.close();
});
