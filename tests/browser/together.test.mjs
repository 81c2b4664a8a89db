// What people at a table decide together or alone: taking back, ends, leaving, stand-ins, spectators, playing again.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { enter, fromMenu, openHouse, pair, put, seqOf, shows, wordsOf } from './house.mjs';

let house;
let say;
before(async () => {
  // A bot may stand in at once for somebody who has gone.
  house = await openHouse({ ROUNDHOUSE_LIMIT_AWAY_SECONDS: '0' });
  say = await wordsOf(house.address, 'en');
});
after(() => house?.close());

const WORDS = { settings: { text: true, speed: 'none' } };
const offered = (page) => page.locator('.choices .things button:enabled').first();
const button = (page, key, params = {}) => page.getByRole('button', { name: put(say(key), params), exact: true });

/** Which of the pages is asked now, it first. */
async function turnOf(pages) {
  const asked = await Promise.race(pages.map((page) => offered(page).waitFor().then(() => page)));
  return [asked, ...pages.filter((page) => page !== asked)];
}

/** One action, and everybody sees it. */
async function move(page, ...others) {
  await offered(page).waitFor();
  const before = await seqOf(page);
  await offered(page).click();
  for (const each of [page, ...others]) await shows(each, before + 1);
}

/** More than one's own move would go, so that it is asked with what goes. */
async function askBack(page) {
  await button(page, 'web.undo-ask').click();
  const dialog = page.getByRole('dialog', { name: say('web.undo-sure') });
  await dialog.getByText(/^Your last move goes, and .* of others after it/).waitFor();
  await dialog.getByRole('button', { name: say('web.undo-ask-do'), exact: true }).click();
}

/** Plays until somebody has moved after whom another may move too: that one can only ask to take back. */
async function opening(pages) {
  for (let turn = 0; turn < 12; turn += 1) {
    const [now, other] = await turnOf(pages);
    await move(now, other);
    if ((await turnOf(pages))[0] === now) continue;
    await move(other, now);
    if (await button(now, 'web.undo-ask').isEnabled()) return [now, other];
  }
  throw new Error('Nobody has anything to ask for.');
}

test('taking back needs the other: refused, withdrawn, granted', { timeout: 900_000 }, async () => {
  const pages = await pair(house, say, ['Anna', 'Ben'], WORDS);
  const [asker, other] = await opening(pages);
  const name = asker === pages[0] ? 'Anna' : 'Ben';
  const question = put(say('web.vote-undo'), { who: name });
  const vote = other.getByRole('alertdialog', { name: question });
  const before = await seqOf(asker);

  await askBack(asker);
  await vote.waitFor();
  await button(other, 'web.refuse').click();
  await button(asker, 'web.withdraw').waitFor({ state: 'detached' });
  assert.equal(await seqOf(asker), before, 'refused: nothing has happened');

  await askBack(asker);
  await vote.waitFor();
  await button(asker, 'web.withdraw').click();
  await vote.waitFor({ state: 'detached' });

  await askBack(asker);
  await vote.waitFor();
  await button(other, 'web.agree').click();
  for (const page of pages) await shows(page, before + 1);
  await offered(asker).waitFor();
  await asker.locator('.journal li', { hasText: 'You take the last action back.' }).waitFor();
  await other.locator('.journal li', { hasText: `${name} takes the last action back.` }).waitFor();
});

test('an end by agreement is ranked as it stands', { timeout: 900_000 }, async () => {
  const [anna, ben] = await pair(house, say, ['Anna', 'Ben'], WORDS);
  await fromMenu(anna, say, 'web.ask-end');
  const vote = ben.getByRole('alertdialog', { name: put(say('web.vote-end'), { who: 'Anna' }) });
  await vote.waitFor();
  await button(ben, 'web.refuse').click();
  await button(anna, 'web.withdraw').waitFor({ state: 'detached' });
  await fromMenu(anna, say, 'web.ask-end');
  await vote.waitFor();
  await button(ben, 'web.agree').click();
  for (const page of [anna, ben]) {
    await page.locator('dialog .result').waitFor();
    await page.getByText(say('ending.agreed')).waitFor();
    assert.equal(await page.locator('dialog .result li').count(), 2);
  }
});

test('one resigns, all play again', { timeout: 900_000 }, async () => {
  const [anna, ben] = await pair(house, say, ['Anna', 'Ben'], WORDS);
  const first = anna.url();
  await fromMenu(ben, say, 'web.resign', 'web.do-resign');
  for (const page of [anna, ben]) await page.getByText(say('ending.resigned')).waitFor();
  const names = await anna.locator('dialog .result .name').allInnerTexts();
  assert.deepEqual(names, [say('player.you-title'), 'Ben'], 'who resigned is last');

  await button(anna, 'web.rematch').click();
  await anna.waitForURL((address) => address.href !== first);
  await ben.getByRole('link', { name: say('web.to-rematch') }).click();
  await ben.waitForURL(anna.url());
  for (const [page, name] of [
    [anna, 'Ben'],
    [ben, 'Anna'],
  ]) {
    await page.locator('.seats strong', { hasText: name }).waitFor();
  }
  await button(anna, 'web.start').click();
  await turnOf([anna, ben]);
});

test('who leaves is replaced by a bot, and the other plays on as host', { timeout: 900_000 }, async () => {
  const [anna, ben] = await pair(house, say, ['Anna', 'Ben'], WORDS);
  await fromMenu(anna, say, 'web.leave-bot', 'web.do-bot');
  await anna.waitForURL((address) => address.pathname === '/');
  for (let turn = 0; turn < 4; turn += 1) await move(ben);
  await ben.locator('.seats .kind').first().waitFor();
  await ben.getByRole('button', { name: say('web.table-menu') }).click();
  await ben.getByRole('heading', { name: say('web.host-settings') }).waitFor();
});

test('a bot stands in for who has gone, until they take their seat back', { timeout: 900_000 }, async () => {
  const [anna, ben] = await pair(house, say, ['Anna', 'Ben'], WORDS);
  const context = ben.context();
  await ben.close();
  await anna.locator('.seats .away').waitFor();
  // A page tells the time of an absence by a slow clock; one that is opened anew has it at once.
  await anna.reload();
  await anna.getByRole('button', { name: say('web.table-menu') }).click();
  await button(anna, 'web.ask-stand-in', { name: 'Ben' }).click();
  await anna.locator('dialog').waitFor({ state: 'detached' });
  await anna.locator('.seats .note', { hasText: say('web.stand-in') }).waitFor();
  for (let turn = 0; turn < 3; turn += 1) await move(anna);

  const back = await context.newPage();
  await back.goto(anna.url());
  await back.getByRole('button', { name: say('web.table-menu') }).click();
  await button(back, 'web.take-back').click();
  await button(back, 'web.take-back').waitFor({ state: 'detached' });
  await back.locator('dialog').getByRole('button', { name: say('web.close') }).click();
  const [now, other] = await turnOf([anna, back]);
  await move(now, other);
  while ((await turnOf([anna, back]))[0] === anna) await move(anna, back);
  await move(back, anna);
});

test('spectators see the board and no hand, and the host may close the table to them', { timeout: 900_000 }, async () => {
  const [anna, ben] = await pair(house, say, ['Anna', 'Ben'], WORDS);
  const olga = await house.visitor({}, { text: true });
  await olga.goto(anna.url());
  await olga.getByText(say('web.watching')).waitFor();
  assert.equal(await olga.locator('.choices').count(), 0);
  assert.equal(await olga.getByText('Cities to join').count(), 0, 'no hand is told');
  await anna.getByText('Cities to join').first().waitFor();

  // Spectators hear the players; the players hear them only when the match is over.
  const talk = async (page, words) => {
    await page.getByRole('button', { name: new RegExp(`^${say('web.chat')}`) }).click();
    if (words !== undefined) {
      await page.locator('#chat-text').fill(words);
      await button(page, 'web.send').click();
    }
  };
  await talk(anna, 'Have you seen that?');
  for (const page of [ben, olga]) {
    await talk(page);
    await page.locator('.said p', { hasText: 'Have you seen that?' }).waitFor();
  }
  // Who says something is asked for a name.
  await talk(olga, 'Anna has Paris!');
  await enter(olga, 'Olga');
  await olga.locator('.said p', { hasText: 'Anna has Paris!' }).waitFor();
  const [now, other] = await turnOf([anna, ben]);
  await move(now, other, olga);
  for (const page of [anna, ben]) assert.equal(await page.locator('.said').count(), 1);

  await anna.getByRole('button', { name: say('web.table-menu') }).click();
  await anna.getByLabel(new RegExp(`^${say('web.host-spectators')}`)).uncheck();
  await olga.getByText(say('refusal.spectators-closed')).waitFor();
  const late = await house.visitor();
  await late.goto(anna.url());
  await late.getByText(say('refusal.spectators-closed')).waitFor();
});
