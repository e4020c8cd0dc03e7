import { describe, expect, it } from 'vitest';
import type { Thread } from '../../shared/model/thread.ts';
import { matchesFilter, parseTags, threadTitle } from './thread-labels.ts';

const thread: Thread = {
  threadId: '01a1fae7-6041-7c00-8000-000000000001',
  status: 'interrupted',
  name: 'Release notes, November',
  tags: ['billing'],
  graphId: 'writer',
  assistantId: null,
  createdAt: null,
  updatedAt: null,
};

describe('a thread in words', () => {
  it('is called by its name, else by its shortened id', () => {
    expect(threadTitle(thread)).toBe('Release notes, November');
    expect(threadTitle({ ...thread, name: null })).toBe('01a1…00000001');
  });

  it.each([
    ['', true],
    ['november', true],
    ['writer interrupted', true],
    ['01a1fae7', true],
    ['writer failed', false],
    ['billing', true],
    ['support', false],
  ])('is found by %j: %j', (filter, expected) => {
    expect(matchesFilter(thread, filter)).toBe(expected);
  });

  it('has tags that were typed between commas, each once', () => {
    expect(parseTags(' billing, urgent ,, billing')).toEqual(['billing', 'urgent']);
    expect(parseTags('')).toEqual([]);
  });
});
