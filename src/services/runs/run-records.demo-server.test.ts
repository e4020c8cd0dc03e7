import { defaultRunOptions } from '../../shared/model/run-options.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectionId,
  inputTrigger,
  signal,
  startDemoServices,
  type DemoServices,
} from '../../testing/services/demo-services.ts';
import { decodeFrames } from '../../shared/model/frame-block-codec.ts';
import { slowness } from '../../testing/slowness.ts';

let demo: DemoServices;
beforeAll(async () => {
  demo = await startDemoServices();
});
afterAll(() => demo.stop());

const records = async (threadId: string) =>
  (await demo.runs.calls['runs.records']({ connectionId, threadId }, signal)).records;

async function events(threadId: string, runId: string): Promise<string[]> {
  return (await demo.follow(threadId, runId)).frames.map(({ mode }) => mode);
}

describe('the records of runs', () => {
  it('have the input, trigger, time, tokens and error, newest first', async () => {
    const threadId = await demo.newThread('support');
    const first = await demo.start('support', threadId, inputTrigger({ pace: 0 }));
    await events(threadId, first);
    const second = await demo.start('support', threadId, { kind: 'continue' });
    await events(threadId, second);
    const foreign = await demo.client.runs.create(threadId, 'support', {
      input: { pace: 0 },
      config: { tags: ['night'], configurable: { user: 'x', big: 1 } },
      streamResumable: false,
    });
    await demo.client.runs.join(threadId, foreign.run_id);

    const [newest, middle, oldest] = await records(threadId);
    expect(oldest).toMatchObject({
      runId: first,
      source: 'studio',
      origin: { kind: 'input' },
      hasLog: true,
      resumable: true,
      webhook: null,
    });
    // As JSON: a server may indent it.
    expect(JSON.parse(oldest?.inputText ?? '')).toEqual({ pace: 0 });
    expect(oldest?.tokens).toBeGreaterThan(10);
    expect(oldest?.durationMs).toBeGreaterThanOrEqual(0);
    expect(middle).toMatchObject({ runId: second, origin: { kind: 'continue' }, inputText: null });
    expect(newest).toMatchObject({
      runId: foreign.run_id,
      hasLog: false,
      resumable: false,
      tokens: null,
    });
    expect(JSON.parse(newest?.configText ?? '')).toMatchObject({
      tags: ['night'],
      configurable: { user: 'x' },
    });
    expect(newest?.configText).not.toContain('run_id');
  });

  it("have the server's error message", async () => {
    const threadId = await demo.newThread('broken');
    await events(threadId, await demo.start('broken', threadId, inputTrigger({ how: 'throw', pace: 0 })));
    expect((await records(threadId))[0]).toMatchObject({
      status: 'error',
      error: expect.stringContaining('The card was declined') as string,
    });
  });
});

describe('what can be done with a run', () => {
  it('returns its input as it was sent', async () => {
    const threadId = await demo.newThread('ledger');
    const inputText = '{"count": 1, "depth":1 ,"pace":0}';
    const runId = await demo.start('ledger', threadId, { kind: 'input', inputText });
    await events(threadId, runId);
    const input = await demo.runs.calls['runs.input']({ connectionId, threadId, runId }, signal);
    expect(JSON.parse(input.inputText ?? '')).toEqual(JSON.parse(inputText));
  });

  it('returns its settings whole, without what the server adds', async () => {
    const threadId = await demo.newThread('ledger');
    const options = {
      ...defaultRunOptions,
      configText: `{"tags":["night"],"configurable":{"user":"${'x'.repeat(900)}"}}`,
    };
    const runId = await demo.start('ledger', threadId, inputTrigger({ pace: 0 }), { options });
    const settings = await demo.runs.calls['runs.settings']({ connectionId, threadId, runId }, signal);
    expect(JSON.parse(settings.configText ?? '')).toMatchObject({
      tags: ['night'],
      configurable: { user: 'x'.repeat(900) },
    });
    expect(settings.configText).not.toContain('thread_id');
    expect(settings.contextText).toBeNull();
  });

  it('deletes a finished run, and refuses to delete an active one', async () => {
    const threadId = await demo.newThread('writer');
    const runId = await demo.start('writer', threadId, inputTrigger({ pace: 30_000 }));
    const runRef = { connectionId, threadId, runId };
    await expect(demo.runs.calls['runs.delete'](runRef, signal)).rejects.toMatchObject({
      code: 'thread-busy',
    });
    expect((await records(threadId)).map((one) => one.runId)).toEqual([runId]);
    await demo.runs.calls['runs.cancel']({ ...runRef, action: 'interrupt' }, signal);
    await demo.runs.calls['runs.delete'](runRef, signal);
    expect(await records(threadId)).toEqual([]);
  });

  it('reads a run that is not resumable only on request, because that takes its events from others', async () => {
    const threadId = await demo.newThread('writer');
    const { run_id: runId } = await demo.client.runs.create(threadId, 'writer', {
      // Joined while it runs: it is not resumable.
      input: { topic: 'a', pace: 1_000 * slowness() },
      streamMode: ['values'],
      streamResumable: false,
    });
    await expect(events(threadId, runId)).rejects.toMatchObject({ code: 'stream-unavailable' });
    await demo.runs.calls['runs.join']({ connectionId, threadId, runId }, signal);
    const modes: string[] = [];
    for await (const batch of demo.runs.streams['runs.follow']({ connectionId, threadId, runId }, signal)) {
      modes.push(...decodeFrames(batch).map(({ mode }) => mode));
      if (modes.includes('values')) break;
    }
    expect(modes).toContain('values');
    expect((await records(threadId))[0]).toMatchObject({ hasLog: true, joinedLate: true });
    await demo.runs.calls['runs.cancel']({ connectionId, threadId, runId, action: 'interrupt' }, signal);
  });
});
