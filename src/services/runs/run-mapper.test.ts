import { describe, expect, it } from 'vitest';
import { toRunOrigin } from './run-mapper.ts';

describe('beginningOf', () => {
  it.each<[string, unknown, string, string | null]>([
    ['an input', { input: { n: 1 } }, 'input', null],
    ['an empty input, which starts a new turn', { input: {} }, 'input', null],
    ['an answer', { command: { resume: { a1: false } } }, 'resume', null],
    ['nothing', { input: null }, 'continue', null],
    ['a jump', { command: { goto: 'a' } }, 'continue', null],
    ['a checkpoint', { config: { configurable: { checkpoint_id: 'c' } } }, 'continue', 'c'],
    ['no word of it', undefined, 'unknown', null],
  ])('reads %s', (_, kwargs, kind, checkpointId) => {
    expect(toRunOrigin(kwargs)).toEqual({ kind, checkpointId });
  });
});
