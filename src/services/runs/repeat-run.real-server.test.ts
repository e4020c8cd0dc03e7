import { beforeAll, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { sharedServer } from '../../testing/shared-server.ts';
import { repeatRun } from './repeat-run.ts';

let client: GraphClient;
const { signal } = new AbortController();
beforeAll(async () => {
  const { url } = await sharedServer('real');
  client = new GraphClient({ url, apiKey: null });
});

describe('repeating a run', () => {
  it('takes its assistant, input and config to a new thread with the same name', async () => {
    const { thread_id: threadId } = await client.threads.create({ metadata: { name: 'Tides' } });
    await client.runs.wait(threadId, 'writer', {
      input: { text: 'Brest' },
      config: { configurable: { tone: 'dry' } },
    });
    const [run] = await client.runs.list(threadId, { limit: 1 });
    const request = await repeatRun(client, { threadId, runId: run?.run_id ?? '' }, signal);
    expect(request).toMatchObject({
      assistantId: run?.assistant_id,
      background: true,
      trigger: { kind: 'input' },
    });
    expect(JSON.parse(request.trigger.kind === 'input' ? request.trigger.inputText : '')).toEqual({
      text: 'Brest',
    });
    expect(JSON.parse(request.options.configText ?? '')).toEqual({ configurable: { tone: 'dry' } });
    expect(request.threadId).not.toBe(threadId);
    expect(await client.threads.get(request.threadId)).toMatchObject({ metadata: { name: 'Tides' } });
  });

  it('refuses a run that answered a question, and creates no thread for it', async () => {
    const { thread_id: threadId } = await client.threads.create();
    await client.runs.wait(threadId, 'writer', { input: { text: 'x' } });
    await client.runs.wait(threadId, 'writer', { command: { resume: 'yes' } });
    const [answer] = await client.runs.list(threadId, { limit: 1 });
    const created: unknown[] = [];
    const watched = Object.assign(Object.create(client) as GraphClient, {
      threads: Object.assign(Object.create(client.threads) as GraphClient['threads'], {
        create: (input: unknown) => created.push(input),
      }),
    });
    await expect(repeatRun(watched, { threadId, runId: answer?.run_id ?? '' }, signal)).rejects.toMatchObject(
      {
        code: 'unsupported',
      },
    );
    expect(created).toEqual([]);
  });
});
