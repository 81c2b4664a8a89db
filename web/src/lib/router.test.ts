import { describe, expect, it } from 'vitest';
import { pageOf } from './router.svelte';

const page = (path: string): object => pageOf(new URL(path, 'http://house.test'));

describe('addresses', () => {
  it.each([
    ['/', { name: 'lobby' }],
    ['/new/transeuropa', { name: 'new', game: 'transeuropa' }],
    ['/table/k3v', { name: 'table', table: 'k3v' }],
    ['/table/k3v/replay?at=12&seat=1', { name: 'replay', table: 'k3v', seq: 12, seat: 1 }],
    ['/table/k3v/replay?at=-2', { name: 'replay', table: 'k3v', seq: null, seat: null }],
    ['/replay', { name: 'viewer' }],
    ['/rules/transeuropa#4.3', { name: 'rules', game: 'transeuropa', anchor: '4.3' }],
    ['/link/ABC', { name: 'link', code: 'ABC' }],
    ['/settings', { name: 'settings' }],
    ['/nowhere', { name: 'lost' }],
    ['/table', { name: 'lost' }],
  ])('%s', (path, expected) => expect(page(path)).toEqual(expected));
});
