import { describe, expect, it } from 'vitest';
import { blocksOf, plainText, spansOf } from './markdown';

describe('rules text', () => {
  it('gives every numbered rule its own address', () => {
    const blocks = blocksOf('# Game\n\n## 4 Laying\n\n**4.3** Every rail must touch\nthe network. *(ruling)*\n');
    expect(blocks.map((block) => ('anchor' in block ? block.anchor : ''))).toEqual(['', '4', '4.3']);
    const rule = blocks[2];
    expect(rule?.kind === 'paragraph' && plainText(rule.spans)).toBe('4.3 Every rail must touch the network. (ruling)');
  });

  it('reads lists and tables', () => {
    const blocks = blocksOf('- one\n  more\n- two\n\n| a | b |\n| --- | --- |\n| 1 | **2** |\n');
    expect(blocks[0]).toMatchObject({ kind: 'list', ordered: false });
    expect(blocks[0]?.kind === 'list' && blocks[0].items.map(plainText)).toEqual(['one more', 'two']);
    expect(blocks[1]?.kind === 'table' && blocks[1].rows.map((row) => row.map(plainText))).toEqual([['1', '2']]);
  });

  it('ends, whatever it is given', () => {
    for (const text of ['```\nopen', '|', '#', '**', '-', '* *', '1.', '[a](b', '\u0000'])
      expect(blocksOf(text)).toBeDefined();
  });
});

describe('what could do harm', () => {
  it('stays text: nothing here becomes markup', () => {
    expect(spansOf('<img src=x onerror=alert(1)>')).toEqual([{ kind: 'text', text: '<img src=x onerror=alert(1)>' }]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '//elsewhere.example', 'vbscript:x'])(
    'is no link: %s',
    (href) => {
      expect(spansOf(`[press](${href})`).some((span) => span.kind === 'link')).toBe(false);
    },
  );

  it('links within the page and to web pages', () => {
    expect(spansOf('see [4.3](#4.3)')[1]).toMatchObject({ kind: 'link', href: '#4.3' });
  });
});
