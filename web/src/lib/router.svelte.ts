// Addresses and pages, by the history of the browser.

export type Page =
  | { name: 'lobby' }
  | { name: 'new'; game: string }
  | { name: 'table'; table: string }
  | { name: 'replay'; table: string; seq: number | null; seat: number | null }
  | { name: 'viewer' }
  | { name: 'rules'; game: string; anchor: string }
  | { name: 'settings' }
  | { name: 'link'; code: string }
  | { name: 'lost' };

const whole = (text: string | null): number | null => (text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null);

export function pageOf(address: URL): Page {
  const [first = '', second = '', third = ''] = address.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  if (first === '') return { name: 'lobby' };
  if (first === 'new' && second !== '') return { name: 'new', game: second };
  if (first === 'table' && second !== '' && third === 'replay') {
    const query = address.searchParams;
    return { name: 'replay', table: second, seq: whole(query.get('at')), seat: whole(query.get('seat')) };
  }
  if (first === 'table' && second !== '') return { name: 'table', table: second };
  if (first === 'replay') return { name: 'viewer' };
  if (first === 'rules' && second !== '') return { name: 'rules', game: second, anchor: address.hash.slice(1) };
  if (first === 'settings') return { name: 'settings' };
  if (first === 'link' && second !== '') return { name: 'link', code: second };
  return { name: 'lost' };
}

function pageNow(): Page {
  try {
    return pageOf(new URL(location.href));
  } catch {
    return { name: 'lost' };
  }
}

class Router {
  page: Page = $state.raw(pageNow());

  start(): void {
    addEventListener('popstate', () => {
      this.page = pageNow();
    });
    // Plain links work as links everywhere; here they don't load the page anew.
    document.addEventListener('click', (event) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link === null || link.target !== '' || link.hasAttribute('download')) return;
      if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return;
      event.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    });
  }

  go(path: string, replace = false): void {
    const from = location.pathname;
    history[replace ? 'replaceState' : 'pushState'](null, '', path);
    this.page = pageNow();
    if (from !== location.pathname) {
      scrollTo(0, 0);
      // A page change is told to screen readers by moving to its heading.
      requestAnimationFrame(() => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true }));
    }
  }

  /** The address changes, the page stays: a position of a replay. */
  rename(path: string): void {
    history.replaceState(null, '', path);
  }
}

export const router = new Router();
