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
  Seat,
  Stock,
  End,
  tells: true,
  asks: {
    'choose-long': 'board.prompt-choose-long',
    'choose-tickets': 'board.prompt-choose-tickets',
    'keep-tickets': 'board.prompt-keep-tickets',
    turn: 'board.prompt-turn',
    'second-card': 'board.prompt-second-card',
    tunnel: 'board.prompt-tunnel',
  },
  offers: ['draw', 'take-back'],
  content: FILES,
  score: (view, seat) => asView(view).players[seat]?.points ?? null,
  lessons,
};
