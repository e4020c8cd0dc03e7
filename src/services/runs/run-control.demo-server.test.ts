import { memberText } from 'exact-json';
import { differing } from '../../testing/real-server/server-differences.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeFrames } from '../../shared/model/frame-block-codec.ts';
import { defaultRunOptions, type RunOptions } from '../../shared/model/run-options.ts';
import type { RunRequest } from '../../shared/model/run-request.ts';
import type { RunEnd } from '../../shared/model/run.ts';
import {
  connectionId,
  signal,
  startDemoServices,
  type DemoServices,
} from '../../testing/services/demo-services.ts';
import { slowness } from '../../testing/slowness.ts';

let demo: DemoServices;
beforeAll(async () => {
  demo = await startDemoServices();
});
afterAll(() => demo.stop());

type Rest = Partial<Omit<RunRequest, 'options'>> & { readonly options?: Partial<RunOptions> };

const requestOf = (threadId: string | null, { options, ...rest }: Rest = {}): RunRequest => ({
  connectionId,
  assistantId: 'writer',
  threadId,
  checkpointId: null,
  checkpointNs: '',
  trigger: { kind: 'input', inputText: '{"topic":"a","pace":30000}' },
  background: false,
  ...rest,
  options: { ...defaultRunOptions, ...options },
});
const start = async (threadId: string | null, rest: Rest = {}) =>
  (await demo.runs.calls['runs.start'](requestOf(threadId, rest), signal)).runId;
const newThread = () => demo.newThread('writer');
const cancel = (threadId: string | null, runId: string, action: 'interrupt' | 'rollback') =>
  demo.runs.calls['runs.cancel']({ connectionId, threadId, runId, action }, signal);
const quick: Rest = { trigger: { kind: 'input', inputText: '{"topic":"a","pace":0}' } };

/** Reads to the end, or (given modes) until an event of one of them came. */
async function follow(threadId: string | null, runId: string, until: readonly string[] = []) {
  const modes: string[] = [];
  let end: RunEnd | null = null;
  for await (const batch of demo.runs.streams['runs.follow']({ connectionId, threadId, runId }, signal)) {
    modes.push(...decodeFrames(batch).map(({ mode }) => mode));
    end = batch.end;
    if (until.some((mode) => modes.includes(mode))) break;
  }
  return { modes, end };
}

describe('stopping at the JavaScript server', () => {
  it('an interrupted run ends and keeps its state', async () => {
    const threadId = await newThread();
    const runId = await start(threadId);
    await follow(threadId, runId, ['tasks']);
    expect(await cancel(threadId, runId, 'interrupt')).toEqual({
      status: 'interrupted',
      stopped: true,
      threadStatus: differing('statusAfterCancel'),
      statePreserved: true,
    });
    expect((await follow(threadId, runId)).end).toMatchObject({ outcome: 'cancelled' });
  });

  it('a run that is rolled back ends as failed, and this server keeps its state', async () => {
    const threadId = await newThread();
    const runId = await start(threadId);
    await follow(threadId, runId, ['tasks']);
    expect(await cancel(threadId, runId, 'rollback')).toMatchObject({
      status: 'error',
      stopped: true,
      statePreserved: true,
    });
    expect((await follow(threadId, runId)).end).toMatchObject({ outcome: 'cancelled' });
  });

  it('a scheduled run keeps its thread busy until it is cancelled', async () => {
    const threadId = await newThread();
    const waits = { background: true, options: { afterSeconds: 3600 } };
    const runId = await start(threadId, waits);
    expect(await demo.threads['threads.get']({ connectionId, threadId }, signal)).toMatchObject({
      status: 'busy',
    });
    await expect(start(threadId)).rejects.toMatchObject({ code: 'thread-busy' });
    expect(await cancel(threadId, runId, 'interrupt')).toMatchObject({
      status: 'interrupted',
      stopped: true,
      threadStatus: 'idle',
    });
    const gone = await start(threadId, waits);
    expect(await cancel(threadId, gone, 'rollback')).toMatchObject({ status: null, stopped: true });
  });

  it('finds and stops a run without a thread, whose events are read to the end', async () => {
    const runId = await start(null);
    await follow(null, runId, ['tasks']);
    expect(await cancel(null, runId, 'interrupt')).toMatchObject({ stopped: true });
    const { modes, end } = await follow(null, runId);
    expect(modes).toContain('metadata');
    expect(end).toMatchObject({ outcome: 'cancelled', error: null });
    await expect(cancel(null, runId, 'interrupt')).rejects.toMatchObject({ code: 'unsupported' });
  });
});

describe('starting at the JavaScript server', () => {
  it('reads a background run later, from its first event on', async () => {
    const threadId = await newThread();
    // Long enough that it is still there when it is read: the Python server forgets events soon after a run.
    const trigger = {
      kind: 'input',
      inputText: JSON.stringify({ topic: 'a', pace: 150 * slowness() }),
    } as const;
    const runId = await start(threadId, { trigger, background: true });
    const { modes, end } = await follow(threadId, runId);
    expect(modes[0]).toBe('metadata');
    expect(end).toMatchObject({ outcome: expect.stringMatching(/finished|interrupted/) as string });
  });

  it('stores the events of a run without a thread', async () => {
    const runId = await start(null, { ...quick, options: { interruptAfter: [] } });
    const { modes } = await follow(null, runId);
    expect(modes).toContain('updates');
  });

  it('sends every option, and previews the request as it is sent', async () => {
    const threadId = await newThread();
    const request = requestOf(threadId, {
      ...quick,
      options: {
        streamModes: ['values', 'debug'],
        subgraphs: false,
        multitaskStrategy: 'enqueue',
        configText: '{"tags":["a"],"configurable":{"seed":9007199254740993}}',
        contextText: '{"user":"u"}',
        metadataText: '{"why":"test"}',
        recursionLimit: 9,
        interruptBefore: ['*'],
        interruptAfter: ['plan'],
      },
    });
    const preview = await demo.runs.calls['runs.preview']({ request, newThread: false }, signal);
    expect(preview).toMatchObject({ method: 'POST', path: `/threads/${threadId}/runs/stream` });
    expect(memberText(preview.bodyText, 'config')).toBe(
      '{"tags":["a"],"configurable":{"seed":9007199254740993},"recursion_limit":9}',
    );
    const { runId } = await demo.runs.calls['runs.start'](request, signal);
    await follow(threadId, runId);
    const run = await demo.client.runs.get(threadId, runId);
    expect(run).toMatchObject({ multitask_strategy: 'enqueue', metadata: { why: 'test' } });
    expect(run.kwargs).toMatchObject({
      stream_mode: ['values', 'debug'],
      subgraphs: false,
      resumable: true,
      interrupt_before: '*',
      interrupt_after: ['plan'],
      context: { user: 'u' },
      config: { tags: ['a'], recursion_limit: 9 },
    });
  });

  it('starts a run whose configurable repeats its context, also where the server takes one of them', async () => {
    const threadId = await newThread();
    const configText = '{"tags":["a"],"configurable":{"user":"u"}}';
    const runId = await start(threadId, { ...quick, options: { configText, contextText: '{"user":"u"}' } });
    await follow(threadId, runId);
    expect((await demo.client.runs.get(threadId, runId)).kwargs).toMatchObject({
      context: { user: 'u' },
      config: { tags: ['a'], configurable: { user: 'u' } },
    });
  });

  it('says that a graph is missing, not that the request is invalid', async () => {
    const request = { ...requestOf(await newThread(), quick), assistantId: 'nosuch' };
    await expect(demo.runs.calls['runs.start'](request, signal)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('previews a run on a new thread, and one without a thread', async () => {
    const preview = async (isMade: boolean) => {
      const { path, bodyText, notes } = await demo.runs.calls['runs.preview'](
        { request: requestOf(null), newThread: isMade },
        signal,
      );
      return { path, body: JSON.parse(bodyText) as object, notes };
    };
    const made = await preview(true);
    expect(made).toMatchObject({
      path: '/threads/{thread_id}/runs/stream',
      body: { multitask_strategy: 'reject', if_not_exists: 'reject' },
      notes: [expect.stringContaining('The thread is created first'), expect.any(String)],
    });
    expect(made.body).not.toHaveProperty('on_completion');
    const threadless = await preview(false);
    expect(threadless).toMatchObject({ path: '/runs/stream', body: { on_completion: 'delete' } });
    expect(threadless.body).not.toHaveProperty('multitask_strategy');
  });
});
