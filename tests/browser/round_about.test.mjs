// Round about the matches: who sits where before the start, the same person on another device, why something may not
// be done, a match looked at again and played on.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import {
  enter,
  fillAndStart,
  newTable,
  openHouse,
  pair,
  playQuickly,
  put,
  seqOf,
  shows,
  sitDown,
  wordsOf,
} from './house.mjs';

let house;
let say;
before(async () => {
  house = await openHouse();
  say = await wordsOf(house.address, 'en');
});
after(() => house?.close());

const WORDS = { text: true, speed: 'none' };
const button = (page, key, params = {}) => page.getByRole('button', { name: put(say(key), params), exact: true });
const named = (page) => page.locator('.seats li strong').allInnerTexts();

/** Waits until the seats of a waiting room are these, from the first to the last. */
const seated = (page, names) =>
  page.waitForFunction(
    (wanted) => [...document.querySelectorAll('.seats li strong')].map((each) => each.textContent).join() === wanted,
    names.join(),
  );

test('the host puts the seats in order, removes somebody, hands the table over', { timeout: 900_000 }, async () => {
  const [anna, ben] = [await house.visitor(), await house.visitor()];
  await anna.goto(house.address);
  await newTable(anna, say, { name: 'Anna', seats: 3 });
  await sitDown(ben, say, await anna.locator('.invite code').innerText(), 'Ben');
  const open = say('web.seat-open');
  await seated(anna, ['Anna', 'Ben', open]);
  await button(anna, 'web.move-up', { name: 'Ben' }).click();
  for (const page of [anna, ben]) await seated(page, ['Ben', 'Anna', open]);
  await button(anna, 'web.seat-more').click();
  await seated(ben, ['Ben', 'Anna', open, open]);
  await button(anna, 'web.seat-fewer').last().click();
  await seated(ben, ['Ben', 'Anna', open]);
  await button(anna, 'web.shuffle').click();
  assert.deepEqual((await named(anna)).sort(), ['Anna', 'Ben', open].sort());

  await button(anna, 'web.remove', { name: 'Ben' }).click();
  await button(ben, 'web.sit').first().waitFor();
  assert.equal((await named(anna)).filter((name) => name === open).length, 2);
  await button(ben, 'web.sit').first().click();
  await anna.locator('.seats strong', { hasText: 'Ben' }).waitFor();
  await button(anna, 'web.hand-over', { name: 'Ben' }).click();
  await button(ben, 'web.fill-and-start').waitFor();
  assert.equal(await button(anna, 'web.fill-and-start').count(), 0);
  await button(ben, 'web.fill-and-start').click();
  for (const page of [anna, ben]) await page.locator('h1[data-seq]').waitFor({ state: 'attached' });
});

test('the same person on another device, by link and by recovery code', { timeout: 900_000 }, async () => {
  const phone = await house.visitor({}, WORDS);
  await phone.goto(house.address);
  await newTable(phone, say, { name: 'Dora', seats: 2, bots: 'greedy' });
  const recovery = (await phone.locator('aside code').innerText()).trim();
  await fillAndStart(phone, say);
  const table = phone.url();
  const offered = (page) => page.locator('.choices .things button:enabled').first();
  await offered(phone).waitFor();

  await phone.goto(`${house.address}/settings`);
  await button(phone, 'web.make-link').click();
  const link = await phone.locator('.link code').innerText();
  const laptop = await house.visitor({}, WORDS);
  await laptop.goto(link);
  await button(laptop, 'web.link-take').click();
  await laptop.waitForURL((address) => address.pathname === '/');
  await laptop.goto(table);
  await offered(laptop).waitFor();
  const before = await seqOf(laptop);
  await offered(laptop).click();
  await shows(laptop, before + 1);
  await phone.goto(table);
  await shows(phone, before + 1);

  // A link works once.
  const thief = await house.visitor();
  await thief.goto(link);
  await button(thief, 'web.link-take').click();
  await thief.getByRole('alert').waitFor();

  const lost = await house.visitor({}, WORDS);
  await lost.goto(house.address);
  await lost.locator('header .guest').click();
  await button(lost, 'web.recover-instead').click();
  await lost.locator('dialog input').fill('ABCD-EFGH-JKLM-NPQR');
  await button(lost, 'web.recover').click();
  await lost.locator('dialog').getByRole('alert').waitFor();
  await lost.locator('dialog input').fill(recovery.toLowerCase());
  await button(lost, 'web.recover').click();
  await lost.locator('dialog').waitFor({ state: 'detached' });
  await lost.locator('header .guest', { hasText: 'Dora' }).waitFor();
  await lost.goto(table);
  await offered(lost).waitFor();
});

/** A line of the board that is in sight, and is none of those that may be laid now, nor near one. */
async function lineOutOfReach(page) {
  return page.evaluate(async () => {
    const { edges } = await (await fetch('/api/games/transeuropa/content/layout.json')).json();
    const map = document.querySelector('.backdrop');
    const box = map.getBoundingClientRect();
    const [left, top, across] = map.getAttribute('viewBox').split(' ').map(Number);
    const scale = box.width / across;
    const offered = [...document.querySelectorAll('[data-target]')].map((each) => each.getBoundingClientRect());
    return edges
      .map((edge) => ({ x: box.x + (edge.x - left) * scale, y: box.y + (edge.y - top) * scale }))
      .find(
        ({ x, y }) =>
          x > 300 &&
          document.elementFromPoint(x, y)?.closest('.te-board') &&
          !document.elementFromPoint(x, y).closest('button, .notes, .told') &&
          offered.every((each) => Math.hypot(each.x + each.width / 2 - x, each.y + each.height / 2 - y) > 120),
      );
  });
}

test('why not: said beside the pointer, with the rule', { timeout: 900_000 }, async () => {
  const page = await house.visitor({}, { speed: 'none', seen: [] });
  await page.goto(house.address);
  await newTable(page, say, { name: 'Egon', seats: 2, bots: 'greedy' });
  await fillAndStart(page, say);
  await playQuickly(page, 1);
  await page.locator('[data-target] .te-legal-band').first().waitFor({ state: 'attached' });
  const before = await seqOf(page);
  const spot = await lineOutOfReach(page);
  await page.mouse.click(spot.x, spot.y);
  const note = page.locator('.note.floating[role=alert]');
  await note.waitFor();
  const box = await note.boundingBox();
  assert.ok(Math.abs(box.x + box.width / 2 - spot.x) < 200 && Math.abs(box.y - spot.y) < 160, JSON.stringify({ box, spot }));
  const rule = await note.getByRole('link').getAttribute('href');
  assert.match(rule, /^\/rules\/transeuropa#\d/);
  assert.equal(await seqOf(page), before, 'nothing was played');
  await page.keyboard.press('Escape');
  await note.waitFor({ state: 'detached' });
  await page.mouse.click(spot.x, spot.y);
  await note.getByRole('link').click();
  await page.waitForURL(`**${rule}`);
  await page.locator(`[id="${rule.split('#')[1]}"]`).waitFor();
});

test('a match is gone through, shared, saved, verified and played on', { timeout: 900_000 }, async () => {
  const pages = await pair(house, say, ['Anna', 'Ben'], { settings: WORDS, seats: 3 });
  await Promise.all(pages.map((page) => playQuickly(page)));
  const [anna] = pages;
  const table = anna.url();
  await anna.locator('dialog .result').waitFor();
  await anna.locator('dialog').getByRole('button', { name: say('web.see-board') }).click();
  await button(anna, 'web.set-text').click();
  await anna.locator('.te-board').waitFor();
  await button(anna, 'web.result').first().click();
  await anna.locator('dialog').getByRole('link', { name: say('web.replay'), exact: true }).click();
  await anna.waitForURL('**/replay*');
  const at = (seq, page = anna) => page.waitForURL((address) => address.searchParams.get('at') === String(seq));
  const rails = (page) => page.locator('.te-board use[href="#te-rail"]').count();

  // By buttons, by keys, by the line, and to the end.
  await button(anna, 'web.step-on').click();
  await at(1);
  await anna.locator('h1').focus();
  await anna.keyboard.press('ArrowRight');
  await at(2);
  await anna.keyboard.press('ArrowLeft');
  await at(1);
  const line = anna.getByRole('slider', { name: say('web.position') });
  const last = Number(await line.getAttribute('max'));
  const middle = Math.min(20, Math.floor(last / 2));
  await line.fill(String(middle));
  await at(middle);
  await button(anna, 'web.step-last').click();
  await at(last);
  await anna.goto(`${table}/replay?at=${middle}`);
  await anna.locator('.te-board').waitFor();

  // The address shows the same to somebody else.
  const stranger = await house.visitor({}, { speed: 'none' });
  await stranger.goto(anna.url());
  await stranger.locator('.te-board use').first().waitFor({ state: 'attached' });
  assert.equal(await stranger.getByRole('slider', { name: say('web.position') }).inputValue(), String(middle));
  assert.equal(await rails(stranger), await rails(anna));

  const saved = anna.waitForEvent('download');
  await anna.getByRole('link', { name: say('web.record') }).click();
  const record = readFileSync(await (await saved).path(), 'utf8');
  const given = (text) => ({ name: 'match.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await stranger.goto(`${house.address}/replay`);
  const file = stranger.locator('input[type=file]');
  const changed = JSON.parse(record);
  changed.commitment = (changed.commitment[0] === '0' ? '1' : '0') + changed.commitment.slice(1);
  await file.setInputFiles(given(JSON.stringify(changed)));
  await stranger.getByRole('heading', { name: say('web.record-differs') }).waitFor();
  await stranger.goto(`${house.address}/replay`);
  await file.setInputFiles(given(record));
  await stranger.getByRole('heading', { name: say('web.record-holds') }).waitFor();
  await stranger.locator('dialog').getByRole('button', { name: say('web.close') }).click();
  const shown = stranger.getByRole('slider', { name: say('web.position') });
  assert.equal(await shown.getAttribute('max'), String(last));
  await shown.fill(String(middle));
  await stranger.getByText(put(say('web.position-of'), { at: middle, last })).waitFor();

  // Played on from there, as two at one device.
  await button(stranger, 'web.play-on').click();
  await enter(stranger, 'Clara');
  await stranger.waitForURL('**/table/*');
  await button(stranger, 'web.start').click();
  const curtain = stranger.locator('.curtain');
  await curtain.waitFor();
  assert.equal(await stranger.locator('[data-target]').count(), 0, 'behind the curtain nothing is offered');
  await curtain.getByRole('button').click();
  await curtain.waitFor({ state: 'detached' });
  await stranger.locator('[data-target]').first().waitFor({ state: 'attached' });
  assert.equal(await rails(stranger), await rails(anna), 'the same rails lie there');
});
