// The pieces' symbols, once in the page, for every `<use href="#te-…">` of board, hand and seat bar.

import drawing from './pieces.svg?raw';

const ID = 'te-pieces';

export function bringPieces(): void {
  if (document.getElementById(ID) !== null) return;
  const read = new DOMParser().parseFromString(drawing, 'text/html');
  const defs = read.querySelector('defs');
  if (defs === null) return;
  const holder = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  holder.id = ID;
  holder.setAttribute('width', '0');
  holder.setAttribute('height', '0');
  holder.setAttribute('aria-hidden', 'true');
  holder.setAttribute('class', 'te-pieces');
  holder.append(document.importNode(defs, true));
  document.body.append(holder);
}

/** How a piece is put on the board. */
export function set(x: number, y: number, turn = 0, scale = 1): string {
  return `translate(${x} ${y})${turn === 0 ? '' : ` rotate(${turn})`}${scale === 1 ? '' : ` scale(${scale})`}`;
}

/** The tint of a network's ballast. */
export function tint(colour: string, share = 26): string {
  return `color-mix(in srgb, var(--seat-${colour}) ${share}%, var(--te-ballast-plain))`;
}
