import { describe, expect, it } from 'vitest';
import { fuzzyScore } from './fuzzy-score.ts';

const score = (search: string, ...keywords: string[]): number => fuzzyScore('thread 1', search, keywords);

describe('what the command palette finds', () => {
  it('needs every word, in any order and case', () => {
    expect(score('november RELEASE', 'Release notes, November')).toBeGreaterThan(0);
    expect(score('release december', 'Release notes, November')).toBe(0);
  });

  it('does not take letters that are scattered over a row for a word', () => {
    expect(score('rel', 'Close thread')).toBe(0);
    expect(score('rel', 'Third quarter, all accounts')).toBe(0);
  });

  it('finds by id and by graph, which stand behind the name', () => {
    expect(score('46138a84', 'Release notes', '46138a84-a685', 'writer')).toBeGreaterThan(0);
    expect(score('writer', 'Release notes', '46138a84-a685', 'writer')).toBeGreaterThan(0);
  });

  it('puts the beginning of a name before the beginning of a word, and that before the rest', () => {
    const order = [
      score('no', 'November'),
      score('no', 'Release notes'),
      score('no', 'An unknown thread'),
      score('no', 'December'),
    ];
    expect(order).toEqual(order.toSorted((a, b) => b - a));
    expect(new Set(order).size).toBe(4);
  });

  it('shows everything while nothing is typed', () => {
    expect(score('', 'Add a server')).toBe(1);
    expect(score('  ', 'Add a server')).toBe(1);
  });
});
