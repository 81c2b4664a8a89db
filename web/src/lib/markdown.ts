// The little Markdown that rules files use, as data: headings, paragraphs, lists, tables, bold, italic, code, links.
// Nothing becomes HTML by itself: components write every text as text, so there is nothing to escape.

export type Span =
  | { kind: 'text'; text: string }
  | { kind: 'strong'; spans: Span[] }
  | { kind: 'emphasis'; spans: Span[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; spans: Span[] };

export type Block =
  | { kind: 'heading'; depth: number; spans: Span[]; anchor: string }
  | { kind: 'paragraph'; spans: Span[]; anchor: string; number: string }
  | { kind: 'list'; ordered: boolean; items: Span[][] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] }
  | { kind: 'code'; text: string };

const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/s;

export function spansOf(text: string): Span[] {
  const found: Span[] = [];
  let rest = text;
  for (;;) {
    const match = INLINE.exec(rest);
    if (match === null) break;
    const [whole, strong, emphasis, code, words, href] = match;
    if (match.index > 0) found.push({ kind: 'text', text: rest.slice(0, match.index) });
    if (strong !== undefined) found.push({ kind: 'strong', spans: spansOf(strong) });
    else if (emphasis !== undefined) found.push({ kind: 'emphasis', spans: spansOf(emphasis) });
    else if (code !== undefined) found.push({ kind: 'code', text: code });
    else if (words !== undefined && href !== undefined && safeAddress(href)) {
      found.push({ kind: 'link', href, spans: spansOf(words) });
    } else found.push({ kind: 'text', text: whole });
    rest = rest.slice(match.index + whole.length);
  }
  if (rest !== '') found.push({ kind: 'text', text: rest });
  return found;
}

/** A place on this page or this server, or a web page; never a script. */
function safeAddress(href: string): boolean {
  return /^(#|\/(?!\/)|https?:\/\/)/.test(href);
}

export function plainText(spans: readonly Span[]): string {
  return spans.map((span) => ('text' in span ? span.text : plainText(span.spans))).join('');
}

/** The number a rule or a section begins with: `4.3`. Its anchor is the number itself. */
function leadingNumber(spans: readonly Span[]): string {
  return /^(\d+(?:\.\d+)*)\b/.exec(plainText(spans))?.[1] ?? '';
}

const cells = (line: string): Span[][] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => spansOf(cell.trim()));

export function blocksOf(text: string): Block[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const found: Block[] = [];
  let at = 0;
  const line = (): string => lines[at] ?? '';
  const item = /^\s*(?:[-*]|(\d+)[.)])\s+(.*)$/;
  while (at < lines.length) {
    if (line().trim() === '') {
      at += 1;
      continue;
    }
    const heading = /^(#{1,6})\s+(.*)$/.exec(line());
    if (heading !== null) {
      const spans = spansOf(heading[2] ?? '');
      found.push({ kind: 'heading', depth: heading[1]?.length ?? 1, spans, anchor: leadingNumber(spans) });
      at += 1;
    } else if (line().startsWith('```')) {
      const code: string[] = [];
      for (at += 1; at < lines.length && !line().startsWith('```'); at += 1) code.push(line());
      at += 1;
      found.push({ kind: 'code', text: code.join('\n') });
    } else if (line().trimStart().startsWith('|')) {
      const rows: string[] = [];
      for (; at < lines.length && line().trimStart().startsWith('|'); at += 1) rows.push(line());
      const ruled = rows[1] !== undefined && /^[\s|:-]+$/.test(rows[1]);
      const [head = '', ...body] = ruled ? [rows[0], ...rows.slice(2)] : ['', ...rows];
      found.push({ kind: 'table', head: head === '' ? [] : cells(head), rows: body.map(cells) });
    } else if (item.test(line())) {
      const ordered = item.exec(line())?.[1] !== undefined;
      const items: string[] = [];
      for (; at < lines.length && line().trim() !== ''; at += 1) {
        const match = item.exec(line());
        if (match !== null) items.push(match[2] ?? '');
        else items[items.length - 1] += ` ${line().trim()}`;
      }
      found.push({ kind: 'list', ordered, items: items.map(spansOf) });
    } else {
      const words: string[] = [];
      for (; at < lines.length && line().trim() !== '' && !/^(#{1,6}\s|```|\s*\|)/.test(line()); at += 1) {
        words.push(line().trim());
      }
      const spans = spansOf(words.join(' '));
      const number = spans[0]?.kind === 'strong' ? leadingNumber(spans) : '';
      found.push({ kind: 'paragraph', spans, anchor: number, number });
    }
  }
  return found;
}
