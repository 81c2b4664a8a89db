import type { GameBoard } from '$lib/games';
import Board from './Board.svelte';
import End from './End.svelte';
import Hand from './Hand.svelte';
import { lessons } from './lessons';
import { FILES } from './model';
import { asView } from './position';
import Seat from './Seat.svelte';
import Stock from './Stock.svelte';

export const board: GameBoard = {
  Board,
  Hand,
  shelf: true,
  asks: { turn: 'board.ask-turn', claim: 'board.ask-claim', chain: 'board.ask-chain' },
  Seat,
  Stock,
  End,
  tells: true,
  content: FILES,
  score: (view, seat) => asView(view).scores[seat] ?? null,
  lessons,
};
