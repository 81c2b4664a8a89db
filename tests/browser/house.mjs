// A house of its own for the tests: a server with an empty folder, pages that watch for faults, and what a person does.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from './chromium.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PYTHON = process.env.ROUNDHOUSE_PYTHON ?? join(ROOT, '.venv', 'bin', 'python');
/** A phone by its size and its touch. Its finer pixels would only be work for a machine that paints without a card. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Patience for a busy machine: nothing waits that long where all is well. */
const LONG = 60_000;
/** All visitors come from one address here, and are quicker than people. */
const ROOMY = {
  ROUNDHOUSE_LIMIT_REQUESTS_PER_SECOND: '1000',
  ROUNDHOUSE_LIMIT_REQUEST_BURST: '2000',
  ROUNDHOUSE_LIMIT_CHAT_PER_MINUTE: '300',
};
/** The `roundhouse` command, whatever folder it was installed into. */
const START = 'import sys; from roundhouse.cli import main; sys.exit(main())';

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Starts a server and a browser; `close` ends both. `limits` are variables of the server's own, `more` words of its command. */
export async function openHouse(limits = {}, more = []) {
  const data = mkdtempSync(join(tmpdir(), 'roundhouse-browser-'));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const command = ['-c', START, 'serve', '--port', String(port), '--data', data, '--workers', '1', ...more];
  const server = spawn(PYTHON, command, {
    cwd: ROOT,
    env: { ...process.env, ...ROOMY, ...limits },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  server.stdout.on('data', (text) => (said += text));
  server.stderr.on('data', (text) => (said += text));
  for (let tries = 0; ; tries += 1) {
    const well = await fetch(`${address}/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (well) break;
    if (tries > 600 || server.exitCode !== null) {
      // Left alone it would keep this process waiting for ever.
      server.kill('SIGKILL');
      throw new Error(`The server does not start:\n${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const browser = await launch();
  const faults = [];

  async function visitor(options = {}, settings = {}) {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(LONG);
    await context.addInitScript((given) => {
      if (!localStorage.getItem('roundhouse.settings')) localStorage.setItem('roundhouse.settings', given);
    }, JSON.stringify(settings));
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(`${page.url()}: ${error}`));
    page.on('console', (message) => {
      // What the policy of the page forbids is said on the console, and so are errors in scripts.
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) faults.push(message.text());
    });
    page.on('response', (answer) => {
      // Refusals belong to playing; a file that isn't there, or a server that fails, never does.
      const refused = answer.status() >= (new URL(answer.url()).pathname.startsWith('/api/') ? 500 : 400);
      if (refused) faults.push(`${answer.status()} ${answer.url()}`);
    });
    return page;
  }

  return {
    address,
    visitor,
    faults,
    async close() {
      await browser.close();
      server.kill('SIGTERM');
      await new Promise((resolve) => (server.exitCode === null ? server.once('exit', resolve) : resolve()));
      rmSync(data, { recursive: true, force: true });
      assert.deepEqual(faults, [], 'errors in the browser');
    },
  };
}

/** Words of the catalogue, so that tests press what a person reads, in either language. */
export async function wordsOf(address, language) {
  const { words } = await fetch(`${address}/api/words?language=${language}`).then((answer) => answer.json());
  return (key) => {
    assert.ok(words[key], `no word ${key}`);
    return words[key];
  };
}

/** A word of the catalogue with its parameters put in. */
export const put = (text, params) => text.replace(/\{(\w+)\}/g, (_, name) => params[name]);

export async function enter(page, name) {
  const dialog = page.locator('dialog');
  await dialog.locator('input').fill(name);
  await dialog.locator('button[type=submit]').click();
  await dialog.waitFor({ state: 'detached' });
}

/** From the lobby to a waiting room of my own. */
export async function newTable(page, say, { name, seats, bots = '', game = 'transeuropa' }) {
  await page
    .locator('article')
    .filter({ has: page.locator(`a[href="/rules/${game}"]`) })
    .getByRole('button', { name: say('web.new-table'), exact: true })
    .click();
  await enter(page, name);
  await page
    .locator('.counts label')
    .filter({ hasText: String(seats) })
    .click();
  if (bots !== '') await page.locator('form select').first().selectOption(bots);
  await page.getByRole('slider').fill('0');
  await page.getByRole('button', { name: say('web.open-table') }).click();
  await page.waitForURL('**/table/*');
  await page.locator('.invite').waitFor();
}

/** Follows the invitation to a table and takes the first open seat there. */
export async function sitDown(page, say, invitation, name) {
  await page.goto(invitation);
  await page
    .getByRole('button', { name: say('web.sit'), exact: true })
    .first()
    .click();
  await enter(page, name);
  await page.getByText(say('player.you'), { exact: true }).waitFor();
}

/** The host gives all open seats to the quickest of the bots and starts. */
export async function fillAndStart(page, say) {
  await hurry(page);
  const open = page.locator('li.open select');
  for (let left = await open.count(); left > 0; left -= 1) {
    await open.first().selectOption('greedy');
    await open.nth(left - 1).waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: say('web.start'), exact: true }).click();
  await page.locator('h1[data-seq]').waitFor({ state: 'attached' });
}

/** Bots needn't wait for a test to think better of its move. */
export async function hurry(page) {
  const status = await page.evaluate(async () => {
    const id = location.pathname.split('/')[2];
    const answer = await fetch(`/api/tables/${id}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ settings: { undo_wait: 0, pace: 0 } }),
    });
    return answer.status;
  });
  assert.equal(status, 200);
}

/** Two people at a table of their own, each with a page, and the match under way; the first is its host. */
export async function pair(house, say, names, { settings = {}, seats = 2 } = {}) {
  const [one, two] = [await house.visitor({}, settings), await house.visitor({}, settings)];
  await one.goto(house.address);
  await newTable(one, say, { name: names[0], seats });
  await sitDown(two, say, await one.locator('.invite code').innerText(), names[1]);
  await one.locator('strong', { hasText: names[1] }).waitFor();
  await fillAndStart(one, say);
  await two.locator('h1[data-seq]').waitFor({ state: 'attached' });
  return [one, two];
}

export const seqOf = (page) => page.locator('h1').getAttribute('data-seq').then(Number);

/** Waits until the page shows position `seq` or a later one. */
export const shows = (page, seq) =>
  page.waitForFunction(
    (wanted) => Number(document.querySelector('h1')?.dataset.seq) >= wanted || document.querySelector('dialog .result'),
    seq,
  );

/**
 * My own moves, sent without a page's help where only their effect matters: `most` of them, or until the match is over.
 * Says how many the table's log has then.
 */
export function playQuickly(page, most = 2000) {
  return page.evaluate(async (wanted) => {
    const path = `/api/tables/${location.pathname.split('/')[2]}`;
    const leaves = (choices) => choices.flatMap((each) => (each.action ? [each.action] : leaves(each.choices ?? [])));
    let { position } = await (await fetch(path)).json();
    for (let moves = 0; moves < wanted && !position.over; ) {
      if (position.prompt === null) {
        await new Promise((done) => setTimeout(done, 15));
        ({ position } = await (await fetch(path)).json());
        continue;
      }
      const offered = leaves(position.prompt.choices);
      const answer = await fetch(`${path}/actions`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          seq: position.seq,
          seat: position.seat,
          action: offered[(moves * 7) % offered.length],
          final: true,
        }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      ({ position } = await answer.json());
      moves += 1;
    }
    return position.seq;
  }, most);
}

/** Opens the table's menu and presses what is named there. */
export async function fromMenu(page, say, ...keys) {
  await page.getByRole('button', { name: say('web.table-menu') }).click();
  for (const key of keys) await page.locator('dialog').getByRole('button', { name: say(key), exact: true }).click();
}

/** Plays whatever the text board offers until the match is over. `press` says how a button is pressed. */
export async function playInWords(page, press = (button) => button.click()) {
  const over = page.locator('dialog .result');
  const offered = page.locator('.choices .things button:enabled');
  let moves = 0;
  for (let turn = 0; turn < 600; turn += 1) {
    await over.or(offered.first()).first().waitFor();
    if (await over.isVisible()) return moves;
    const count = await offered.count();
    if (count === 0) continue;
    // Any will do; not always the first one, so that networks grow in all directions.
    const button = offered.nth((turn * 7) % count);
    const before = await page.locator('h1').getAttribute('data-seq');
    const pressed = await press(button).then(
      () => true,
      () => false,
    );
    if (!pressed) continue;
    moves += 1;
    await page
      .waitForFunction(
        (seq) => document.querySelector('h1').dataset.seq !== seq || document.querySelector('dialog .result'),
        before,
        { timeout: 5000 },
      )
      .catch(() => undefined);
  }
  throw new Error('The match does not end.');
}

/** Every seat's score is the sum of what stands below it. */
export async function checkResult(page, seats) {
  const rows = await page.locator('dialog .result li').all();
  assert.equal(rows.length, seats);
  const figure = (text) => Number(text.replace('−', '-').replace(/[^\d-]/g, ''));
  const scores = [];
  for (const row of rows) {
    const details = row.locator('details');
    if ((await details.getAttribute('open')) === null) await row.locator('summary').click();
    const score = figure(await row.locator('.score').innerText());
    const points = await row.locator('tr:not(.sum) .points').allInnerTexts();
    assert.ok(points.length > 0, 'no line says where the points came from');
    assert.equal(
      points.map(figure).reduce((sum, each) => sum + each, 0),
      score,
    );
    scores.push(score);
  }
  assert.deepEqual(
    scores,
    [...scores].sort((one, two) => two - one),
    'the winner stands first',
  );
  return scores;
}
