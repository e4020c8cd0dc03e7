import { expect, it } from 'vitest';
import { identicalInterrupts } from './identical-interrupts.ts';
import { answerableInterrupts } from './group-interrupts.ts';

const read = (values: readonly unknown[], nodeId = 'pay') =>
  identicalInterrupts(
    answerableInterrupts(
      values.map((value, index) => ({
        taskId: `${index}`,
        index: 0,
        id: `${index}`,
        nodeId,
        valueText: JSON.stringify(value),
      })),
    ),
  );

it('compares in full, also what is deep inside or missing', () => {
  const [group] = read([
    { question: 'Pay?', order: { id: 1, to: 'a' } },
    { question: 'Pay?', order: { id: 1, to: 'b', note: 'x' } },
  ]);
  expect(group?.differences.members).toEqual([
    { path: 'order.to', texts: ['"a"', '"b"'] },
    { path: 'order.note', texts: [null, '"x"'] },
  ]);
  expect(group?.answers.map(({ label, each }) => [label, each.map(({ valueText }) => valueText)])).toEqual([
    ['Approve', ['true', 'true']],
    ['Reject', ['false', 'false']],
  ]);
});

it.each<[string, readonly unknown[]]>([
  ['have no complete answer', [{ question: 'Who?' }, { question: 'Who?' }]],
  ['offer other answers', ['Ok?', { question: 'Which?', options: ['a', 'b'] }]],
  [
    'have other members',
    [
      { question: 'Ok?', a: 1 },
      { question: 'Ok?', drop: true },
    ],
  ],
  ['are only one', ['Ok?']],
  ['differ in more than can be shown', [1, 2].map((n) => ({ question: 'Ok?', list: Array(21).fill(n) }))],
  ['are too long to compare', [1, 2].map((n) => ({ question: 'Ok?', n, text: 'x'.repeat(150_000) }))],
])('offers no common answer to those that %s', (_, values) => {
  expect(read(values)).toEqual([]);
});

it('writes the answer to each one from its own request', () => {
  const [group] = read(
    ['a', 'b'].map((name) => ({
      action_request: { action: name, args: {} },
      config: { allow_ignore: true },
    })),
  );
  expect(group?.answers.map(({ label, each }) => [label, each[1]?.valueText])).toEqual([
    ['Approve', '{"type":"accept","args":null}'],
    ['Ignore', '{"type":"ignore","args":null}'],
  ]);
});
