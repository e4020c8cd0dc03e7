import { expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { answeringRun } from './answering-run.ts';

const { signal } = new AbortController();

/** What is taken as the answer to the older run `asked`, if `next` came after it. */
function answerOf(next: object): Promise<string | null> {
  const runs = [
    { run_id: 'next', thread_id: 't', ...next },
    { run_id: 'asked', thread_id: 't', kwargs: { input: {} } },
  ];
  const client = new GraphClient({
    url: 'http://127.0.0.1:1',
    fetch: async (input) =>
      Response.json(
        new URL(input instanceof Request ? input.url : String(input)).pathname === '/threads/t/runs'
          ? runs
          : { version: '1.0.0', flags: {} },
      ),
  });
  return answeringRun(client, { threadId: 't', runId: 'asked' }, signal);
}

const earlier = { configurable: { checkpoint_id: 'c' } };

it.each([
  ['has an answer', { kwargs: { input: null, command: { resume: 'yes' } } }],
  ['goes on without an input', { kwargs: { input: null } }],
  ['goes on, by a record with all at its top level', { input: null, config: {} }],
])('a later run that %s continues the one that asked', async (_, next) => {
  expect(await answerOf(next)).toBe('next');
});

it.each([
  ['has an input of its own', { kwargs: { input: { id: 2 } } }],
  ['repeats a part of the thread from a checkpoint', { kwargs: { input: null, config: earlier } }],
  ['does not say how it began', {}],
])('a later run that %s is no answer', async (_, next) => {
  expect(await answerOf(next)).toBeNull();
});
