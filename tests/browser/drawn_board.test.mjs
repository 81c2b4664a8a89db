// Whole games on the drawn board, from the lobby to the final score: by mouse in both languages, by touch on a phone,
// by keys alone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { byMouse, byTouch, playByKeys, playDrawn } from './drawn.mjs';
import { PHONE, checkResult, fillAndStart, newTable, openHouse, sitDown, wordsOf } from './house.mjs';

let house;
before(async () => {
  house = await openHouse();
});
after(() => house?.close());

const DRAWN = { speed: 'none' };

for (const { language, locale, names } of [
  { language: 'en', locale: 'en-GB', names: ['Anna', 'Ben'] },
  { language: 'ru', locale: 'ru-RU', names: ['Анна', 'Борис'] },
]) {
  test(`two people and two bots, by mouse (${language})`, { timeout: 900_000 }, async () => {
    const say = await wordsOf(house.address, language);
    const one = await house.visitor({ locale }, DRAWN);
    const two = await house.visitor({ locale }, DRAWN);
    await one.goto(house.address);
    await newTable(one, say, { name: names[0], seats: 4 });
    await sitDown(two, say, await one.locator('.invite code').innerText(), names[1]);
    await one.locator('strong', { hasText: names[1] }).waitFor();
    await fillAndStart(one, say);

    const [hers, his] = await Promise.all([one, two].map((page) => playDrawn(page, { lay: byMouse(page) })));
    for (const done of [hers, his]) {
      assert.ok(done.moves > 4 && done.stops > 0, JSON.stringify(done));
      assert.ok(done.lessons >= 3, `a first game teaches: ${JSON.stringify(done)}`);
      assert.equal(done.told % 4, 0, 'a round is told seat by seat');
    }
    assert.deepEqual(await checkResult(one, 4), await checkResult(two, 4));
  });
}

test('on a phone, by touch: a first tap previews', { timeout: 900_000 }, async () => {
  const say = await wordsOf(house.address, 'en');
  const page = await house.visitor(PHONE, DRAWN);
  await page.goto(house.address);
  await newTable(page, say, { name: 'Olga', seats: 3, bots: 'greedy' });
  await fillAndStart(page, say);
  const done = await playDrawn(page, { lay: byTouch(page, say), press: (button) => button.tap() });
  assert.ok(done.moves > 4 && done.told % 3 === 0, JSON.stringify(done));
  await checkResult(page, 3);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
});

test('by keys alone', { timeout: 900_000 }, async () => {
  const say = await wordsOf(house.address, 'en');
  const page = await house.visitor({}, DRAWN);
  await page.goto(house.address);
  await newTable(page, say, { name: 'Klara', seats: 2, bots: 'greedy' });
  await fillAndStart(page, say);
  const done = await playByKeys(page);
  assert.ok(done.moves > 4 && done.walked > done.moves / 2 && done.told % 2 === 0, JSON.stringify(done));
  await checkResult(page, 2);
});
