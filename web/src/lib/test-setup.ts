// Unit tests run without a browser; what modules touch while they load is stood in for here.

import { vi } from 'vitest';

vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('location', new URL('http://house.test/'));
