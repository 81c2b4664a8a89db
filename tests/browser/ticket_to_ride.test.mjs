// Ticket to Ride on its drawn board, by pointer and by thumb: tickets chosen, cards taken, routes and stations paid for
// beside their place, tunnels decided, until it is counted.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PHONE, checkResult, openHouse } from './house.mjs';

let house;
before(async () => {
  house = await openHouse();
});
after(() => house?.close());

/** A running table of mine with quick bots in the other seats. */
async function tableWithBots(page, seats) {
  await page.goto(house.address);
  const path = await page.evaluate(async (number) => {
    const post = async (address, body) => {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
      return answer.json();
    };
    await post('/api/guests', { name: 'Maja' });
    const settings = { pace: 0, undo_wait: 0 };
    const { room } = await post('/api/tables', { game: 'ticket_to_ride', seats: number, fill: 'greedy', settings });
    await post(`/api/tables/${room.id}/start`, {});
    return `/table/${room.id}`;
  }, seats);
  await page.goto(house.address + path);
  await page.locator('.tt-board .sheet').waitFor();
}

/** Where the middle of a route or city that may be played on lies on the screen. */
const spotOf = (page, target) =>
  page.evaluate((name) => {
    const group = document.querySelector(`[data-target="${name}"]`);
    if (group === null) return null;
    const line = group.querySelector('path');
    if (line === null) {
      const box = group.querySelector('circle').getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }
    const middle = line.getPointAtLength(line.getTotalLength() / 2).matrixTransform(line.getScreenCTM());
    return { x: middle.x, y: middle.y };
  }, target);

async function play(page, touch) {
  const press = (locator) => (touch ? locator.tap({ timeout: 4000 }) : locator.click({ timeout: 4000 }));
  const tried = async (locator) =>
    press(locator).then(
      () => true,
      () => false,
    );
  const result = page.locator('dialog .result');
  const done = { tickets: 0, cards: 0, routes: 0, tunnels: 0 };
  for (let turn = 0; turn < 700; turn += 1) {
    const ready = page.locator('.choose .keep, .reveal .ways, .market .legal, .actions .solid').first();
    await result.or(ready).first().waitFor();
    if (await result.isVisible()) return done;
    const lesson = page.locator('.lesson button');
    if (await lesson.isVisible()) await tried(lesson);
    const before = await page.locator('h1').getAttribute('data-seq');
    if (await page.locator('.choose').isVisible()) {
      // Nothing is kept by itself: as many are marked as have to be, and one more now and then.
      const offered = page.locator('.choose .ticket[aria-pressed=false]');
      const keep = page.locator('.choose .keep');
      while (!(await keep.isEnabled()) || (turn % 3 === 0 && (await offered.count()) > 1)) {
        if (!(await tried(offered.first()))) break;
        if (turn % 3 === 0 && (await keep.isEnabled())) break;
      }
      if (await tried(keep)) done.tickets += 1;
    } else if (await page.locator('.reveal .ways').isVisible()) {
      if (await tried(page.locator('.reveal .ways button').first())) done.tunnels += 1;
    } else {
      const targets = await page.locator('.target').evaluateAll((all) => all.map((each) => each.dataset.target));
      const routes = targets.filter((name) => name.startsWith('route-'));
      // The longest-looking hand is spent as often as it can be: the match shall come to its end.
      const target = turn % 4 === 3 ? undefined : routes[(turn * 7) % routes.length];
      const spot = target === undefined ? null : await spotOf(page, target);
      const { width, height } = page.viewportSize();
      const seen = spot !== null && spot.x > 8 && spot.x < width - 70 && spot.y > 70 && spot.y < height * 0.48;
      if (spot !== null && (!touch || seen)) {
        if (touch) await page.touchscreen.tap(spot.x, spot.y);
        else await page.mouse.click(spot.x, spot.y);
        const shown = await page
          .locator('.pay')
          .waitFor({ timeout: 2000 })
          .then(
            () => true,
            () => false,
          );
        // On a phone the sheet's button does it, where the thumb is.
        if (shown && (await tried(page.locator(touch ? '.actions .act' : '.pay .go')))) done.routes += 1;
        else await page.keyboard.press('Escape');
      } else {
        const cards = page.locator('.market .legal');
        const count = await cards.count();
        if (count > 0) {
          if (await tried(cards.nth((turn * 5) % count))) done.cards += 1;
        } else await tried(page.locator('.actions .solid').first());
      }
    }
    await page
      .waitForFunction(
        (seq) => document.querySelector('h1').dataset.seq !== seq || document.querySelector('dialog .result'),
        before,
        { timeout: 4000 },
      )
      .catch(() => undefined);
  }
  throw new Error('The match does not end.');
}

for (const { name, options, seats } of [
  { name: 'three seats, by pointer', options: {}, seats: 3 },
  { name: 'two seats, on a phone', options: { ...PHONE, locale: 'ru-RU' }, seats: 2 },
]) {
  test(`Ticket to Ride to the end: ${name}`, { timeout: 900_000 }, async () => {
    const page = await house.visitor(options, { speed: 'none' });
    await tableWithBots(page, seats);
    const done = await play(page, options.hasTouch === true);
    assert.ok(done.tickets > 0 && done.cards > 10 && done.routes > 3, JSON.stringify(done));
    // The count is told before the ranks; every point of each seat has its line.
    assert.equal(await page.locator('dialog .count li').count(), seats);
    await checkResult(page, seats);
  });
}
