import { describe, expect, it } from 'vitest';
import { restored, type Settings } from './settings.svelte';

const fresh: Settings = {
  language: 'en',
  theme: 'auto',
  speed: 'normal',
  confirm: false,
  patterns: true,
  sound: false,
  text: false,
  seen: [],
  unread: [],
};

describe('stored settings', () => {
  it('are taken where they still fit', () => {
    expect(restored('{"language":"ru","confirm":true,"seen":["a:b"]}', fresh)).toEqual({
      ...fresh,
      language: 'ru',
      confirm: true,
      seen: ['a:b'],
    });
  });

  it.each([
    '',
    'null',
    '[]',
    '{"confirm":"yes"}',
    '{"seen":"x"}',
    '{"seen":[1]}',
    '{"language":"xx"}',
    '{"other":1}',
    '{',
  ])('are left where they don’t: %s', (stored) => expect(restored(stored, fresh)).toEqual(fresh));
});
