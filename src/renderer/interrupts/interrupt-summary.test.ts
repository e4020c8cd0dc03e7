import { describe, expect, it } from 'vitest';
import { escapeInvisible } from '../../shared/escape-invisible.ts';
import { differingValues } from './interrupt-summary.ts';

const buildInterrupt = (value: unknown, nodeId = 'review') => ({
  taskId: 't',
  index: 0,
  id: `${nodeId} ${JSON.stringify(value)}`,
  nodeId,
  valueText: JSON.stringify(value),
});

describe('differingValues', () => {
  it.each<[string, unknown[], (string | null)[]]>([
    ['nothing for questions that differ already', ['One?', 'Two?'], [null, null]],
    [
      'the member that differs',
      [
        { question: 'Publish?', draft: 'first', n: 1 },
        { question: 'Publish?', draft: 'second', n: 1 },
      ],
      ['draft: first', 'draft: second'],
    ],
    [
      'a member deep inside, in an object and a list',
      [
        { question: 'Pay?', order: { id: 123456, lines: [{ sku: 'a' }] } },
        { question: 'Pay?', order: { id: 123456, lines: [{ sku: 'b' }] } },
      ],
      ['order.lines.0.sku: a', 'order.lines.0.sku: b'],
    ],
    [
      'at most two members, with what is missing elsewhere',
      [
        { question: 'Pay?', a: 1, b: 1, c: 1 },
        { question: 'Pay?', a: 2, c: 2, d: 2 },
      ],
      ['a: 1, b: 1', 'a: 2, c: 2'],
    ],
    [
      'a number where the values are the same',
      [{ question: 'Pay?' }, { question: 'Pay?' }],
      ['1 of 2', '2 of 2'],
    ],
    [
      'a number where a value has less than the others',
      [{ question: 'Pay?' }, { question: 'Pay?', id: 1 }],
      ['1 of 2', 'id: 1'],
    ],
    [
      'hidden characters, as such',
      [
        { question: 'Pay?', to: 'alice' },
        { question: 'Pay?', to: 'ali\u202ece' },
        { question: 'Pay?', to: 'alice\ufeff' },
      ],
      ['to: alice', `to: ${escapeInvisible('ali\u202ece')}`, `to: ${escapeInvisible('alice\ufeff')}`],
    ],
    [
      'a number where only the ends of long texts differ',
      [
        { question: 'Ok?', text: `${'x'.repeat(90)}a` },
        { question: 'Ok?', text: `${'x'.repeat(90)}b` },
      ],
      ['1 of 2', '2 of 2'],
    ],
  ])('says %s', (_, values, expected) => {
    expect(differingValues(values.map((value) => buildInterrupt(value)))).toEqual(expected);
  });

  it('compares only questions of one node', () => {
    expect(
      differingValues([
        buildInterrupt({ question: 'Ok?', n: 1 }),
        buildInterrupt({ question: 'Ok?', n: 2 }, 'other'),
      ]),
    ).toEqual([null, null]);
  });

  it('does not read values that are long', () => {
    const long = (end: string) => ({ question: 'Ok?', text: 'x'.repeat(200_000), end });
    expect(differingValues([buildInterrupt(long('a')), buildInterrupt(long('b'))])).toEqual([
      '1 of 2',
      '2 of 2',
    ]);
  });
});
