// Whole games through the text board alone: from the lobby to the final score, in both languages, with people and
// bots, by keyboard alone, on a phone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  PHONE,
  checkResult,
  enter,
  fillAndStart,
  hurry,
  newTable,
  openHouse,
  playInWords,
  sitDown,
  wordsOf,
} from './house.mjs';
import { playButton } from './lobby.mjs';

let house;
before(async () => {
  house = await openHouse();
});
after(() => house?.close());

const WORDS = { text: true, speed: 'none' };

for (const { language, locale, name } of [
  { language: 'en', locale: 'en-GB', name: 'Anna' },
  { language: 'ru', locale: 'ru-RU', name: 'Аня' },
]) {
  test(`from the lobby to the final score, with bots (${language})`, { timeout: 900_000 }, async () => {
    const say = await wordsOf(house.address, language);
    const page = await house.visitor({ locale }, WORDS);
    await page.goto(house.address);
    assert.equal(await page.locator('html').getAttribute('lang'), language);
    await newTable(page, say, { name, seats: 3 });
    await hurry(page);
    await page.getByRole('button', { name: say('web.fill-and-start') }).click();
    const moves = await playInWords(page);
    assert.ok(moves > 3);
    await checkResult(page, 3);

    // The record of it can be had, and holds.
    const link = page.getByRole('link', { name: say('web.record') });
    const record = await page.evaluate(
      (path) => fetch(path).then((answer) => answer.text()),
      await link.getAttribute('href'),
    );
    assert.match(record, /roundhouse-record/);

    // And it can be looked at again, move by move.
    await page.locator('dialog').getByRole('link', { name: say('web.replay'), exact: true }).click();
    await page.waitForURL('**/replay*');
    await page.getByRole('button', { name: say('web.step-on') }).click();
    await page.waitForURL('**/replay?at=1*');
    await page.getByRole('button', { name: say('web.step-last') }).click();
    await page.locator('.result').waitFor();

    // Back in the lobby it has arrived.
    await page.goto(house.address);
    await page.locator('.enamel').waitFor();
    await page.getByRole('button', { name: new RegExp(`^${say('web.departures-finished')}`) }).click();
    await page
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .waitFor();
  });
}

test('two people, each in their own language, and two bots', { timeout: 900_000 }, async () => {
  const english = await wordsOf(house.address, 'en');
  const russian = await wordsOf(house.address, 'ru');
  const anna = await house.visitor({}, WORDS);
  const boris = await house.visitor({ locale: 'ru-RU' }, WORDS);
  await anna.goto(house.address);
  await newTable(anna, english, { name: 'Anna B.', seats: 4 });
  await sitDown(boris, russian, await anna.locator('.invite code').innerText(), 'Борис');
  await anna.locator('strong', { hasText: 'Борис' }).waitFor();
  await fillAndStart(anna, english);

  const [hers, his] = await Promise.all([playInWords(anna), playInWords(boris)]);
  assert.ok(hers > 1 && his > 1);
  assert.deepEqual(await checkResult(anna, 4), await checkResult(boris, 4));
});

test('by keyboard alone', { timeout: 900_000 }, async () => {
  const say = await wordsOf(house.address, 'en');
  const page = await house.visitor({}, WORDS);
  await page.goto(house.address);
  const press = async (button) => {
    await button.focus({ timeout: 5000 });
    await page.keyboard.press('Enter');
  };
  /** Walks with the tab key until the button has the focus: everything must be in its order. */
  const reach = async (button) => {
    await button.waitFor();
    for (let steps = 0; steps < 80; steps += 1) {
      if (await button.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('The tab key does not lead there.');
  };
  await reach(playButton(page, say));
  await page.keyboard.press('Enter');
  await page.locator('dialog input').waitFor();
  await page.keyboard.type('Klara');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/table/*');
  await hurry(page);
  const first = page.locator('.choices .things button').first();
  await reach(first);
  // Within a list the arrows walk.
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement?.className.includes('choice')), true);
  await page.keyboard.press('Enter');
  await playInWords(page, press);
  await checkResult(page, 3);
});

test('on a phone, by touch', { timeout: 900_000 }, async () => {
  const say = await wordsOf(house.address, 'ru');
  const page = await house.visitor({ ...PHONE, locale: 'ru-RU' }, WORDS);
  await page.goto(house.address);
  await playButton(page, say).tap();
  await enter(page, 'Оля');
  await page.waitForURL('**/table/*');
  await hurry(page);
  await playInWords(page, (button) => button.tap({ timeout: 5000 }));
  await checkResult(page, 3);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 390, `the page is ${width} wide`);
});
