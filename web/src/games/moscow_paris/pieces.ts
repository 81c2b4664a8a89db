// The wagons' symbols, once in the page, for every `<use href="#mp-…">` of board, hand and seat list.

import drawing from './pieces.svg?raw';

const ID = 'mp-pieces';

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
  holder.append(document.importNode(defs, true));
  document.body.append(holder);
}
