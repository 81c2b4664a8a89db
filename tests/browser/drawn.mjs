// A person at TransEuropa's drawn board: sees what may be done, points at it, and plays it by pointer, touch or keys.

import assert from 'node:assert/strict';
import { shows } from './house.mjs';

/** What the page shows that wants something of the person who looks at it; null while it is others' turn. */
function wants() {
  if (document.querySelector('dialog .result') !== null) return 'over';
  if (document.querySelector('.told .button.solid') !== null) return 'told';
  if (document.querySelector('.lesson button') !== null) return 'lesson';
  return document.querySelector('[data-target]') === null ? null : 'play';
}

/** The legal targets that can be pointed at where they are now: on the screen, with nothing lying over them. */
function inSight() {
  const seen = [];
  for (const target of document.querySelectorAll('[data-target]')) {
    const box = target.querySelector('.te-legal-band, .spot').getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const there = document.elementFromPoint(x, y);
    if (there?.closest('.te-board') && !there.closest('button, .told, .notes')) {
      seen.push({ name: target.dataset.target, x, y, dear: target.querySelector('.te-dear') !== null });
    }
  }
  return seen;
}

/** What the person's own action was, as it went to the server; `play` is what the person does. */
export async function played(page, play) {
  const sent = page.waitForResponse((answer) => answer.url().endsWith('/actions'));
  await play();
  const answer = await sent;
  const { action } = answer.request().postDataJSON();
  assert.equal(answer.status(), 200, `${JSON.stringify(action)} was offered and is refused`);
  await shows(page, (await answer.json()).seq);
  return action;
}

export const thingOf = (action) => action.edge ?? action.node ?? null;

/** The targets in sight; where the map hides them all, it is fitted as a person would. */
async function targetsInSight(page, press) {
  for (let tries = 0; tries < 3; tries += 1) {
    const seen = await page.evaluate(inSight);
    if (seen.length > 0) return seen;
    await press(page.locator('.controls button').nth(-2));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  throw new Error('Something may be done, and nothing of it is in sight.');
}

/**
 * Plays on the drawn board until the match is over. `lay` is how one target is pointed at and played; `press` how a
 * button is. Says how many actions were made, how many rounds were told and which lessons were read.
 */
export async function playDrawn(page, { lay, press = (button) => button.click() }) {
  const done = { moves: 0, stops: 0, told: 0, lessons: 0 };
  for (let turn = 0; turn < 700; turn += 1) {
    const wanted = await (await page.waitForFunction(wants)).jsonValue();
    if (wanted === 'over') return done;
    if (wanted === 'told') {
      // One player after another, then on.
      const button = page.locator('.told .button.solid');
      if (await press(button).then(() => true, () => false)) done.told += 1;
    } else if (wanted === 'lesson') {
      if (await press(page.locator('.lesson button')).then(() => true, () => false)) done.lessons += 1;
    } else {
      const stop = page.locator('.tray .actions .button.solid');
      // Now and then one rail is enough.
      if (done.stops * 12 < done.moves - 1 && (await stop.isVisible())) {
        assert.deepEqual(await played(page, () => press(stop)), { type: 'stop' });
        done.stops += 1;
      } else {
        const seen = await targetsInSight(page, press);
        const target = seen[(turn * 7) % seen.length];
        const action = await played(page, () => lay(target, done.moves));
        assert.equal(thingOf(action), target.name, 'what was pointed at is what is played');
      }
      done.moves += 1;
    }
  }
  throw new Error('The match does not end.');
}

/** With a mouse: what is pointed at is lit before it is clicked. */
export const byMouse = (page) => async (target, turn) => {
  await page.mouse.move(target.x, target.y);
  if (turn % 5 === 0) await page.locator('.aimed').waitFor();
  await page.mouse.click(target.x, target.y);
};

/** By touch: a first tap previews; a second one, or the button in the sheet, does it. */
export const byTouch = (page, say) => async (target, turn) => {
  const chosen = page.locator(`[data-target="${target.name}"][aria-pressed="true"]`);
  const confirm = page.getByRole('button', { name: say('web.confirm-do'), exact: true });
  const within = (wait) => wait.then(
    () => true,
    () => false,
  );
  // While the map comes to rest, a tap counts for nothing; a person looks where the thing is now and taps again.
  const tap = async () => {
    await page.locator('div.frame:not(.settling)').waitFor({ state: 'attached' });
    const seen = await targetsInSight(page, (button) => button.tap());
    const now = seen.find((each) => each.name === target.name) ?? target;
    await page.touchscreen.tap(now.x, now.y);
  };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await tap();
    if (await within(chosen.waitFor({ state: 'attached', timeout: 4000 }))) break;
  }
  await confirm.waitFor();
  if (turn % 2 === 0) {
    await tap();
    if (await within(chosen.waitFor({ state: 'detached', timeout: 4000 }))) return;
  }
  await confirm.tap();
};

/** What has the focus: a target's name, or null. */
const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute('data-target') ?? null);

/** Walks with the tab key until something that matches has the focus: everything must be in its order. */
export async function walkTo(page, selector, most = 90) {
  for (let steps = 0; steps < most; steps += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The tab key does not lead to ${selector}.`);
}

const WAYS = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'PageDown'];

/** By keys alone: Tab leads to the targets, arrows walk among them, Enter plays. */
export async function playByKeys(page, { most = Infinity } = {}) {
  const done = { moves: 0, told: 0, walked: 0 };
  while (done.moves < most) {
    const wanted = await (await page.waitForFunction(wants)).jsonValue();
    if (wanted === 'over') return done;
    if (wanted !== 'play') {
      await walkTo(page, wanted === 'told' ? '.told .button.solid' : '.lesson button');
      await page.keyboard.press('Enter');
      if (wanted === 'told') done.told += 1;
      continue;
    }
    await walkTo(page, '[data-target]');
    const start = await focused(page);
    for (let step = 0; step < 1 + (done.moves % 3); step += 1) {
      await page.keyboard.press(WAYS[(done.moves + step) % WAYS.length]);
    }
    const target = await focused(page);
    if (target !== start) done.walked += 1;
    const action = await played(page, () => page.keyboard.press(done.moves % 2 === 0 ? 'Enter' : ' '));
    assert.equal(thingOf(action), target, 'what has the focus is what is played');
    done.moves += 1;
  }
  return done;
}
