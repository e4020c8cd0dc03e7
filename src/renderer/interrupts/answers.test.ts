import { describe, expect, it } from 'vitest';
import { answerable, answerProblem, answersOf } from './answers.ts';

const interrupt = (id: string | null) => ({ id, valueText: '1', nodeId: 'n' });

describe('answerProblem', () => {
  it.each(['false', '0', '""', 'null', '{}', '[]', '9007199254740993', '"words"'])('takes %s', (text) => {
    expect(answerProblem(text)).toBeNull();
  });

  it.each([
    ['', 'Write an answer'],
    ['yes', 'line 1, column 1'],
    ['{"a": }', 'line 1, column 7'],
  ])('refuses %j and says where', (text, words) => {
    expect(answerProblem(text)).toContain(words);
  });
});

describe('answersOf', () => {
  it('answers each id once, and leaves breakpoints out', () => {
    const interrupts = answerable([interrupt('a'), interrupt(null), interrupt('b'), interrupt('a')]);
    expect(answersOf(interrupts, (id) => `"${id}"`)).toEqual([
      { interruptId: 'a', valueText: '"a"' },
      { interruptId: 'b', valueText: '"b"' },
    ]);
  });
});
