// What a phone asks of the shared frame: lying on its side, the sheet folded, a choice dropped, the line lost.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { enter, fillAndStart, openHouse, PHONE, wordsOf } from './house.mjs';

let house;
let say;
before(async () => {
  house = await openHouse();
  say = await wordsOf(house.address, 'en');
});
after(() => house?.close());

const SIDEWAYS = { width: 844, height: 390 };
const LESSONS = [
  'place-hub',
  'touch-network',
  'second-or-stop',
  'doubles-cost-both',
  'joined-are-common',
  'round-decided',
];
const SETTINGS = { speed: 'none', seen: LESSONS.map((code) => `transeuropa:${code}`) };

/** Where a thing is that may be done, with nothing over it. */
function inSight() {
  for (const target of document.querySelectorAll('[data-target]')) {
    const box = target.querySelector('.te-legal-band, .spot').getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const there = document.elementFromPoint(x, y);
    if (there?.closest('.te-board') && !there.closest('button, .told, .notes')) return { x, y };
  }
  return null;
}

/** A tap that is heard: while the room of the board changes, taps on it are ignored, and a person taps again. */
async function tapTarget(page) {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await page.locator('div.frame:not(.settling)').waitFor({ state: 'attached' });
    const spot = await (await page.waitForFunction(inSight)).jsonValue();
    await page.touchscreen.tap(spot.x, spot.y);
    const asked = page.getByRole('button', { name: say('web.confirm-do'), exact: true });
    const heard = await asked.waitFor({ timeout: 4000 }).then(
      () => true,
      () => false,
    );
    if (heard) return;
  }
  throw new Error('No tap on the board is heard.');
}

test('on a phone: side by side, folded, dropped, without a line', { timeout: 900_000 }, async () => {
  const page = await house.visitor(PHONE, SETTINGS);
  const button = (key) => page.getByRole('button', { name: say(key), exact: true });
  await page.goto(`${house.address}/new/transeuropa`);
  await button('web.open-table').tap();
  await enter(page, 'Olga');
  await page.locator('.invite').waitFor();
  await fillAndStart(page, say);

  // The recovery code is met here too, also after the page was loaded anew, and goes when it was noted.
  const code = await page.locator('.notes code').innerText();
  await page.reload();
  assert.equal(await page.locator('.notes code').innerText(), code);
  await button('web.recovery-noted').tap();
  await page.locator('.notes code').waitFor({ state: 'detached' });

  // A choice that is dropped leaves nothing on the map, and the sheet is as high as before.
  const sheet = page.locator('section.sheet');
  const height = async () => (await sheet.boundingBox()).height;
  await tapTarget(page);
  await button('web.confirm-do').waitFor();
  const asking = await height();
  await button('web.rather-not').tap();
  await page.locator('.aimed').waitFor({ state: 'detached' });
  assert.equal(await page.locator('[data-target][aria-pressed="true"]').count(), 0);
  assert.equal(await height(), asking);

  // Folded it keeps the buttons.
  await button('web.fold-tray').tap();
  await tapTarget(page);
  await button('web.confirm-do').waitFor();
  const box = await button('web.confirm-do').boundingBox();
  assert.ok(box.y + box.height <= PHONE.viewport.height, JSON.stringify(box));
  await button('web.rather-not').tap();
  await button('web.unfold-tray').tap();

  // Lying on its side, the map has most of the screen, and nothing sticks out.
  await page.setViewportSize(SIDEWAYS);
  await page.waitForFunction((width) => document.querySelector('section.sheet').getBoundingClientRect().left > width / 2, SIDEWAYS.width);
  const side = await sheet.boundingBox();
  assert.ok(side.height === SIDEWAYS.height && side.width < SIDEWAYS.width * 0.42, JSON.stringify(side));
  assert.ok((await page.locator('section.bar').boundingBox()).height < 46);
  await tapTarget(page);
  await button('web.confirm-do').waitFor();
  await button('web.rather-not').tap();
  await page.setViewportSize(PHONE.viewport);

  // Esc shuts the list; what has a button stands in it no second time.
  await button('web.choices').tap();
  await page.locator('.list').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.list').waitFor({ state: 'detached' });

  // Without a line nothing is offered that would only fail.
  await page.context().setOffline(true);
  await page.getByText(say('web.line-lost')).last().waitFor();
  await page.locator('.list-button:disabled').waitFor();
  await page.context().setOffline(false);
  await page.locator('.list-button:enabled').waitFor();
  // That the browser itself speaks of the lost line is no fault.
  const lost = house.faults.filter((fault) => fault.includes('ERR_INTERNET_DISCONNECTED'));
  for (const fault of lost) house.faults.splice(house.faults.indexOf(fault), 1);
});
