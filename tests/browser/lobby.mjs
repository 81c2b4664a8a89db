// What the lobby has once for every game.

/** *Play now* of one game. */
export const playButton = (page, say, game = 'transeuropa') =>
  page
    .locator('article')
    .filter({ has: page.locator(`a[href="/rules/${game}"]`) })
    .getByRole('button', { name: say('web.play-now') });
