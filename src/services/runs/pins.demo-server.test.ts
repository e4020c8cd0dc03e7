import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphServerError, type GraphClient } from 'remote-graph-client/client';
import type { Breakpoint } from '../../shared/model/breakpoint.ts';
import type { Pin } from '../../shared/model/pin.ts';
import { defaultRunOptions, type RunOptions } from '../../shared/model/run-options.ts';
import type { RunRequest, RunTrigger } from '../../shared/model/run-request.ts';
import type { ThreadRecord } from '../../shared/model/thread-record.ts';
import { applyChange } from '../../shared/thread-record/apply-change.ts';
import { createThreads } from '../threads/create-threads.ts';
import { createRuns, type Runs } from './create-runs.ts';
import {
  connectionId,
  inputTrigger,
  instantInputTrigger,
  signal,
  startDemoServices,
  type DemoServices,
  type FollowedRuns,
} from '../../testing/services/demo-services.ts';
import { aBreakpoint } from '../../testing/builders.ts';

let demo: DemoServices;
beforeAll(async () => {
  demo = await startDemoServices();
});
afterAll(() => demo.stop());

const planned = '{"outline":["Pinned"],"revision":1,"log":"plan: pinned"}';
const pin = (nodeId: string, outputText: string): Pin => ({ nodeId, outputText });

interface Started {
  readonly graphId?: string;
  readonly threadId: string;
  readonly pins: Pin[];
  readonly trigger?: RunTrigger;
  readonly checkpointId?: string | null;
  readonly breakpoints?: Breakpoint[];
  readonly options?: Partial<RunOptions>;
}

const start = ({
  graphId = 'writer',
  threadId,
  trigger = instantInputTrigger({}),
  options = {},
  ...rest
}: Started): Promise<string> =>
  demo.start(graphId, threadId, trigger, { ...rest, options: { ...defaultRunOptions, ...options } });

const run = async (started: Started): Promise<FollowedRuns> =>
  demo.followToStop(started.threadId, await start(started));
const writesOf = (threadId: string) => demo.runs.calls['runs.pinWrites']({ connectionId, threadId }, signal);
const valuesOf = async (threadId: string): Promise<Record<string, unknown>> =>
  JSON.parse((await demo.stateAt(threadId)).valuesText) as Record<string, unknown>;

describe('runs with pinned nodes, at the JavaScript server', () => {
  it('write the pinned output instead of running the node, and go on after it', async () => {
    const threadId = await demo.newThread('writer');
    const options = { metadataText: '{"why":"test"}', recursionLimit: 12 };
    const { runs, ran, end } = await run({ threadId, pins: [pin('plan', planned)], options });
    expect(runs).toHaveLength(2);
    expect(ran).toEqual(['write', 'review']);
    expect(end).toMatchObject({ outcome: 'interrupted' });
    expect(end?.stop).toBeUndefined();
    const values = await valuesOf(threadId);
    expect(values).toMatchObject({ outline: ['Pinned'] });
    expect(values['text']).toContain('## Pinned');
    const history = await demo.historyOf(threadId);
    const [write] = await writesOf(threadId);
    expect(write).toMatchObject({ nodeId: 'plan', runId: runs[0] });
    expect(history.find(({ checkpointId }) => checkpointId === write?.checkpointId)).toMatchObject({
      source: 'update',
    });
    for (const runId of runs) {
      const { metadata, kwargs } = await demo.client.runs.get(threadId, runId);
      expect(metadata).toMatchObject({ why: 'test' });
      expect(kwargs).toMatchObject({ interrupt_before: ['plan'], config: { recursion_limit: 12 } });
    }
  });

  it('are at no moment paused while a pinned output is written, in the record of their thread', async () => {
    const threadId = await demo.newThread('writer');
    const watched = new AbortController();
    const seen: string[] = [];
    let reads = 0;
    const threads = createThreads({
      clients: {
        ...demo.clients,
        get(id) {
          reads += 1;
          return demo.clients.get(id);
        },
      },
      runLogs: { held: (runRef) => runs.heldLog(runRef), active: (thread) => runs.activeRuns(thread) },
    });
    const runs = runsThatWrite(
      async (...args) => {
        const isStopped = async () => (await demo.client.runs.list(threadId, {}))[0]?.status === 'success';
        await expect.poll(isStopped).toBe(true);
        // The record is read again twice, so that it was read whole once.
        const before = reads;
        await expect.poll(() => reads).toBeGreaterThan(before + 1);
        return demo.client.threads.updateState(...args);
      },
      (_server, changed) => threads.changed(connectionId, changed),
    );
    const watching = (async () => {
      let record: ThreadRecord | null = null;
      for await (const change of threads.streams['threads.record'](
        { connectionId, threadId },
        watched.signal,
      )) {
        record = applyChange(record, change);
        const newest = record?.runs.at(-1);
        seen.push(newest?.ending?.kind ?? newest?.status ?? 'none');
        if (newest?.ending?.kind === 'interrupted') watched.abort();
      }
    })();
    await runs.calls['runs.start'](requestOf(threadId), signal);
    await watching;
    await runs.stop();
    // A fast server may list the run, and its end, before the studio has the answer to its start.
    const sinceStart = seen.slice(seen.indexOf('running'));
    expect(sinceStart).toEqual(expect.arrayContaining(['running', 'interrupted']));
    for (const one of ['paused', 'unknown']) expect(sinceStart).not.toContain(one);
  });

  it('write several pinned outputs one after the other, and end truly after the last node', async () => {
    const threadId = await demo.newThread('writer');
    const pins = [
      pin('plan', planned),
      pin('write', '{"text":"as pinned","checks":[]}'),
      pin('review', '{"approved":true}'),
      pin('publish', '{"published":{"title":"p","address":"a","revision":1}}'),
    ];
    const { ran, end } = await run({ threadId, pins });
    expect(ran).toEqual([]);
    expect(end).toMatchObject({ outcome: 'finished' });
    expect((await writesOf(threadId)).map(({ nodeId }) => nodeId)).toEqual([
      'plan',
      'write',
      'review',
      'publish',
    ]);
    expect(await valuesOf(threadId)).toMatchObject({ text: 'as pinned', published: { title: 'p' } });
    expect((await demo.client.threads.get(threadId, { purpose: 'test' })).status).toBe('idle');
  });

  it('keep to the user’s own breakpoint right after a pinned node, and before it', async () => {
    const threadId = await demo.newThread('writer');
    const pins = [pin('plan', planned)];
    const after = await run({ threadId, pins, breakpoints: [aBreakpoint('write')] });
    expect(after.ran).toEqual([]);
    expect(after.end?.stop?.hits).toMatchObject([{ nodeId: 'write', side: 'before' }]);
    expect(await demo.stateAt(threadId)).toMatchObject({ next: ['write'], source: 'update' });
    const before = await run({ threadId, pins, breakpoints: [aBreakpoint('plan')] });
    expect(before.end?.stop?.hits).toMatchObject([{ nodeId: 'plan', side: 'before' }]);
    expect(await demo.stateAt(threadId)).toMatchObject({ next: ['plan'] });
  });

  it('write it first when they continue at the node, also from an earlier checkpoint', async () => {
    const threadId = await demo.newThread('writer');
    await run({ threadId, pins: [] });
    const beforePlan = (await demo.historyOf(threadId)).find(({ next }) => next.includes('plan'));
    const { runs, ran } = await run({
      threadId,
      pins: [pin('plan', planned)],
      trigger: { kind: 'continue' },
      checkpointId: beforePlan?.checkpointId ?? null,
    });
    expect(runs).toHaveLength(1);
    expect(ran).toEqual(['write', 'review']);
    const [write] = await writesOf(threadId);
    expect(write).toMatchObject({ nodeId: 'plan', runId: null });
    const written = await demo.stateAt(threadId, write?.checkpointId);
    expect(written.parentId).toBe(beforePlan?.checkpointId);
    expect(await valuesOf(threadId)).toMatchObject({ outline: ['Pinned'] });
  });

  it('stop before parallel tasks, of which the server would drop the others', async () => {
    const threadId = await demo.newThread('fanout');
    const { end } = await run({
      graphId: 'fanout',
      threadId,
      pins: [pin('legal', '{"answers":{"legal":{"approved":true,"note":""}}}')],
    });
    expect(end?.stop?.problem).toBe(
      'The studio could not continue the run. The pinned output of "legal" was not written: legal would run beside support_lead, and the server would drop the other tasks. Unpin legal, or run without pins, to go on from here.',
    );
    expect(await demo.stateAt(threadId)).toMatchObject({ next: ['legal', 'support_lead'], source: 'loop' });
    expect(await writesOf(threadId)).toEqual([]);
    const sent = await demo.newThread('fanout');
    const several = await run({ graphId: 'fanout', threadId: sent, pins: [pin('translate', '{}')] });
    expect(several.end?.stop?.problem).toContain('translate would run 4 times in this superstep');
  });

  it('are refused before anything is sent: no such node, inside a subgraph, no object', async () => {
    const threadId = await demo.newThread('writer');
    await expect(start({ threadId, pins: [pin('plam', '{}')] })).rejects.toThrow(
      'The graph has no node "plam" that is pinned.',
    );
    await expect(start({ threadId, pins: [pin('write:draft', '{}')] })).rejects.toThrow(
      'The graph has no node "write:draft" that is pinned.',
    );
    await expect(start({ threadId, pins: [pin('plan', '[1]')] })).rejects.toThrow(
      'The pinned output of "plan" must be a JSON object or null.',
    );
    await expect(start({ threadId, pins: [pin('plan', '{"a":')] })).rejects.toThrow(
      /pinned output of "plan"/,
    );
    expect((await demo.stateAt(threadId)).checkpointId).toBeNull();
  });

  it('are cancelled together with what would continue them', async () => {
    const threadId = await demo.newThread('writer');
    const runId = await start({
      threadId,
      pins: [pin('plan', planned)],
      trigger: inputTrigger({ pace: 30_000 }),
    });
    const first = await demo.follow(threadId, runId);
    expect(first.end?.continuedBy).toBeDefined();
    const result = await demo.runs.calls['runs.cancel'](
      { connectionId, threadId, runId, action: 'interrupt' },
      signal,
    );
    expect(result).toMatchObject({ stopped: true });
    const { ran, end } = await demo.followToStop(threadId, first.end?.continuedBy ?? '');
    expect(end).toMatchObject({ outcome: 'cancelled' });
    expect(ran).not.toContain('review');
  });

  it('do not continue when they are cancelled while the output is written', async () => {
    const [release, isReleased] = deferred();
    const [started, isStarted] = deferred();
    const slow = runsThatWrite(async (...args) => {
      started();
      await isReleased;
      return demo.client.threads.updateState(...args);
    });
    try {
      const threadId = await demo.newThread('writer');
      const { runId } = await slow.calls['runs.start'](requestOf(threadId), signal);
      await isStarted;
      const cancelled = slow.calls['runs.cancel'](
        { connectionId, threadId, runId, action: 'interrupt' },
        signal,
      );
      release();
      expect(await cancelled).toMatchObject({ stopped: true });
      const { runs, end } = await demo.followToStop(threadId, runId, slow);
      expect(runs).toEqual([runId]);
      expect(end?.stop?.problem).toBe('The run was stopped between two supersteps.');
      // Written as a whole before it stopped.
      expect(await demo.stateAt(threadId)).toMatchObject({ next: ['write'], source: 'update' });
    } finally {
      await slow.stop();
    }
  });

  it('stay where they are when the output can’t be written, and say why', async () => {
    const failing = runsThatWrite(() => Promise.reject(serverError()));
    try {
      const threadId = await demo.newThread('writer');
      const { runId } = await failing.calls['runs.start'](requestOf(threadId), signal);
      const { end } = await demo.followToStop(threadId, runId, failing);
      expect(end?.continuedBy).toBeUndefined();
      expect(end?.stop?.problem).toBe(
        'The studio could not continue the run. It is unknown whether the pinned output was written as "plan". The server failed to write the state as node "plan". Look at the story: if it was written, go on from there, else run again.',
      );
      expect(await demo.stateAt(threadId)).toMatchObject({ next: ['plan'], source: 'loop' });
      expect(await failing.calls['runs.pinWrites']({ connectionId, threadId }, signal)).toEqual([]);
    } finally {
      await failing.stop();
    }
  });

  it('may have been written if a gateway answers, and nobody is told that nothing was changed', async () => {
    const lost = runsThatWrite(() => Promise.reject(serverError(504)));
    try {
      const threadId = await demo.newThread('writer');
      const { runId } = await lost.calls['runs.start'](requestOf(threadId), signal);
      const { end } = await demo.followToStop(threadId, runId, lost);
      expect(end?.stop?.problem).toMatch(
        /unknown whether the pinned output was written as "plan"\..*Look at the story/,
      );
    } finally {
      await lost.stop();
    }
  });

  it('are named by a start that fails after they were written', async () => {
    const threadId = await demo.newThread('writer');
    await run({ threadId, pins: [] });
    const beforePlan = (await demo.historyOf(threadId)).find(({ next }) => next.includes('plan'));
    const failing = runsThatStart(() => {
      throw serverError();
    });
    try {
      const started = failing.calls['runs.start'](
        {
          ...requestOf(threadId),
          trigger: { kind: 'continue' },
          checkpointId: beforePlan?.checkpointId ?? null,
        },
        signal,
      );
      await expect(started).rejects.toThrow(/Pinned outputs that were written before it: plan\.$/);
      expect(await demo.stateAt(threadId)).toMatchObject({ next: ['write'], source: 'update' });
    } finally {
      await failing.stop();
    }
  });

  it('are named by a run that could not be continued after they were written', async () => {
    let starts = 0;
    const failing = runsThatStart(() => {
      starts += 1;
      if (starts > 1) throw serverError();
    });
    try {
      const threadId = await demo.newThread('writer');
      const { runId } = await failing.calls['runs.start'](requestOf(threadId), signal);
      const { end } = await demo.followToStop(threadId, runId, failing);
      expect(end?.stop?.problem).toMatch(
        /^The studio could not continue the run\. .* Pinned outputs that were written before it: plan\./,
      );
    } finally {
      await failing.stop();
    }
  });

  it('are remembered after a restart', async () => {
    const threadId = await demo.newThread('writer');
    await run({ threadId, pins: [pin('plan', planned)] });
    const before = await writesOf(threadId);
    await demo.restart();
    expect(before).toHaveLength(1);
    expect(await writesOf(threadId)).toEqual(before);
  });
});

type UpdateState = GraphClient['threads']['updateState'];

/** Runs at the server, with an update of the state of their own. */
function runsThatWrite(
  updateState: UpdateState,
  onChange?: (connectionId: string, threadId: string | null) => void,
): Runs {
  const threads = withMember(demo.client.threads, 'updateState', updateState);
  return runsOf(withMember(demo.client, 'threads', threads), onChange);
}

/** Runs at the server, of which none starts from the moment that `mayStart` throws. */
function runsThatStart(mayStart: () => void): Runs {
  const runs = withMember(demo.client.runs, 'stream', (...args) => {
    mayStart();
    return demo.client.runs.stream(...args);
  });
  return runsOf(withMember(demo.client, 'runs', runs));
}

function runsOf(
  client: GraphClient,
  onChange?: (connectionId: string, threadId: string | null) => void,
): Runs {
  const reserve = (): never => {
    throw new Error('No run here asks for a webhook.');
  };
  return createRuns({
    clients: { ...demo.clients, get: () => Promise.resolve(client) },
    webhooks: { reserve },
    platform: demo.platform,
    ...(onChange === undefined ? {} : { onChange }),
  });
}

/** An object of a class, whose private members only its own methods may use, with another value for one member. */
function withMember<T extends object, K extends keyof T>(object: T, key: K, member: T[K]): T {
  return new Proxy(object, {
    get(target, name) {
      if (name === key) return member;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

function requestOf(threadId: string): RunRequest {
  return {
    connectionId,
    assistantId: 'writer',
    threadId,
    checkpointId: null,
    checkpointNs: '',
    trigger: instantInputTrigger({}),
    background: false,
    options: defaultRunOptions,
    pins: [pin('plan', planned)],
  };
}

function serverError(status: 500 | 504 = 500): GraphServerError {
  const serverText = 'Internal Server Error';
  const isOutcomeUnknown = status === 504;
  return new GraphServerError(
    { method: 'POST', path: '/threads/state' },
    { status, serverText, body: serverText, requestId: null, retryAfterMs: null, isOutcomeUnknown },
  );
}

function deferred(): [() => void, Promise<void>] {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return [resolve, promise];
}
