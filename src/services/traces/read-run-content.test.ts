import { GraphClient } from 'remote-graph-client/client';
import { describe, expect, it } from 'vitest';
import {
  recordedCheckpoint,
  recordedExecution,
  recordedRun,
  recordedSpan,
  threadRecord,
} from '../../testing/thread-records.ts';
import { createScrubber } from '../logging/scrubber.ts';
import { createValueScrubber } from '../scrubbing/value-scrubber.ts';
import { readRunContent } from './read-run-content.ts';

const run = recordedRun('r1', { createdAt: 1000, endedAt: 5000 });
const record = threadRecord({
  checkpoints: [
    recordedCheckpoint('c0', null, { source: 'input' }),
    recordedCheckpoint('c1', 'c0'),
    recordedCheckpoint('c2', 'c1'),
  ],
  executions: [
    recordedExecution('plan', 'c0', 'c1'),
    recordedExecution('sent', 'c0', 'c1', { isSent: true }),
    recordedExecution('draft', 'c1', 'c2'),
    recordedExecution('other', 'c1', 'c2', { spans: [recordedSpan('r2')] }),
  ],
  runs: [run],
});

const states: Readonly<Record<string, object>> = {
  c0: {
    values: { topic: 'tides' },
    tasks: [
      {
        id: 'plan of c0',
        name: 'plan',
        result: { plan: ['a'] },
        interrupts: [{ id: 'q', value: 'Is this right?' }],
      },
      { id: 'sent of c0', name: 'sent', result: { done: true } },
    ],
  },
  c2: { values: { topic: 'tides', plan: ['a'] }, tasks: [] },
};

/** Answers what `states` has, and fails for the rest. */
function aClient(status: number): { readonly client: GraphClient; readonly asked: string[] } {
  const asked: string[] = [];
  const json = (body: unknown, code = 200): Response =>
    new Response(JSON.stringify(body), { status: code, headers: { 'content-type': 'application/json' } });
  const client = new GraphClient({
    url: 'http://server.invalid',
    apiKey: null,
    fetch: async (input, init) => {
      const request = `${String(input instanceof Request ? input.url : input)} ${String(init?.body ?? '')}`;
      asked.push(request);
      if (request.includes('/runs/r1'))
        return json({ run_id: 'r1', thread_id: 't', kwargs: { input: { topic: 'tides' } } });
      const id = ['c0', 'c1', 'c2'].find((one) => request.includes(one)) ?? '';
      const state = states[id];
      if (state === undefined) return json({ message: 'no' }, status);
      return json({
        next: [],
        metadata: {},
        created_at: '2026-11-26T00:00:00Z',
        checkpoint: { thread_id: 't', checkpoint_id: id, checkpoint_ns: '' },
        parent_checkpoint: null,
        ...state,
      });
    },
  });
  return { client, asked };
}

const scrubber = createValueScrubber({ scrubber: createScrubber(), likely: true, hosts: null });
const { signal } = new AbortController();

describe('the content of a run', () => {
  it('is its input, the state that it left, and what each of its nodes read and wrote; a part that the server fails at is missing', async () => {
    const { client } = aClient(404);
    const content = await readRunContent(client, record, run, scrubber, signal);
    const whole = (value: unknown) => ({ text: JSON.stringify(value), isCut: false });
    expect(content.run).toEqual({
      input: whole({ topic: 'tides' }),
      output: whole({ topic: 'tides', plan: ['a'] }),
    });
    expect(Object.fromEntries(content.executions)).toEqual({
      'plan c0 c1': { input: whole({ topic: 'tides' }), output: whole({ plan: ['a'] }) },
      // What it was sent is not in the state.
      'sent c0 c1': { input: null, output: whole({ done: true }) },
    });
    expect([...content.questions]).toEqual([['plan c0 c1', ['"Is this right?"']]]);
    expect(content.isCut).toBe(true);
  });

  it.each([
    ['refuses the key', 401],
    ['is behind a gateway that does not reach it', 502],
    ['is down', 503],
  ])('is not read any further when the server %s', async (_what, status) => {
    const { client } = aClient(status);
    await expect(readRunContent(client, record, run, scrubber, signal)).rejects.toMatchObject({ status });
  });

  it('lacks a state for which a gateway waited in vain', async () => {
    const { client } = aClient(504);
    expect(await readRunContent(client, record, run, scrubber, signal)).toMatchObject({ isCut: true });
  });
});
