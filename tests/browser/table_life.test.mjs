// What happens round a game: two at one device, chat, taking back, a lost line, resigning, a record from a file.

import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { after, before, test } from 'node:test';
import { enter, hurry, newTable, openHouse, wordsOf } from './house.mjs';
import { playButton } from './lobby.mjs';

let house;
let say;
before(async () => {
  house = await openHouse();
  say = await wordsOf(house.address, 'en');
});
after(() => house?.close());

const WORDS = { text: true, speed: 'none' };
const fill = (text, params) => text.replace(/\{(\w+)\}/g, (_, name) => params[name]);

test('two at one device: the curtain, chat, resigning, and the record from a file', { timeout: 900_000 }, async () => {
  const page = await house.visitor({}, WORDS);
  await page.goto(house.address);
  await newTable(page, say, { name: 'Anna', seats: 2 });
  await page.getByRole('button', { name: say('web.sit-too') }).click();
  await page.locator('dialog input').fill('Ben');
  await page.locator('dialog button[type=submit]').click();
  await page.locator('strong', { hasText: 'Ben' }).waitFor();

  // What is written is shown as it is written, never as markup.
  const words = '<b>hello</b> & <img src=x onerror=alert(1)>';
  await page.locator('#chat-text').fill(words);
  await page.getByRole('button', { name: say('web.send') }).click();
  await page.locator('.said p').waitFor();
  assert.equal(await page.locator('.said p').innerText(), words);

  await hurry(page);
  await page.getByRole('button', { name: say('web.start') }).click();
  const seen = new Set();
  for (let turn = 0; turn < 5; turn += 1) {
    const curtain = page.locator('.curtain');
    const offered = page.locator('.choices .things button:enabled').first();
    await curtain.or(offered).first().waitFor();
    if (await curtain.isVisible()) {
      // While it is down, no hand is on the page.
      assert.equal(await page.locator('.choices').count(), 0);
      seen.add(await curtain.locator('h2').innerText());
      await curtain.getByRole('button').click();
      await curtain.waitFor({ state: 'detached' });
    }
    const before = await page.locator('h1').getAttribute('data-seq');
    await offered.click();
    await page.waitForFunction((seq) => document.querySelector('h1').dataset.seq !== seq, before);
  }
  assert.deepEqual([...seen].sort(), ['Anna', 'Ben'].map((name) => fill(say('web.curtain'), { name })).sort());

  const curtain = page.locator('.curtain');
  await curtain.or(page.locator('.choices .things button:enabled').first()).first().waitFor();
  if (await curtain.isVisible()) await curtain.getByRole('button').click();
  await page.getByRole('button', { name: say('web.table-menu') }).click();
  await page.getByRole('button', { name: say('web.resign'), exact: true }).click();
  await page.getByRole('button', { name: say('web.do-resign') }).click();
  await page.locator('dialog .result').waitFor();

  const link = await page.getByRole('link', { name: say('web.record') }).getAttribute('href');
  const record = await page.evaluate((path) => fetch(path).then((answer) => answer.text()), link);
  const file = (text) => ({ name: 'match.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await page.goto(`${house.address}/replay`);
  await page.locator('input[type=file]').setInputFiles(file('{"format": "nothing"}'));
  await page.locator('.refused').waitFor();
  await page.locator('input[type=file]').setInputFiles(file(record));
  await page.getByRole('heading', { name: say('web.record-holds') }).waitFor();
  await page.getByRole('button', { name: say('web.close') }).click();
  await page.getByRole('button', { name: say('web.step-last') }).click();
  await page.locator('.result').waitFor();
  await page.getByRole('button', { name: say('web.step-back') }).click();
  await page.getByRole('button', { name: say('web.step-back') }).click();
  await page.getByRole('button', { name: say('web.play-on') }).click();
  await page.waitForURL('**/table/*');
  await page.getByRole('button', { name: say('web.start') }).waitFor();
});

test('a lost line comes back and nothing is missing', { timeout: 900_000 }, async () => {
  const page = await house.visitor({}, WORDS);
  await page.goto(house.address);
  await playButton(page, say).click();
  await enter(page, 'Dora');
  await page.waitForURL('**/table/*');
  await hurry(page);
  const offered = page.locator('.choices .things button:enabled').first();
  await offered.click();
  await offered.waitFor();

  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator('.choices .things button:enabled').first().waitFor();
  // This page goes deaf; the same person plays on elsewhere.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: true,
    latency: 0,
    downloadThroughput: 0,
    uploadThroughput: 0,
  });
  const before = await other.locator('h1').getAttribute('data-seq');
  await other.locator('.choices .things button:enabled').first().click();
  await other.waitForFunction((seq) => document.querySelector('h1').dataset.seq !== seq, before);
  assert.equal(await page.locator('h1').getAttribute('data-seq'), before, 'this page is deaf');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  const lines = (from) => from.locator('.journal li p').allInnerTexts();
  await other.locator('.choices .things button:enabled').first().waitFor();
  const there = await lines(other);
  await page.waitForFunction((count) => document.querySelectorAll('.journal li').length >= count, there.length);
  assert.deepEqual(await lines(page), there, 'nothing lost, nothing twice');
});

test('a move is taken back at once where only bots sit beside', { timeout: 900_000 }, async () => {
  const page = await house.visitor({}, WORDS);
  await page.goto(house.address);
  await playButton(page, say).click();
  await enter(page, 'Egon');
  await page.waitForURL('**/table/*');
  const offered = page.locator('.choices .things button:enabled').first();
  await offered.click();
  const undo = page.getByRole('button', { name: say('web.undo'), exact: true });
  const told = page.locator('.journal li', { hasText: 'back' }).first();
  // A bot that moves in the same instant is first, and the undo is refused: one presses again, as a person would.
  for (let tries = 0; tries < 8 && !(await told.isVisible()); tries += 1) {
    await undo.first().click();
    // Where bots have moved since, it is asked with how many moves go.
    const dialog = page.getByRole('dialog', { name: say('web.undo-sure') });
    await dialog.or(told).first().waitFor({ timeout: 8000 }).catch(() => undefined);
    if (await dialog.isVisible()) await dialog.getByRole('button', { name: say('web.undo'), exact: true }).click();
    await told.waitFor({ timeout: 8000 }).catch(() => undefined);
  }
  assert.ok(await told.isVisible(), 'the log tells of it');
  await offered.waitFor();
});

test('an address that leads nowhere says so kindly', { timeout: 900_000 }, async () => {
  const page = await house.visitor();
  for (const path of ['/table/nothing', '/link/nothing', '/rules/chess', '/new/chess', '/nowhere']) {
    await page.goto(house.address + path);
    await page.locator('h1, [role=alert]').first().waitFor();
    assert.doesNotMatch(await page.locator('body').innerText(), /undefined|\bnull\b|\[object/);
  }
});
