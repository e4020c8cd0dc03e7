import { describe, expect, it } from 'vitest';
import { framesOf } from '../testing/run-frames.ts';
import { eventStream, scripted } from '../testing/scripted-server.ts';
import { ArgumentError, type GraphClient, type RunPayload } from './client.ts';

type Runs = GraphClient['runs'];

/** Every method that starts a run on a thread, or says how it would. */
const starting = {
  create: (runs, threadId, payload) => runs.create(threadId, 'agent', payload),
  wait: (runs, threadId, payload) => runs.wait(threadId, 'agent', payload),
  bodyText: (runs, threadId, payload) => runs.bodyText(threadId, 'agent', payload),
  stream: (runs, threadId, payload) => framesOf(runs.stream(threadId, 'agent', payload)),
} as const satisfies Partial<
  Record<keyof Runs, (runs: Runs, threadId: string | null, payload: RunPayload) => Promise<unknown>>
>;

const methods = Object.entries(starting);

function quickServer(kind: 'js' | 'hosted') {
  return scripted(kind, ({ method, path }) => {
    if (path === '/runs/batch') return [{ run_id: 'a' }, { run_id: 'b' }];
    if (method === 'POST' && path.endsWith('/runs/stream')) return eventStream('');
    return { run_id: 'r', thread_id: 't', status: 'success' };
  });
}

describe.each(['js', 'hosted'] as const)('on a server of the kind %s', (kind) => {
  it.each(methods)(
    'C-19: runs.%s refuses to delete a thread that is not temporary, before anything is sent',
    async (_, start) => {
      const { client, sent } = quickServer(kind);
      const refused = start(client.runs, 't', { input: {}, onCompletion: 'delete' });
      await expect(refused).rejects.toThrow(ArgumentError);
      await expect(refused).rejects.toThrow('for runs without a thread');
      expect(sent).toEqual([]);
    },
  );

  it.each(methods)('C-19: runs.%s keeps a thread, as every server does', async (name, start) => {
    const { client, sent } = quickServer(kind);
    await start(client.runs, 't', { input: {}, onCompletion: 'keep' });
    expect(sent.some(({ method }) => method === 'POST')).toBe(name !== 'bodyText');
    expect(sent.map(({ bodyText }) => bodyText).join()).not.toContain('on_completion');
  });

  it.each(methods)('C-19: runs.%s sends it for a run without a thread', async (name, start) => {
    for (const onCompletion of ['delete', 'keep'] as const) {
      const { client, sent } = quickServer(kind);
      const given = await start(client.runs, null, { input: {}, onCompletion });
      const bodyText = name === 'bodyText' ? String(given) : (sent[0]?.bodyText ?? '');
      expect(JSON.parse(bodyText)).toMatchObject({ on_completion: onCompletion });
    }
  });

  it('C-19: runs.createBatch sends it with each run', async () => {
    const { client, sent } = quickServer(kind);
    await client.runs.createBatch([
      { assistantId: 'agent', input: {}, onCompletion: 'delete' },
      { assistantId: 'agent', input: {}, onCompletion: 'keep' },
    ]);
    expect(sent[0]?.body).toMatchObject([{ on_completion: 'delete' }, { on_completion: 'keep' }]);
  });
});
