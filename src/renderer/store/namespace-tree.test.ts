import { expect, it } from 'vitest';
import { namespaceRows } from './namespace-tree.ts';

const namespaces = [['users', 'bob'], ['docs'], ['users', 'ada', 'notes'], ['users', 'ada']];

const rowsOf = (...args: Parameters<typeof namespaceRows>) =>
  namespaceRows(...args).map(({ label, depth, items }) => `${'  '.repeat(depth)}${label} ${items ?? '?'}`);

it('namespaces are a tree in order, with the labels above them', () => {
  expect(rowsOf(namespaces, null, '')).toEqual([
    'All namespaces ?',
    '  docs ?',
    '  users ?',
    '    ada ?',
    '      notes ?',
    '    bob ?',
  ]);
});

it('items count for each namespace above theirs', () => {
  const counts = [
    { namespace: ['users', 'ada'], items: 2 },
    { namespace: ['users', 'ada', 'notes'], items: 3 },
    { namespace: ['docs'], items: 1 },
  ];
  expect(rowsOf(namespaces, counts, '')).toEqual([
    'All namespaces 6',
    '  docs 1',
    '  users 5',
    '    ada 5',
    '      notes 3',
    '    bob 0',
  ]);
});

it('a search keeps the namespaces with a label that contains it, and what is above them', () => {
  expect(rowsOf(namespaces, null, ' BO ')).toEqual(['All namespaces ?', '  users ?', '    bob ?']);
  expect(rowsOf(namespaces, null, 'zzz')).toEqual(['All namespaces ?']);
});

it('labels that look alike when joined are different namespaces', () => {
  expect(namespaceRows([['a', 'b'], ['a / b']], null, '').map(({ id }) => id)).toEqual([
    '[]',
    '["a"]',
    '["a","b"]',
    '["a / b"]',
  ]);
});
