// Loads a game's drawn board with the content it asks for.

import { get } from './api';
import { boardLoader, type GameBoard } from './games';

export interface Loaded {
  board: GameBoard;
  content: Record<string, unknown>;
}

export async function loadBoard(game: string): Promise<Loaded | null> {
  const load = boardLoader(game);
  if (load === undefined) return null;
  const [{ board }, { files }] = await Promise.all([
    load(),
    get<{ files: Record<string, string> }>(`/api/games/${game}/content`),
  ]);
  const content = Object.fromEntries(
    await Promise.all(
      board.content.map(async (file): Promise<[string, unknown]> => [
        file,
        await get(`/api/games/${game}/content/${file}?v=${files[file] ?? ''}`),
      ]),
    ),
  );
  return { board, content };
}

/** Scores as a game gives them, or by the view's own `scores`. */
export function scoresOf(board: GameBoard | null, view: Record<string, unknown>, seats: number): (number | null)[] {
  const list = view['scores'];
  return Array.from({ length: seats }, (_, seat) => {
    if (board?.score !== undefined) return board.score(view, seat);
    const score: unknown = Array.isArray(list) ? list[seat] : null;
    return typeof score === 'number' ? score : null;
  });
}
