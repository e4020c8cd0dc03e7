import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GraphClient } from 'remote-graph-client/client';
import type { ServerClients } from '../common/server-clients.ts';
import type { Breakpoint } from '../../shared/model/breakpoint.ts';
import { defaultRunOptions, type RunOptions } from '../../shared/model/run-options.ts';
import type { RunRequest, RunTrigger } from '../../shared/model/run-request.ts';
import type { RunEnd } from '../../shared/model/run.ts';
import { createRuns } from './create-runs.ts';
import {
  connectionId,
  inputTrigger,
  instantInputTrigger,
  signal,
  startDemoServices,
  type DemoServices,
} from '../../testing/services/demo-services.ts';
import { aBreakpoint } from '../../testing/builders.ts';
import { slowness } from '../../testing/slowness.ts';

let demo: DemoServices;
beforeAll(async () => {
  demo = await startDemoServices();
});
afterAll(() => demo.stop());

const again: RunTrigger = {
  kind: 'resume',
  answers: [{ interruptId: null, valueText: '"again"' }],
  goto: [],
  updateText: null,
};
const start = (
  threadId: string,
  breakpoints: Breakpoint[],
  trigger = instantInputTrigger({}),
  options: Partial<RunOptions> = {},
): Promise<string> =>
  demo.start('writer', threadId, trigger, { breakpoints, options: { ...defaultRunOptions, ...options } });

async function run(...args: Parameters<typeof start>) {
  return demo.followToStop(args[0], await start(...args));
}
const logOf = async (threadId: string) =>
  (await demo.runs.calls['runs.logpoints']({ connectionId, threadId, clear: false }, signal)).lines;
const newThread = () => demo.newThread('writer');

describe('breakpoints that the studio checks, at the JavaScript server', () => {
  it('stops at a plain breakpoint, and says at which', async () => {
    const threadId = await newThread();
    const { runs, end } = await run(threadId, [aBreakpoint('write')]);
    expect(runs).toHaveLength(1);
    expect(end).toMatchObject({
      outcome: 'interrupted',
      stop: {
        hits: [{ breakpointId: 'write', nodeId: 'write', side: 'before', findings: [] }],
        problem: null,
      },
    });
    const { checkpointId, next } = await demo.stateAt(threadId);
    expect(next).toEqual(['write']);
    expect(end?.stop?.checkpointId).toBe(checkpointId);
  });

  it('counts visits over a turn, and leaves a real interrupt alone', async () => {
    const threadId = await newThread();
    const second = [aBreakpoint('plan', { hitCount: { kind: 'nth', count: 2 } })];
    const first = await run(threadId, second);
    expect(first.runs).toHaveLength(2);
    expect(first.end).toMatchObject({ outcome: 'interrupted' });
    expect(first.end?.stop).toBeUndefined();
    expect((await demo.stateAt(threadId)).interrupts).toHaveLength(1);
    const { end } = await run(threadId, second, again);
    expect(end?.stop?.hits).toMatchObject([{ findings: [{ kind: 'visit', visit: 2, sinceInput: true }] }]);
    expect((await demo.stateAt(threadId)).next).toEqual(['plan']);
  });

  it('stops when a key of the state changes, with all options of the first run', async () => {
    const threadId = await newThread();
    const options = { metadataText: '{"why":"test"}', configText: '{"tags":["a"]}', recursionLimit: 12 };
    const { runs, end } = await run(
      threadId,
      [aBreakpoint('*', { side: 'after', changedKeys: ['text'] })],
      instantInputTrigger({}),
      options,
    );
    // It stopped after plan, which changes other keys.
    expect(runs).toHaveLength(2);
    expect(end?.stop?.hits).toMatchObject([
      { nodeId: 'write', findings: [{ kind: 'changed', key: 'text', before: '""' }] },
    ]);
    for (const runId of runs) {
      const { metadata, kwargs } = await demo.client.runs.get(threadId, runId);
      expect(metadata).toMatchObject({ why: 'test' });
      expect(kwargs).toMatchObject({
        interrupt_after: '*',
        // The client adds checkpoints for a server that fails without them.
        stream_mode: expect.arrayContaining([...defaultRunOptions.streamModes]) as unknown,
        config: { tags: ['a'], recursion_limit: 12 },
      });
    }
  });

  it('stops where a condition holds, and where it can’t be evaluated', async () => {
    const threadId = await newThread();
    const passed = aBreakpoint('plan', { condition: 'revision > 0' });
    const held = aBreakpoint('write', { condition: 'revision == 1 && topic == "a"' });
    const { runs, end } = await run(threadId, [passed, held], instantInputTrigger({ topic: 'a' }));
    expect(runs).toHaveLength(2);
    expect(end?.stop?.hits).toEqual([
      {
        breakpointId: 'write',
        nodeId: 'write',
        side: 'before',
        findings: [{ kind: 'condition', expression: 'revision == 1 && topic == "a"' }],
      },
    ]);
    const broken = await run(await newThread(), [aBreakpoint('write', { condition: 'topic > 1' })]);
    expect(broken.end?.stop?.hits[0]?.findings).toEqual([
      { kind: 'broken', expression: 'topic > 1', message: 'Can’t compare a string with a number.' },
    ]);
  });

  it('writes the lines of logpoints without stopping there', async () => {
    const threadId = await newThread();
    const { runs } = await run(threadId, [
      aBreakpoint('write', { logMessage: 'revision {revision} of {topic}' }),
      aBreakpoint('plan', { id: 'off', enabled: false }),
    ]);
    expect((await demo.stateAt(threadId)).interrupts).toHaveLength(1);
    const [line] = await logOf(threadId);
    expect(line).toMatchObject({
      seq: 1,
      nodeId: 'write',
      visit: 1,
      text: 'revision 1 of November release',
      runId: runs[0],
    });
    expect((await demo.historyOf(threadId)).map(({ checkpointId }) => checkpointId)).toContain(
      line?.checkpointId,
    );
    await demo.runs.calls['runs.logpoints']({ connectionId, threadId, clear: true }, signal);
    expect(await logOf(threadId)).toEqual([]);
  });

  it('continues nothing after Stop, and stops the run that continued the one that was stopped', async () => {
    const threadId = await newThread();
    const never = aBreakpoint('*', { side: 'after', condition: 'false' });
    const first = await start(threadId, [never], inputTrigger({ pace: 1_000 * slowness() }));
    const { end } = await demo.follow(threadId, first);
    expect(end?.continuedBy).toBeDefined();
    // The window still shows the first run.
    const result = await demo.runs.calls['runs.cancel'](
      { connectionId, threadId, runId: first, action: 'interrupt' },
      signal,
    );
    expect(result).toMatchObject({ stopped: true });
    const { runs } = await demo.followToStop(threadId, first);
    const listed = await demo.runs.calls['runs.list']({ connectionId, threadId }, signal);
    expect(listed.map(({ runId }) => runId).toSorted()).toEqual(runs.toSorted());
    expect(listed.every(({ status }) => status !== 'running' && status !== 'pending')).toBe(true);
    expect((await demo.stateAt(threadId)).next).not.toEqual([]);
  });

  /** Runs with a condition that never holds in another studio, which does this before it reads the state. */
  async function endAfter(threadId: string, beforeRead: (client: GraphClient) => Promise<unknown>) {
    const clients: ServerClients = {
      ...demo.clients,
      async get(id) {
        const client = await demo.clients.get(id);
        const threads = Object.assign(Object.create(client.threads) as typeof client.threads, {
          async getState(...args: Parameters<typeof client.threads.getState>) {
            await beforeRead(client);
            return client.threads.getState(...args);
          },
        });
        return Object.assign(Object.create(client) as typeof client, { threads });
      },
    };
    const reserve = (): never => {
      throw new Error('No run here asks for a webhook.');
    };
    const other = createRuns({ clients, webhooks: { reserve }, platform: demo.platform });
    const request: RunRequest = {
      connectionId,
      assistantId: 'writer',
      threadId,
      checkpointId: null,
      checkpointNs: '',
      trigger: instantInputTrigger({}),
      background: false,
      options: defaultRunOptions,
      breakpoints: [aBreakpoint('write', { condition: 'false' })],
    };
    const { runId } = await other.calls['runs.start'](request, signal);
    const { end } = await demo.follow(threadId, runId, other);
    await other.stop();
    return end;
  }

  it('does not continue over a thread that was changed meanwhile', async () => {
    const threadId = await newThread();
    const end = await endAfter(threadId, (client) =>
      client.threads.updateState(threadId, { values: { note: 'edited' }, asNode: 'plan' }),
    );
    expect(end?.continuedBy).toBeUndefined();
    expect(end?.stop).toMatchObject({
      hits: [],
      problem: 'The thread was changed elsewhere meanwhile, so the studio did not continue the run.',
    });
  });

  it('leaves a run stopped whose state can’t be read, or which somebody else has continued', async () => {
    const unread = await endAfter(await newThread(), () => Promise.reject(new TypeError('fetch failed')));
    expect(unread).toMatchObject({ outcome: 'interrupted', stop: { checkpointId: null, hits: [] } });
    expect(unread?.stop?.problem).toMatch(/^The studio could not continue the run\. /);
    const threadId = await newThread();
    const busy = await endAfter(threadId, (client) =>
      client.runs.create(threadId, 'writer', { input: { pace: 10_000 }, multitaskStrategy: 'enqueue' }),
    );
    expect(busy?.continuedBy).toBeUndefined();
    expect(busy?.stop?.problem).not.toBeNull();
  });

  it('does not count what others ran, and says since when it counts', async () => {
    const threadId = await newThread();
    const visit = (count: number) => [aBreakpoint('plan', { hitCount: { kind: 'nth', count } })];
    await run(threadId, visit(9));
    // Another client answers; plan runs and stops nowhere.
    await demo.client.runs.wait(threadId, 'writer', { command: { resume: 'again' } });
    const { end } = await run(threadId, visit(1), again);
    expect(end?.stop?.hits[0]?.findings).toEqual([{ kind: 'visit', visit: 1, sinceInput: false }]);
  });

  it('counts visits on after a restart of the studio, and still has the log', async () => {
    const threadId = await newThread();
    const nth = (count: number) => [
      aBreakpoint('plan', { hitCount: { kind: 'nth', count } }),
      aBreakpoint('write', { logMessage: 'wrote' }),
    ];
    await run(threadId, nth(2));
    await demo.restart();
    const { end } = await run(threadId, nth(2), again);
    expect(end?.stop?.hits).toMatchObject([{ findings: [{ kind: 'visit', visit: 2, sinceInput: true }] }]);
    expect((await logOf(threadId)).map(({ text }) => text)).toEqual(['wrote']);
  });

  it('continues no step, and no run that failed', async () => {
    const threadId = await newThread();
    const never = aBreakpoint('*', { side: 'after', condition: 'false' });
    const step = await run(threadId, [never], instantInputTrigger({}), { interruptAfter: ['*'] });
    expect(step.runs).toHaveLength(1);
    expect(step.end).toMatchObject({ outcome: 'interrupted' });
    expect((await demo.stateAt(threadId)).next).toEqual(['write']);

    const broken = await demo.newThread('broken');
    const failing = { breakpoints: [aBreakpoint('*', { side: 'after', condition: 'false' })] };
    const first = await demo.start('broken', broken, instantInputTrigger({ how: 'throw' }), failing);
    const { runs, end } = await demo.followToStop(broken, first);
    expect(runs.length).toBeGreaterThan(1);
    expect(end).toMatchObject({ outcome: 'failed' });
    expect(end?.stop).toBeUndefined();
  });
});

describe('a breakpoint before tasks that run side by side', () => {
  const fanout = async (
    threadId: string,
    trigger: RunTrigger,
    more: Partial<RunOptions>,
  ): Promise<RunEnd | null> => {
    const options = { ...defaultRunOptions, ...more };
    return (await demo.followToStop(threadId, await demo.start('fanout', threadId, trigger, { options })))
      .end;
  };

  it.each([
    ['of one node', ['translate']],
    ['of several nodes', ['legal', 'support_lead']],
  ])('%s stops the run, and is not called ignored once the run goes on', async (_, interruptBefore) => {
    const threadId = await demo.newThread('fanout');
    const stopped = await fanout(threadId, inputTrigger({ pace: 0 }), { interruptBefore });
    expect(stopped).toMatchObject({ outcome: 'interrupted' });
    expect(stopped?.passedBreakpoints).toBeUndefined();
    expect(new Set((await demo.stateAt(threadId)).next)).toEqual(new Set(interruptBefore));
    const continued = await fanout(threadId, { kind: 'continue' }, { interruptBefore });
    expect(continued).toMatchObject({ outcome: 'interrupted' });
    expect(continued?.passedBreakpoints).toBeUndefined();
  });
});

describe('a breakpoint that can never stop a run', () => {
  const refused = (nodes: Breakpoint[], options: Partial<RunOptions> = {}) =>
    newThread().then((threadId) => start(threadId, nodes, instantInputTrigger({}), options));

  it('at a node that the graph does not have is refused, with those that it has', async () => {
    const expected = {
      code: 'invalid-input',
      message: 'The graph has no node "writ" to stop at.',
      hint: expect.stringContaining('It has plan, write, review, publish') as string,
    };
    await expect(refused([aBreakpoint('writ')])).rejects.toMatchObject(expected);
    await expect(refused([], { interruptBefore: ['writ'] })).rejects.toMatchObject(expected);
    await expect(refused([], { interruptAfter: ['writ', '*'] })).rejects.toMatchObject(expected);
  });

  it('inside a subgraph is refused, where servers do not stop', async () => {
    await expect(refused([], { interruptBefore: ['write:draft'] })).rejects.toMatchObject({
      hint: expect.stringContaining('Servers stop only at nodes of the top level.') as string,
    });
  });

  it('at a key that the state does not have is refused, with those that it has', async () => {
    await expect(refused([aBreakpoint('plan', { changedKeys: ['text', 'txet'] })])).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'The state has no key "txet", which a breakpoint waits for.',
      hint: expect.stringContaining('text') as string,
    });
  });

  it('is no reason to refuse a run while it is off', async () => {
    expect(await refused([aBreakpoint('writ', { enabled: false })])).toEqual(expect.any(String));
  });

  it('leaves no run behind, and is refused in a preview, too', async () => {
    const threadId = await newThread();
    await expect(start(threadId, [aBreakpoint('writ')])).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await demo.runs.calls['runs.list']({ connectionId, threadId }, signal)).toEqual([]);
    const request: RunRequest = {
      connectionId,
      threadId,
      assistantId: 'writer',
      checkpointId: null,
      checkpointNs: '',
      trigger: instantInputTrigger({}),
      background: false,
      options: { ...defaultRunOptions, interruptBefore: ['writ'] },
    };
    await expect(demo.runs.calls['runs.preview']({ request, newThread: true }, signal)).rejects.toMatchObject(
      { code: 'invalid-input' },
    );
  });
});
