// Makes the pictures of README and docs: a server of its own, a game really played, a page of each kind as it looks
// then, in both languages. `.venv/bin/python tools/setup_client.py build` first, then `node tools/pictures.mjs`.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PHONE, enter, hurry, newTable, openHouse, shows, sitDown, wordsOf } from '../tests/browser/house.mjs';

const FOLDER = fileURLToPath(new URL('../docs/images', import.meta.url));
const MOST_BYTES = 250_000;
const NAMES = {
  en: ['Anna', 'Ben', 'Friday evening', 'Olga', 'Hello! Are we four?', 'My sister wants to come, too.'],
  ru: ['Аня', 'Борис', 'Пятничный вечер', 'Ольга', 'Привет! Играем вчетвером?', 'Сестра тоже хочет.'],
};

/**
 * One move of a person who knows what they want: the marker in the middle of their cities, then rails towards the
 * nearest city that is still missing. Says what the log has then, or -1 where it isn't their turn.
 */
async function considered(page) {
  return page.evaluate(async () => {
    const json = async (path, init) => (await fetch(path, init)).json();
    const path = `/api/tables/${location.pathname.split('/')[2]}`;
    const content = '/api/games/transeuropa/content';
    const [board, layout] = [await json(`${content}/board.json`), await json(`${content}/layout.json`)];
    const city = new Map(board.cities.map((each) => [each.node, each.id]));
    const spots = new Map(layout.nodes.map((node) => [node.id, node]));
    const places = new Map(
      board.nodes.map((node) => [city.get(node.id) ?? `${node.col}.${node.row}`, spots.get(node.id)]),
    );
    const edges = new Map(
      board.edges.map(({ a, b }) => {
        const ends = [a, b].map((id) => city.get(id) ?? `${board.nodes[id].col}.${board.nodes[id].row}`);
        return [[...ends].sort().join('-'), ends];
      }),
    );
    const { position } = await json(path);
    if (position.over || position.prompt === null) return -1;
    const { view, seat } = position;
    const off = (one, two) => Math.hypot(one.x - two.x, one.y - two.y);
    const hand = view.hands[seat].map((id) => places.get(id));
    const mine = new Set(view.markers[seat] === null ? [] : [view.markers[seat]]);
    for (let grown = true; grown; ) {
      grown = false;
      for (const [rail] of view.rails) {
        const ends = edges.get(rail);
        if (ends.some((end) => mine.has(end)) && !ends.every((end) => mine.has(end))) {
          for (const end of ends) mine.add(end);
          grown = true;
        }
      }
    }
    const reached = [...mine].map((name) => places.get(name));
    const wanted = hand.filter((each) => !reached.includes(each));
    const leaves = (choices) => choices.flatMap((each) => (each.action ? [each.action] : leaves(each.choices ?? [])));
    const cost = (action) => {
      if (action.type === 'stop') return 9000;
      if (action.type === 'place') return hand.reduce((sum, each) => sum + off(each, places.get(action.node)), 0);
      const end = edges.get(action.edge).find((each) => !mine.has(each));
      if (end === undefined) return 8000;
      return Math.min(
        ...wanted.map((each) => off(each, places.get(end)) + Math.min(...reached.map((from) => off(from, each))) / 3),
      );
    };
    const offered = leaves(position.prompt.choices);
    const [action] = offered.sort((one, two) => cost(one) - cost(two));
    const body = JSON.stringify({ seq: position.seq, seat, action, final: true });
    const answer = await fetch(`${path}/actions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()).seq;
  });
}

/** Plays considered moves for these people until `enough` says so; it is asked each time somebody is on turn. */
async function playUntil(pages, enough) {
  for (let turn = 0; turn < 4000; turn += 1) {
    for (const page of pages) {
      const position = await page.evaluate(async () => {
        const path = `/api/tables/${location.pathname.split('/')[2]}`;
        return (await (await fetch(path)).json()).position;
      });
      if (position.over || (position.prompt !== null && enough(position, page))) return position;
      if (position.prompt !== null) await considered(page);
    }
    await new Promise((done) => setTimeout(done, 40));
  }
  throw new Error('It never comes to that.');
}

/** What moves has arrived, what is fetched is here, and the pointer is out of the way. */
async function settled(page) {
  await page.mouse.move(page.viewportSize().width - 4, 4);
  await page.evaluate(() => scrollTo(0, 0));
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 350))));
}

async function picture(page, name, language) {
  await settled(page);
  const session = await page.context().newCDPSession(page);
  const scale = await page.evaluate(() => devicePixelRatio);
  const clip = { x: 0, y: 0, ...page.viewportSize(), scale };
  for (let quality = 88; quality > 30; quality -= 8) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality, clip });
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length > MOST_BYTES) continue;
    writeFileSync(`${FOLDER}/${name}.${language}.webp`, bytes);
    console.log(`${name}.${language}.webp: ${Math.round(bytes.length / 1000)} kB at quality ${quality}`);
    return;
  }
  assert.fail(`${name} stays too large`);
}

/** The same person at the same table, on another screen. */
async function sameOn(house, page, options, settings) {
  const other = await house.visitor(options, settings);
  await other.context().addCookies(await page.context().cookies());
  await other.goto(page.url());
  return other;
}

async function all(language) {
  // As a club would have it: the invitation leads somewhere.
  const house = await openHouse({}, ['--public-url', 'https://games.example.org']);
  const say = await wordsOf(house.address, language);
  const locale = { en: 'en-GB', ru: 'ru-RU' }[language];
  const [host, guest, title, third, remark, reply] = NAMES[language];
  const lessons = ['place-hub', 'touch-network', 'second-or-stop', 'doubles-cost-both', 'joined-are-common', 'round-decided'];
  const settings = { speed: 'none', theme: 'light', seen: lessons.map((code) => `transeuropa:${code}`) };
  const one = await house.visitor({ locale, deviceScaleFactor: 1 }, settings);
  const two = await house.visitor({ locale }, settings);
  const noted = async (page) => {
    const button = page.getByRole('button', { name: say('web.recovery-noted') });
    if (await button.isVisible()) await button.click();
  };

  await one.goto(house.address);
  await newTableButton(one, say, 'transeuropa').click();
  await enter(one, host);
  await noted(one);
  await one.locator('.counts label').filter({ hasText: '4' }).click();
  await one.locator(`input[placeholder="${say('web.table-name-example')}"]`).fill(title);
  await one.getByRole('button', { name: say('web.open-table') }).click();
  await one.waitForURL('**/table/*');
  await one.locator('.invite').waitFor();
  await sitDown(two, say, one.url(), guest);
  await one.locator('strong', { hasText: guest }).waitFor();
  await one.locator('.invite img').waitFor();
  for (const [page, words] of [
    [two, remark],
    [one, reply],
  ]) {
    await page.locator('#chat-text').fill(words);
    await page.getByRole('button', { name: say('web.send'), exact: true }).click();
    await one.locator('.said p', { hasText: words }).waitFor();
  }
  await one.locator('li.open select').first().selectOption('heuristic');
  await picture(one, 'waiting-room', language);
  await hurry(one);
  await one.getByRole('button', { name: say('web.fill-and-start') }).click();
  for (const page of [one, two]) await page.locator('h1[data-seq]').waitFor({ state: 'attached' });

  // Well into the first round, and it is the host's turn.
  const deep = await playUntil([two, one], (position, page) => page === one && position.view.rails.length >= 26);
  await shows(one, deep.seq);
  await one.locator('[data-target]').first().waitFor({ state: 'attached' });
  await picture(one, 'table', language);
  const phone = await sameOn(house, one, { ...PHONE, deviceScaleFactor: 2, locale }, settings);
  await phone.locator('[data-target]').first().waitFor({ state: 'attached' });
  await picture(phone, 'phone', language);
  await phone.context().close();
  const night = await sameOn(house, one, { locale }, { ...settings, theme: 'dark' });
  await night.locator('[data-target]').first().waitFor({ state: 'attached' });
  await picture(night, 'dark', language);
  await night.context().close();

  // The end of a round, as it is told to who was there.
  await playUntil([one, two], (position) => position.view.round > 1);
  const next = one.locator('.told .button.solid');
  await next.waitFor();
  await next.click();
  await picture(one, 'round-end', language);

  // The lobby, with other tables on the board of departures.
  const boarding = await house.visitor({ locale }, settings);
  await boarding.goto(house.address);
  await newTable(boarding, say, { name: third, seats: 5 });
  await two.goto(house.address);
  await newTableOf(two, say);
  await one.goto(house.address);
  await one.locator('.enamel li').nth(1).waitFor();
  await picture(one, 'lobby', language);

  await one.goBack();
  await two.goto(one.url());
  await playUntil([one, two], () => false);
  await one.goto(`${one.url()}/replay?at=40`);
  await one.locator('.te-board use').first().waitFor({ state: 'attached' });
  await picture(one, 'replay', language);
  await house.close();
}

const newTableButton = (page, say, game) =>
  page
    .locator('article')
    .filter({ has: page.locator(`a[href="/rules/${game}"]`) })
    .getByRole('button', { name: say('web.new-table'), exact: true });

/** A second table of somebody who has a name already. */
async function newTableOf(page, say) {
  await newTableButton(page, say, 'ticket_to_ride').click();
  await page.getByRole('button', { name: say('web.open-table') }).click();
  await page.locator('.invite').waitFor();
}

mkdirSync(FOLDER, { recursive: true });
for (const language of process.argv.slice(2).length > 0 ? process.argv.slice(2) : ['en', 'ru']) await all(language);
