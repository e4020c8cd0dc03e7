import { describe, expect, it } from 'vitest';
import { answersByThread, chosenQuestions, questionsBetween } from './bulk-answers.ts';
import { inboxItemsOf, type InboxItem } from './inbox-items.ts';

const server = {
  connectionId: 's',
  name: 'Staging',
  state: 'read' as const,
  threads: [],
  hasMore: false,
  problem: null,
  readAt: null,
};

/** The rows of a thread with these interrupts; none is a breakpoint. */
function rowsOf(threadId: string, ids: readonly (string | null)[]): InboxItem[] {
  const thread = {
    threadId,
    graphId: 'g',
    assistantId: null,
    name: `Thread ${threadId}`,
    updatedAt: null,
    stop: null,
  };
  const interrupts = ids.map((id) => ({
    taskId: `task ${id}`,
    index: 0,
    id,
    nodeId: 'pay',
    valueText: '"Ok?"',
  }));
  const data = { threadId, name: null, interrupts, answered: [], next: ['pay'], since: null };
  return inboxItemsOf({ server, thread }, { data, updatedAt: null, error: null }, (all) =>
    all.map(() => ({ line: 'Ok?', kind: 'approval' })),
  );
}

const rows = [...rowsOf('a', ['1', '2']), ...rowsOf('b', []), ...rowsOf('c', ['1']), ...rowsOf('d', [null])];
const keys = rows.map(({ key }) => key);
const interruptsOf = ({ thread }: InboxItem) =>
  rows.flatMap((row) => (row.thread === thread && row.interrupt ? [row.interrupt] : []));

describe('answers to several threads', () => {
  it('continue each thread once, with all answers to it and nothing else', () => {
    const questions = chosenQuestions(rows, new Set(keys), interruptsOf);
    expect(questions.map(({ name }) => name)).toEqual(['Thread a', 'Thread a', 'Thread c', 'Thread d']);
    const answers = questions.map(({ key }, index) => ({ key, valueText: `${index}` }));
    expect(answersByThread(questions, [...answers, { key: 'gone', valueText: '9' }])).toMatchObject([
      {
        name: 'Thread a',
        command: {
          answers: [
            { interruptId: '1', valueText: '0' },
            { interruptId: '2', valueText: '1' },
          ],
          goto: [],
          updateText: null,
        },
        answering: [{ id: '1' }, { id: '2' }],
      },
      // The same ID in another thread is another question.
      {
        name: 'Thread c',
        command: { answers: [{ interruptId: '1', valueText: '2' }] },
        answering: [{ id: '1' }],
      },
      {
        name: 'Thread d',
        command: { answers: [{ interruptId: null, valueText: '3' }] },
        answering: [{ id: null }],
      },
    ]);
  });

  it('are for chosen rows that are still listed and ask something', () => {
    const chosen = new Set([keys[2] ?? '', keys[3] ?? '', 'gone']);
    expect(chosenQuestions(rows, chosen, interruptsOf).map(({ name }) => name)).toEqual(['Thread c']);
  });

  it('can be chosen as a range, in either direction', () => {
    expect(questionsBetween(rows, keys[3] ?? '', keys[1] ?? '')).toEqual([keys[1], keys[3]]);
    expect(questionsBetween(rows, 'gone', keys[4] ?? '')).toEqual([keys[4]]);
    expect(questionsBetween(rows, null, keys[2] ?? '')).toEqual([]);
  });
});
