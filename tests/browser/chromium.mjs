// A real browser for the tests: the one that CHROMIUM names (`make test-browser` finds or installs it), else the
// machine's own.

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

// The client's own packages: nothing else is installed for the tests.
const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');

export const axe = require.resolve('axe-core/axe.min.js');

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function executable() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const found = NAMES.map((name) => join(folder, name)).find((path) => existsSync(path));
    if (found !== undefined) return found;
  }
  throw new Error('There is no Chromium here: run `make test-browser`, which finds or installs one.');
}

export function launch() {
  // Chromium's own sandbox refuses root, who often runs tests in a container.
  return chromium.launch({
    executablePath: executable(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'],
  });
}
