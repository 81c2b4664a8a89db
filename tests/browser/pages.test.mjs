// Every page, in both themes and on both screens: axe finds no serious fault, nothing is wider than the screen, and
// no word is missing from the catalogue.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { axe } from './chromium.mjs';
import { PHONE, checkResult, enter, hurry, openHouse, playQuickly, wordsOf } from './house.mjs';
import { playButton } from './lobby.mjs';

const source = readFileSync(axe, 'utf8');

let house;
before(async () => {
  house = await openHouse();
});
after(() => house?.close());

/** What is wrong with the page as it is now, gathered so that one run tells all. */
async function faultsOf(page, name) {
  // What moves in has to have arrived before colours are measured.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
        .map((each) => each.finished.catch(() => undefined)),
    ),
  );
  await page.evaluate(source);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  const found = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${name}: ${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`),
    );
  const text = await page.locator('body').innerText();
  const code = /\b(web|refusal|prompt|journal|line|choice|score)\.[a-z]+[a-z.-]*\b/.exec(text);
  if (code !== null) found.push(`${name}: no word for ${code[0]}`);
  const { wide, screen } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    screen: innerWidth,
  }));
  if (wide > screen) found.push(`${name}: ${wide} wide on a screen of ${screen}`);
  return found;
}

for (const { name, options, language } of [
  { name: 'desktop, light, English', options: { colorScheme: 'light' }, language: 'en' },
  { name: 'desktop, dark, Russian', options: { colorScheme: 'dark', locale: 'ru-RU' }, language: 'ru' },
  { name: 'phone, light, Russian', options: { ...PHONE, colorScheme: 'light', locale: 'ru-RU' }, language: 'ru' },
  { name: 'phone, dark, English', options: { ...PHONE, colorScheme: 'dark' }, language: 'en' },
]) {
  test(`pages: ${name}`, { timeout: 900_000 }, async () => {
    const say = await wordsOf(house.address, language);
    const page = await house.visitor(options, { speed: 'none' });
    const found = [];
    const audit = async (...where) => found.push(...(await faultsOf(...where)));
    await page.goto(house.address);
    await page.locator('article h2').first().waitFor();
    await page.locator('.enamel').waitFor();
    await audit(page, 'lobby, empty');
    await playButton(page, say).click();
    await page.locator('dialog input').waitFor();
    await audit(page, 'name');
    await enter(page, 'Maja');
    await page.waitForURL('**/table/*');
    const table = page.url();
    await page.locator('.actions button').first().waitFor();
    await audit(page, 'table, drawn');

    await page.goto(`${house.address}/settings`);
    await page.locator('section').first().waitFor();
    await page.getByRole('button', { name: say('web.make-link') }).click();
    await page.locator('.link img').waitFor();
    await audit(page, 'settings');
    await page.getByRole('switch', { name: new RegExp(say('web.set-text')) }).check();

    await page.goto(table);
    await page.locator('.things button').first().waitFor();
    await audit(page, 'table, in words');
    await hurry(page);
    await playQuickly(page);
    await page.locator('dialog .result').waitFor();
    await audit(page, 'result');
    await checkResult(page, 3);
    await page.goto(`${table}/replay?at=3`);
    await page.locator('.steps').waitFor();
    await audit(page, 'replay');

    await page.goto(`${house.address}/new/transeuropa`);
    await page.locator('form').waitFor();
    await audit(page, 'new table');
    await page.getByRole('button', { name: say('web.open-table') }).click();
    await page.locator('.invite').waitFor();
    await audit(page, 'waiting room');
    await page.goto(`${house.address}/rules/transeuropa#4.3`);
    await page.locator('.rule').first().waitFor();
    await audit(page, 'rules');
    for (const path of ['/replay', '/nowhere', '/link/ABCD', '/']) {
      await page.goto(house.address + path);
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await audit(page, path);
    }
    assert.deepEqual(found, []);
  });
}

test('the page about the interface brings its style, no page may bring more', { timeout: 300_000 }, async () => {
  const page = await house.visitor();
  await page.goto(`${house.address}/api/docs`);
  const widthOf = () => page.locator('body').evaluate((body) => getComputedStyle(body).maxWidth);
  assert.notEqual(await widthOf(), 'none');
  assert.ok((await page.locator('tr').count()) > 30);
  // What somebody managed to write into a page would have no effect, neither there nor on the client's own.
  for (const path of ['/api/docs', '/']) {
    await page.goto(house.address + path);
    await page.locator('h1, h2').first().waitFor({ state: 'attached' });
    const before = house.faults.length;
    const shown = await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<style>body { opacity: 0.5 }</style><i style="opacity: 0.5"></i>');
      return [document.body, document.body.lastElementChild].map((each) => getComputedStyle(each).opacity);
    });
    assert.deepEqual(shown, ['1', '1']);
    await page.waitForTimeout(100);
    assert.equal(house.faults.splice(before).length, 2);
  }
});
