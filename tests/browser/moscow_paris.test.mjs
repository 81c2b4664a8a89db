// Moscow–Paris on its drawn board, by pointer and by thumb: wagons dragged and pressed to their places, put down and
// taken back, action cards step by step, chains answered, cities taken, until it is counted.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PHONE, openHouse } from './house.mjs';

let house;
before(async () => {
  house = await openHouse();
});
after(() => house?.close());

const asked = (page, method, address, body) =>
  page.evaluate(
    async ([how, where, what]) => {
      const answer = await fetch(where, {
        method: how,
        headers: { 'Content-Type': 'application/json' },
        ...(what === null ? {} : { body: JSON.stringify(what) }),
      });
      if (!answer.ok) throw new Error(`${where}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    [method, address, body ?? null],
  );

/** A running table: everybody of `pages` has a seat, bots have the others. */
async function tableFor(pages, seats, options = {}) {
  const [host] = pages;
  const settings = { pace: 0, undo_wait: 0 };
  let id = '';
  for (const [place, page] of pages.entries()) {
    await page.goto(house.address);
    await asked(page, 'POST', '/api/guests', { name: `Guest ${place + 1}` });
    if (place === 0) {
      const { room } = await asked(page, 'POST', '/api/tables', { game: 'moscow_paris', seats, options, settings });
      id = room.id;
    } else await asked(page, 'POST', `/api/tables/${id}/join`, {});
  }
  const { room } = await asked(host, 'GET', `/api/tables/${id}`);
  for (const seat of room.seats.filter(({ kind }) => kind === 'open')) {
    await asked(host, 'PUT', `/api/tables/${id}/seats/${seat.seat}`, { kind: 'bot', bot: 'random' });
  }
  await asked(host, 'POST', `/api/tables/${id}/start`, {});
  for (const page of pages) {
    await page.goto(`${house.address}/table/${id}`);
    await page.locator('.mine .front').waitFor();
  }
}

function* leaves(choices) {
  for (const choice of choices) {
    if (choice.action) yield choice.action;
    yield* leaves(choice.choices ?? []);
  }
}

/** How much somebody who wants the match to end would like an action. */
function liking(action, view, turn) {
  const front = view.players[view.seat].front;
  const line = view.lines.find((each) => each.city === action.city);
  const laid = (each) => [...each.left, ...each.right];
  const missing = (each) => laid(each).filter((kind) => !front.includes(kind)).length;
  switch (action.type) {
    case 'claim':
      return 100;
    case 'wagon':
      if (front.includes(action.wagon) && missing(line) === 0) return 90;
      return front.includes(action.wagon) ? 12 : 20 - laid(line).length;
    case 'down': {
      if (front.includes(action.wagon)) return 1;
      const wanted = view.lines.filter((each) => laid(each).includes(action.wagon)).map(missing);
      return wanted.length > 0 ? 60 - 10 * Math.min(...wanted) : front.length < 2 ? 15 : 2;
    }
    case 'up':
      return front.length > 3 ? 16 : 0;
    case 'exchange':
      return turn % 2 === 0 ? 40 : 5;
    case 'stop':
      return 20;
    case 'decline':
      return 1;
    default:
      return turn % 3 === 0 ? 45 : 8;
  }
}

/** Does by pointer what was chosen. */
async function perform(page, action, touch, drag) {
  const press = (locator) => (touch ? locator.tap({ timeout: 5000, force: true }) : locator.click({ timeout: 5000, force: true }));
  const cell = (name) => page.locator(`[data-mp-at="${name}"]:visible`).first();
  const pick = (card) => press(page.locator(`[data-mp-hand="${card}"]`).first());
  const drop = (name) => page.locator(`[data-mp-drop="${name}"]:visible`).first();
  const middle = async (locator) => {
    const box = await locator.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  switch (action.type) {
    case 'wagon':
    case 'down': {
      const to = action.type === 'down' ? 'down' : `${action.city}/${action.side}`;
      if (drag) {
        const [x, y] = await middle(page.locator(`[data-mp-hand="${action.wagon}"]`).first());
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x, y - 30, { steps: 3 });
        await page.mouse.move(...(await middle(drop(to))), { steps: 4 });
        await page.mouse.up();
      } else {
        await pick(action.wagon);
        await press(drop(to));
      }
      return;
    }
    case 'up': {
      const own = page.locator(`.siding [data-mp-at="front/${action.seat}/${action.wagon}"]`);
      await press(own);
      return press(own);
    }
    case 'swap':
      await pick('swap_two');
      await press(cell(action.one));
      return press(cell(action.two));
    case 'discard-two':
    case 'discard-three': {
      await pick(action.type === 'discard-two' ? 'discard_two' : 'discard_three');
      const cells = action.cities.map((city) => cell(`${city}/${action.side}/${action.place}`));
      // Each says what it stands on; as soon as only one stack is meant, it is marked whole, and pressed once more.
      for (const each of cells) {
        if ((await each.getAttribute('aria-pressed')) !== 'true') await press(each);
      }
      return press(cells[0]);
    }
    case 'exchange':
      if (action.played) await pick('neighbour_exchange');
      await press(page.locator(`.siding [data-mp-at="front/${action.me}/${action.give}"]`));
      return press(page.locator(`[data-mp-at="front/${action.seat}/${action.take}"]:visible`).first());
    case 'remove':
      await pick('remove_city');
      await press(cell(action.city));
      return press(cell(action.city));
    case 'claim':
      return press(page.locator('.tag .button').first());
    default:
      return press(page.locator('.actions .solid').first());
  }
}

/** Plays all these seats until the match is over; tells how often each kind of action was done. */
async function play(pages, touch = false) {
  const done = {};
  const over = (page) => page.locator('dialog .result');
  for (let turn = 0; turn < 1500; turn += 1) {
    for (const page of pages) {
      if (await over(page).isVisible()) return done;
      const { position } = await asked(page, 'GET', `/api${new URL(page.url()).pathname.replace('/table/', '/tables/')}`);
      if (position.over) {
        await over(page).waitFor();
        return done;
      }
      if (position.prompt === null) continue;
      await page.waitForFunction((seq) => Number(document.querySelector('h1').dataset.seq) >= seq, position.seq);
      const lesson = page.locator('.lesson button');
      if (await lesson.first().isVisible()) await lesson.first().click();
      const { view, prompt } = position;
      const actions = [...leaves(prompt.choices)];
      const best = actions
        .map((action, place) => [liking(action, view, turn) + ((place * 7 + turn) % 5) / 10, action])
        .reduce((one, two) => (two[0] > one[0] ? two : one))[1];
      const told = { ...best, me: view.seat, ...(best.type === 'up' ? { seat: view.seat } : {}), played: prompt.ask === 'turn' };
      await perform(page, told, touch, !touch && turn % 3 === 1);
      await page
        .waitForFunction((seq) => Number(document.querySelector('h1').dataset.seq) > seq, position.seq, { timeout: 8000 })
        .then(
          () => (done[best.type] = (done[best.type] ?? 0) + 1),
          async () => {
            throw new Error(`Nothing came of ${JSON.stringify(best)}`);
          },
        );
    }
  }
  throw new Error(`The match does not end: ${JSON.stringify(done)}`);
}

/** The count as drawn and the ranks beside it say the same, the best first. */
async function checkCount(page, seats, sides = seats) {
  const figures = async (locator) => (await locator.allInnerTexts()).map(Number);
  const totals = await figures(page.locator('dialog .count .total'));
  const scores = await figures(page.locator('dialog .result li .score'));
  assert.equal(totals.length, sides);
  assert.equal(scores.length, seats);
  assert.deepEqual([...new Set(scores)], [...new Set(totals)]);
  for (const list of [totals, scores]) assert.deepEqual(list, [...list].sort((one, two) => two - one), 'the best first');
}

test('two people to the end, by pointer', { timeout: 900_000 }, async () => {
  const pages = [await house.visitor({}, { speed: 'none' }), await house.visitor({ locale: 'ru-RU' }, { speed: 'none', theme: 'dark' })];
  await tableFor(pages, 2, { istanbul: true });
  const done = await play(pages);
  for (const kind of ['wagon', 'down', 'claim']) assert.ok(done[kind] > 3, JSON.stringify(done));
  for (const page of pages) await checkCount(page, 2);
});

test('partners against bots, with a home town: cities are counted together', { timeout: 900_000 }, async () => {
  const page = await house.visitor({}, { speed: 'none' });
  await tableFor([page], 4, { teams: true, home_town: 'Kassel', home_flag: 'vertical:blue,white,green' });
  await play([page]);
  // Two sides are counted, each with two names, and both partners have the same score.
  const sides = page.locator('dialog .count ol > li:has(.head)');
  for (const side of await sides.all()) assert.equal(await side.locator('.head .who').count(), 2);
  await checkCount(page, 4, 2);
});

test('on a phone, by thumb, against two bots', { timeout: 900_000 }, async () => {
  const page = await house.visitor({ ...PHONE, locale: 'ru-RU' }, { speed: 'none' });
  await tableFor([page], 3);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.equal(wide, false, 'the page is wider than the phone');
  const done = await play([page], true);
  assert.ok(done.down > 3 && done.claim > 1, JSON.stringify(done));
  await checkCount(page, 3);
});
