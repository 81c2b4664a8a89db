import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from './message';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const catalogue = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(here(`../../../src/roundhouse/locales/${language}.json`), 'utf-8')) as Record<string, string>;

const sources = readdirSync(here('..'), { recursive: true, encoding: 'utf-8' })
  .filter((name) => /\.(ts|svelte)$/.test(name) && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(here(`../${name}`), 'utf-8'))
  .join('\n');

/** Keys written out, and the patterns of those put together: `web.step-${step}-text`. */
const said = new Set(sources.match(/(?<=')web\.[a-z-]+(?:\.[a-z-]+)*(?=')/g));
const patterns = [...new Set(sources.match(/(?<=`)web\.[^`]*\$\{[^`]*(?=`)/g))].map(
  (text) => new RegExp(`^${text.replaceAll('.', '\\.').replace(/\$\{[^}]*\}+/g, '[a-z-]+')}$`),
);

describe.each(['en', 'ru'])('words of the client (%s)', (language) => {
  const words = catalogue(language);

  it('has every word the client says', () => {
    expect(said.size).toBeGreaterThan(150);
    expect([...said].filter((key) => !(key in words))).toEqual([]);
    for (const pattern of patterns) {
      expect(Object.keys(words).some((key) => pattern.test(key)), String(pattern)).toBe(true);
    }
  });

  it('has none that nobody says', () => {
    const unused = Object.keys(words).filter(
      (key) => key.startsWith('web.') && !said.has(key) && !patterns.some((pattern) => pattern.test(key)),
    );
    expect(unused).toEqual([]);
  });

  it('can be read by the client, all of it', () => {
    for (const text of Object.values(words)) expect(() => parse(text), text).not.toThrow();
  });
});
