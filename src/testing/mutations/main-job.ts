import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { GraphClient, type GraphClientSettings } from 'remote-graph-client/client';
import { describeEventGaps } from '../../renderer/runs/model/event-gaps.ts';
import { createRunLogStore } from '../../renderer/runs/model/run-log-store.ts';
import { initialRunState, reduceRunState } from '../../renderer/run-state/run-state.ts';
import { createAssistants } from '../../services/assistants/create-assistants.ts';
import { checkServer } from '../../services/connections/server-facts/health-check.ts';
import { createCrons } from '../../services/create-crons.ts';
import { createInbox } from '../../services/create-inbox.ts';
import { createMemory } from '../../services/create-memory.ts';
import { createRuns } from '../../services/runs/create-runs.ts';
import { createThreads } from '../../services/threads/create-threads.ts';
import { readThreadRecord } from '../../services/threads/record/read-thread-record.ts';
import { AppError } from '../../shared/app-error.ts';
import { defaultRunOptions } from '../../shared/model/run-options.ts';
import type { RunTrigger } from '../../shared/model/run-request.ts';
import type { Run } from '../../shared/model/run.ts';
import { describeMissingMembers } from '../../shared/missing-members.ts';
import type { CheckpointSummary, HistoryPage } from '../../shared/model/thread.ts';
import { defaultThreadListing } from '../../shared/model/thread-listing.ts';
import { summarizeThread } from '../../shared/thread-record/summarize-thread.ts';
import { createLocalPlatform } from '../services/local-platform.ts';
import { slowness } from '../slowness.ts';
import { compare, short } from './judge.ts';
import type { Mutation } from './mutation.ts';
import { isObject } from './records.ts';
import { startMutatingProxy } from './mutating-proxy.ts';
import { nodesOfRun } from '../renderer/run-nodes.ts';

/**
 * `hang`: no answer within the limit. `bug`: an internal error. `untrue`: says what is not so. `unnamed`: says less than
 * there is, and not that. `loss`: says that it can't tell or do something.
 */
export type FindingKind = 'hang' | 'bug' | 'untrue' | 'unnamed' | 'loss';

export interface Finding {
  readonly step: string;
  readonly kind: FindingKind;
  readonly text: string;
}

/** Far beyond what any delay of a mutation needs. */
const stepLimitMs = 20_000 * slowness();

const { signal } = new AbortController();
// Many jobs at once pass the same one.
setMaxListeners(0, signal);

type Side = 'mutated' | 'direct';

/** The run as its views show it. */
interface SeenRun {
  readonly outcome: string | undefined;
  readonly error: string | null | undefined;
  readonly rows: readonly unknown[];
  readonly nodes: readonly unknown[];
  readonly questions: readonly string[];
  readonly isLessNamed: boolean;
}

/** Runs of a server without a mutation, by graph and trigger. */
export type Baseline = Map<string, Promise<SeenRun>>;

const clientSettings: Partial<GraphClientSettings> = {
  // A cut stream is tried again as often as usual, but soon.
  reconnect: { attempts: 10, baseMs: 20, maxMs: 100 },
  retries: 1,
};

/** Does the main job through a mutating proxy, and compares what the studio says with what the server has. */
export async function doMainJob(url: string, mutation: Mutation, baseline: Baseline): Promise<Finding[]> {
  const proxy = await startMutatingProxy(url, mutation);
  const platform = await createLocalPlatform();
  const mutated = new GraphClient({ apiKey: null, ...clientSettings, url: proxy.url });
  const direct = new GraphClient({ apiKey: null, url });
  const clients = {
    get: (connectionId: string) => Promise.resolve(connectionId === 'mutated' ? mutated : direct),
  };
  const reserve = (): never => {
    throw new Error('No run here asks for a webhook.');
  };
  const runs = createRuns({ clients, webhooks: { reserve }, platform });
  const threads = createThreads({ clients }).calls;
  const assistants = createAssistants({ clients }).calls;
  const memory = createMemory({ clients }).calls;
  const crons = createCrons({ clients }).calls;
  const inbox = createInbox({ clients, connections: async function* () {} }).calls;
  const findings: Finding[] = [];
  const add = (step: string, kind: FindingKind, text: string): void =>
    void findings.push({ step, kind, text });

  /** The result, or the error; a hang is a finding. */
  const attempt = async <T>(
    step: string,
    work: () => Promise<T>,
  ): Promise<{ readonly value: T } | { readonly error: AppError } | null> => {
    const limit = new AbortController();
    try {
      const late = pause(stepLimitMs, 'late' as const, { signal: limit.signal });
      const value = await Promise.race([work(), late]);
      if (value === 'late') {
        add(step, 'hang', `no answer after ${stepLimitMs} ms`);
        return null;
      }
      return { value: value as T };
    } catch (error) {
      if (error instanceof AppError && error.code !== 'internal') return { error };
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      add(step, 'bug', cause instanceof Error ? (cause.stack ?? String(cause)).slice(0, 400) : String(cause));
      return null;
    } finally {
      limit.abort();
    }
  };
  const named = (step: string, { code, message, details }: AppError): void =>
    add(
      step,
      'loss',
      `${code}: ${message} ${details['reason'] ?? ''} ${(details['server'] ?? '').slice(0, 60)}`.trim(),
    );

  const judge = (step: string, claim: unknown, truth: unknown, isLessNamed = false): void => {
    const { untrue, unknown, missing } = compare(claim, truth, isLessNamed);
    for (const text of untrue) add(step, 'untrue', text);
    for (const text of missing) add(step, isLessNamed ? 'loss' : 'unnamed', `missing ${text}`);
    if (unknown.length > 0) add(step, 'loss', `unknown: ${unknown.join(', ')}`);
  };

  /** Reads the same through the proxy and from the server. */
  const read = async <T>(step: string, work: (side: Side) => Promise<T>): Promise<T> => {
    const answer = await attempt(step, () => work('mutated'));
    const truth = await work('direct');
    if (answer === null) return truth;
    if ('error' in answer) named(step, answer.error);
    else
      judge(
        step,
        withoutMissing(answer.value),
        truth,
        describeMissingMembers(missingOf(answer.value)) !== null,
      );
    return truth;
  };

  /** Makes a change through the proxy, and looks at the server whether it was made. */
  const change = async <T>(
    step: string,
    work: () => Promise<T>,
    wasMade: () => Promise<boolean>,
  ): Promise<T | null> => {
    const answer = await attempt(step, work);
    if (answer === null) return null;
    const isMade = await wasMade();
    if ('value' in answer) {
      if (!isMade) add(step, 'untrue', 'says that it was done, and it was not');
      return answer.value;
    }
    named(step, answer.error);
    if (isMade && !isDoubtful(answer.error))
      add(step, 'untrue', `says that it failed, and it was done: ${answer.error.message}`);
    return null;
  };

  const follow = async (side: Side, threadId: string | null, runId: string): Promise<SeenRun> => {
    const key = { connectionId: side, threadId, runId };
    const store = createRunLogStore(key);
    for await (const batch of runs.streams['runs.follow'](key, signal)) store.take(batch);
    const { model, end } = store.get();
    return {
      outcome: end?.outcome,
      error: end?.error,
      rows: model.timeline.rows().map(({ nodeId, status, error }) => ({ nodeId, status, error })),
      nodes: [...nodesOfRun(model)]
        .filter(([, { status }]) => status !== 'unknown')
        .map(([nodeId, { status, visits }]) => ({ nodeId, status, visits })),
      questions: model.interrupts.list().map(({ valueText, nodeId }) => `${nodeId} ${valueText}`),
      isLessNamed:
        end?.incomplete === true ||
        end?.omitted !== undefined ||
        end?.outcome === 'lost' ||
        describeEventGaps(model.eventGaps.snapshot()) !== null,
    };
  };

  const start = async (
    side: Side,
    assistantId: string,
    threadId: string | null,
    trigger: RunTrigger,
    checkpointId: string | null = null,
  ): Promise<string> => {
    const run = { connectionId: side, assistantId, threadId, checkpointId, checkpointNs: '', trigger };
    const request = { ...run, background: false, options: defaultRunOptions };
    return (await runs.calls['runs.start'](request, signal)).runId;
  };
  const newThread = async (graphId: string): Promise<string> =>
    (await direct.threads.create({ graphId })).thread_id;
  const input = (value: object): RunTrigger => ({ kind: 'input', inputText: JSON.stringify(value) });

  /** The runs of a thread, once none is active. */
  const settledRuns = async (threadId: string, count: number): Promise<readonly string[]> => {
    const until = performance.now() + stepLimitMs;
    for (;;) {
      const listed = await direct.runs.list(threadId, { limit: 100 });
      const isSettled =
        listed.length >= count &&
        listed.every(({ status }) => status !== 'pending' && status !== 'running') &&
        (await direct.threads.get(threadId)).status !== 'busy';
      if (isSettled || performance.now() > until) return listed.map(({ run_id: runId }) => runId);
      await pause(25);
    }
  };

  /**
   * Starts a run through the proxy and reads it to its end. Where that fails, the run is started on the server, so that
   * the next steps have it.
   */
  const run = async (
    step: string,
    graph: string,
    threadId: string | null,
    trigger: RunTrigger,
    truthOf: () => Promise<SeenRun>,
    checkpointId: string | null = null,
  ): Promise<void> => {
    const before = threadId === null ? 0 : (await direct.runs.list(threadId, { limit: 100 })).length;
    const answer = await attempt(step, () => start('mutated', graph, threadId, trigger, checkpointId));
    const isStarted = async (): Promise<boolean> => {
      if (threadId === null) return false;
      await pause(50);
      return (await direct.runs.list(threadId, { limit: 100 })).length > before;
    };
    if (answer !== null && 'value' in answer) {
      const attempted = await attempt(step, () => follow('mutated', threadId, answer.value));
      if (threadId !== null) {
        const listed = await settledRuns(threadId, before + 1);
        if (listed.length !== before + 1) add(step, 'untrue', `${listed.length - before} runs were started`);
        if (!listed.includes(answer.value)) add(step, 'untrue', 'names a run that the server does not have');
      }
      if (attempted !== null && 'error' in attempted) named(step, attempted.error);
      if (attempted !== null && 'value' in attempted) judgeRun(step, attempted.value, await truthOf());
      return;
    }
    const isMade = await isStarted();
    if (answer !== null) {
      named(step, answer.error);
      if (isMade && !isDoubtful(answer.error))
        add(step, 'untrue', `says that it failed, and it was started: ${answer.error.message}`);
    }
    if (!isMade && threadId !== null) await start('direct', graph, threadId, trigger, checkpointId);
    if (threadId !== null) await settledRuns(threadId, before + 1);
  };
  const judgeRun = (step: string, { isLessNamed, ...actual }: SeenRun, truth: SeenRun): void => {
    const { isLessNamed: _, ...expected } = truth;
    if (actual.outcome === 'lost') {
      add(step, 'loss', `how it ended is unknown: ${actual.error}`);
      judge(step, { ...actual, outcome: 'unknown', error: expected.error }, expected, true);
      return;
    }
    if (isLessNamed) add(step, 'loss', 'the run says that events are missing');
    judge(step, actual, expected, isLessNamed);
  };
  const baselineOf = (name: string, work: () => Promise<SeenRun>): Promise<SeenRun> => {
    const existing = baseline.get(name) ?? work();
    baseline.set(name, existing);
    return existing;
  };
  const baselineRun = (graph: string, trigger: RunTrigger, isStateless = false): Promise<SeenRun> =>
    baselineOf(`${graph} ${JSON.stringify(trigger)}`, async () => {
      const threadId = isStateless ? null : await newThread(graph);
      return follow('direct', threadId, await start('direct', graph, threadId, trigger));
    });

  const historyOf = async (side: Side, threadId: string, limit: number): Promise<HistoryPage> => {
    const checkpoints: CheckpointSummary[] = [];
    let missing: readonly string[] = [];
    // A server that ignores where to go on would never come to an end.
    for (let before: string | null = null, index = 0; index < 30; index += 1) {
      const on = { connectionId: side, threadId, before, limit };
      const page = await threads['threads.history'](on, signal);
      checkpoints.push(...page.checkpoints);
      missing = [...missing, ...(page.missing ?? [])];
      ({ before } = page);
      if (before === null)
        return { checkpoints, before, ...(missing.length > 0 ? { missing: [...missing] } : {}) };
    }
    throw new AppError('protocol', 'The history has no end.');
  };

  /** What the top bar says, from all that is known of a thread. */
  const phaseOf = async (side: Side, threadId: string): Promise<unknown> => {
    const on = { connectionId: side, threadId };
    const [listed, thread, record] = await Promise.allSettled([
      runs.calls['runs.list'](on, signal),
      threads['threads.get'](on, signal),
      readThreadRecord(await clients.get(side), threadId, signal),
    ]);
    let runState = initialRunState;
    if (listed.status === 'fulfilled')
      runState = reduceRunState(runState, { by: 'run', runs: listed.value, at: 2 });
    if (thread.status === 'fulfilled')
      runState = reduceRunState(runState, { by: 'thread', status: thread.value.status, askedAt: 1, at: 2 });
    const summary = record.status === 'fulfilled' ? summarizeThread(record.value) : null;
    runState = reduceRunState(runState, { by: 'record', summary, at: 2 });
    const isLess = [listed, thread, record].some(({ status }) => status === 'rejected');
    // With a part that could not be read, the window shows the error beside what it knows.
    return isLess && runState.phase === 'none' ? null : runState.phase;
  };

  const readThread = async (when: string, threadId: string): Promise<void> => {
    const on = (side: Side) => ({ connectionId: side, threadId });
    const step = (name: string): string => `${name} ${when}`;
    await Promise.all([
      read(step('thread'), (side) => threads['threads.get'](on(side), signal)),
      read(step('runs'), async (side) => (await runs.calls['runs.list'](on(side), signal)).map(withoutLocal)),
      read(step('run records'), async (side) => {
        const { records, isCut } = await runs.calls['runs.records'](on(side), signal);
        return { isCut, records: records.map(withoutLocal) };
      }),
      read(step('state'), (side) => threads['threads.state']({ ...on(side), checkpointId: null }, signal)),
      read(step('inbox'), async (side) => inbox['inbox.thread'](on(side), signal)),
      read(step('history'), (side) => historyOf(side, threadId, 50)),
      read(step('history in pages of 3'), (side) => historyOf(side, threadId, 3)),
      read(step('phase'), (side) => phaseOf(side, threadId)),
    ]);
  };

  const onThread = async (): Promise<void> => {
    const graph = 'writer';
    let threadId: string = randomUUID();
    const exists = async (id: string): Promise<boolean> =>
      direct.threads.get(id).then(
        () => true,
        () => false,
      );
    const create = { connectionId: 'mutated', graphId: graph, name: 'Mutated', threadId };
    await change(
      'create the thread',
      () => threads['threads.create'](create, signal),
      () => exists(threadId),
    );
    if (!(await exists(threadId))) threadId = await newThread(graph);

    const firstInput = input({ text: 'a' });
    await run('run until it asks', graph, threadId, firstInput, () => baselineRun(graph, firstInput));
    await readThread('waiting', threadId);
    await read('list of waiting threads', async (side) => {
      const listing = {
        ...defaultThreadListing,
        filter: {
          ...defaultThreadListing.filter,
          status: 'interrupted' as const,
          metadataText: JSON.stringify({ graph_id: graph }),
        },
      };
      const page = { connectionId: side, listing, limit: 1000, offset: 0 };
      const { threads: listed } = await threads['threads.list'](page, signal);
      // Others come and go meanwhile.
      return {
        mine: listed.filter((thread) => thread.threadId === threadId),
        isRight: listed.every(
          ({ status, graphId }) =>
            (status === 'interrupted' || status === 'unknown') && (graphId === graph || graphId === null),
        ),
      };
    });

    const asked = await direct.threads.getState(threadId);
    const interruptId = asked.tasks?.flatMap(({ interrupts }) => interrupts ?? [])[0]?.id ?? null;
    const resume: RunTrigger = {
      kind: 'resume',
      answers: [{ interruptId, valueText: '"yes"' }],
      goto: [],
      updateText: null,
    };
    await run('answer', graph, threadId, resume, () =>
      baselineOf('answer', async () => {
        const other = await newThread(graph);
        await follow('direct', other, await start('direct', graph, other, firstInput));
        const { tasks = [] } = await direct.threads.getState(other);
        const otherId = tasks.flatMap(({ interrupts }) => interrupts ?? [])[0]?.id ?? null;
        const answers = [{ interruptId: otherId, valueText: '"yes"' }];
        return follow('direct', other, await start('direct', graph, other, { ...resume, answers }));
      }),
    );
    await readThread('finished', threadId);

    const head = await threads['threads.state'](
      { connectionId: 'direct', threadId, checkpointId: null },
      signal,
    );
    const edit = {
      connectionId: 'mutated',
      threadId,
      checkpointId: head.checkpointId,
      expectedHeadId: head.checkpointId,
      asNode: 'plan',
      changes: [{ key: 'text', valueText: '"edited"', expectedText: '"edited"' }],
    };
    const edited = await change(
      'edit the state',
      () => threads['threads.updateState'](edit, signal),
      async () => {
        const { values } = await direct.threads.getState(threadId);
        return isObject(values) && values['text'] === 'edited';
      },
    );
    const stateNow = await threads['threads.state'](
      { connectionId: 'direct', threadId, checkpointId: null },
      signal,
    );
    if (edited !== null)
      judge('edit the state', withoutMissing(edited.state), stateNow, missingOf(edited.state).length > 0);

    const history = await historyOf('direct', threadId, 50);
    const origin = history.checkpoints.find(({ next }) => next.includes('publish'))?.checkpointId ?? null;
    await run(
      'fork',
      graph,
      threadId,
      { kind: 'continue' },
      () =>
        baselineOf('fork', async () => {
          const copy = await direct.threads.copy(threadId);
          const at = (await historyOf('direct', copy.thread_id, 50)).checkpoints.find(({ next }) =>
            next.includes('publish'),
          );
          return follow(
            'direct',
            copy.thread_id,
            await start('direct', graph, copy.thread_id, { kind: 'continue' }, at?.checkpointId ?? null),
          );
        }),
      origin,
    );
    await readThread('forked', threadId);

    const copied = await attempt('copy the thread', () =>
      threads['threads.copy']({ connectionId: 'mutated', threadId }, signal),
    );
    if (copied !== null && 'error' in copied) named('copy the thread', copied.error);
    if (copied !== null && 'value' in copied && !(await exists(copied.value.thread.threadId)))
      add('copy the thread', 'untrue', 'names a thread that the server does not have');

    const deleted = await attempt('delete the thread', () =>
      threads['threads.delete']({ connectionId: 'mutated', threadIds: [threadId] }, signal),
    );
    if (deleted !== null && 'error' in deleted) named('delete the thread', deleted.error);
    if (deleted !== null && 'value' in deleted) {
      const problem = deleted.value[0]?.problem ?? null;
      const isGone = !(await exists(threadId));
      if (problem === null && !isGone) add('delete the thread', 'untrue', 'says that it was deleted');
      if (problem !== null) add('delete the thread', 'loss', `${problem.code}: ${problem.message}`);
      if (problem !== null && isGone && !isDoubtful(problem))
        add('delete the thread', 'untrue', `says that it failed, and it is gone: ${problem.message}`);
    }
  };

  /** Until a node runs and its events had time to arrive. */
  const waitForNode = async (threadId: string, name: string): Promise<void> => {
    for (let round = 0; round < 200; round += 1) {
      const { next } = await direct.threads.getState(threadId);
      if (next?.includes(name) === true) break;
      await pause(50);
    }
    await pause(1000);
  };

  const cancelling = async (): Promise<void> => {
    const threadId = await newThread('slow');
    const answer = await attempt('start a long run', () =>
      start('mutated', 'slow', threadId, input({ waitMs: 600_000 })),
    );
    if (answer !== null && 'error' in answer) named('start a long run', answer.error);
    const [listed] = await direct.runs.list(threadId, { limit: 10 });
    const runId = listed?.run_id ?? (await start('direct', 'slow', threadId, input({ waitMs: 600_000 })));
    const isRight = answer !== null && 'value' in answer && answer.value === runId;
    if (answer !== null && 'value' in answer && !isRight)
      add('start a long run', 'untrue', 'names a run that the server does not have');
    const following = isRight
      ? attempt('read the cancelled run', () => follow('mutated', threadId, runId))
      : null;
    await waitForNode(threadId, 'wait');
    const result = await attempt('cancel', async () =>
      runs.calls['runs.cancel']({ connectionId: 'mutated', threadId, runId, action: 'interrupt' }, signal),
    );
    const { status } = await direct.runs.get(threadId, runId);
    const isStopped = status !== 'running' && status !== 'pending';
    if (result !== null && 'value' in result) {
      const truth = await threads['threads.get']({ connectionId: 'direct', threadId }, signal);
      judge(
        'cancel',
        {
          status: result.value.status,
          stopped: result.value.stopped,
          threadStatus: result.value.threadStatus,
        },
        { status, stopped: isStopped, threadStatus: truth.status },
      );
    }
    if (result !== null && 'error' in result) {
      named('cancel', result.error);
      if (isStopped && !isDoubtful(result.error))
        add('cancel', 'untrue', `says that it failed, and the run was stopped: ${result.error.message}`);
    }
    if (!isStopped) await direct.runs.cancel(threadId, runId).catch(() => undefined);
    const attempted = await following;
    if (attempted === null) return;
    if ('error' in attempted) return named('read the cancelled run', attempted.error);
    const truth = await baselineOf('cancelled', async () => {
      const other = await newThread('slow');
      const otherRun = await start('direct', 'slow', other, input({ waitMs: 600_000 }));
      const reading = follow('direct', other, otherRun);
      await waitForNode(other, 'wait');
      const on = { connectionId: 'direct', threadId: other, runId: otherRun };
      await runs.calls['runs.cancel']({ ...on, action: 'interrupt' }, signal);
      return reading;
    });
    judgeRun('read the cancelled run', attempted.value, truth);
  };

  const connecting = async (): Promise<void> => {
    const answer = await attempt('connect', () => checkServer(mutated, { url: proxy.url }, 'test'));
    if (answer === null) return;
    if ('error' in answer) return named('connect', answer.error);
    const { state, problem, server } = answer.value;
    const truth = await checkServer(direct, { url }, 'test');
    if (problem !== null) add('connect', 'loss', `${state}: ${problem.message}`);
    if (problem === null && state !== 'connected') add('connect', 'untrue', `is ${state} without a reason`);
    const factsOf = (info: typeof server) => ({
      version: info?.version,
      runtime: info?.runtime,
      runtimeVersion: info?.runtimeVersion,
    });
    judge('connect', factsOf(server), factsOf(truth.server));
    // Others of the same server come and go.
    const system = await direct.assistants.search({ metadata: { created_by: 'system' }, limit: 100 });
    const systemIds = new Set(system.map(({ assistant_id: id }) => id));
    await read('list the assistants', async (side) => {
      const listed = await assistants['assistants.list']({ connectionId: side }, signal);
      return listed.filter(({ assistantId }) => systemIds.has(assistantId));
    });
    await read('draw the graph', (side) =>
      Promise.resolve(assistants['assistants.graph']({ connectionId: side, assistantId: 'writer' }, signal)),
    );
    await read('read the schemas', (side) =>
      Promise.resolve(
        assistants['assistants.schemas']({ connectionId: side, assistantId: 'writer' }, signal),
      ),
    );
  };

  const storing = async (): Promise<void> => {
    const namespace = ['mutations', randomUUID()];
    const item = { namespace, key: 'k' };
    const has = async (value: string): Promise<boolean> =>
      direct.store.getItem(namespace, 'k').then(
        (storeItem) => storeItem !== null && JSON.stringify(storeItem.value) === value,
        () => false,
      );
    await change(
      'put an item',
      async () =>
        memory['store.put'](
          { connectionId: 'mutated', ...item, valueText: '{"a":1}', ttlMinutes: null, expected: null },
          signal,
        ),
      () => has('{"a":1}'),
    );
    if (!(await has('{"a":1}'))) await direct.store.putItem(namespace, 'k', { a: 1 });
    await read('read the item', async (side) =>
      memory['store.item']({ connectionId: side, ...item }, signal),
    );
    await read('list the items', async (side) =>
      memory['store.search'](
        { connectionId: side, namespace, filterText: null, query: null, limit: 10, offset: 0 },
        signal,
      ),
    );
    const deleted = await attempt('delete the item', async () =>
      memory['store.delete']({ connectionId: 'mutated', items: [item] }, signal),
    );
    if (deleted !== null && 'error' in deleted) named('delete the item', deleted.error);
    if (deleted !== null && 'value' in deleted) {
      const problem = deleted.value[0]?.problem ?? null;
      const isThere = await has('{"a":1}');
      if (problem === null && isThere) add('delete the item', 'untrue', 'says that it was deleted');
      if (problem !== null) add('delete the item', 'loss', problem.message);
      if (problem !== null && !isThere && !isDoubtful(problem))
        add('delete the item', 'untrue', `says that it failed, and it is gone: ${problem.message}`);
    }
  };

  const scheduling = async (): Promise<void> => {
    const offered = await direct.crons.search({ limit: 1 }).then(
      () => true,
      () => false,
    );
    if (!offered) return;
    const key = randomUUID();
    const mine = async () => {
      const all = await direct.crons.search({ limit: 1000 });
      return all.filter(({ payload }) => JSON.stringify(payload ?? {}).includes(key));
    };
    const settings = {
      schedule: '0 0 29 2 *',
      timezone: null,
      endsAt: null,
      inputText: JSON.stringify({ text: key }),
      webhook: null,
    };
    await change(
      'create a cron',
      async () =>
        crons['crons.create'](
          { connectionId: 'mutated', assistantId: 'slow', threadId: null, settings },
          signal,
        ),
      async () => (await mine()).length > 0,
    );
    const [cron] = await mine();
    if (!cron) return;
    await read('list the crons', async (side) => {
      const { crons: listed } = await crons['crons.list']({ connectionId: side }, signal);
      return listed.filter(({ inputText }) => inputText === null || inputText.includes(key)).slice(0, 1);
    });
    const on = { connectionId: 'mutated', cronId: cron.cron_id };
    await change(
      'delete the cron',
      async () => crons['crons.delete'](on, signal),
      async () => (await mine()).length === 0,
    );
    for (const { cron_id: left } of await mine()) await direct.crons.delete(left);
  };

  const broken = async (): Promise<void> =>
    run('run that fails', 'broken', await newThread('broken'), input({}), () =>
      baselineRun('broken', input({})),
    );
  const stateless = (): Promise<void> =>
    run('stateless run', 'slow', null, input({ waitMs: 5 }), () =>
      baselineRun('slow', input({ waitMs: 5 }), true),
    );

  try {
    await Promise.all([
      connecting(),
      onThread(),
      cancelling(),
      storing(),
      scheduling(),
      broken(),
      stateless(),
    ]);
  } finally {
    await runs.stop();
    await proxy.stop();
    await platform.dispose();
  }
  return findings;
}

/** Whether an error says that the change may have been made all the same. */
function isDoubtful({ message, hint }: { readonly message: string; readonly hint: string | null }): boolean {
  return /may have|whether it|was saved/i.test(`${message} ${hint ?? ''}`);
}

/** What an answer says that the server leaves out. */
function missingOf(answer: unknown): readonly string[] {
  const missing = isObject(answer) ? answer['missing'] : undefined;
  return Array.isArray(missing) ? missing.map(String) : [];
}

function withoutMissing(answer: unknown): unknown {
  if (!isObject(answer)) return answer;
  const { missing: _missing, foreign: _foreign, ...rest } = answer;
  return rest;
}

function withoutLocal<T extends Pick<Run, 'hasLog' | 'joinedLate' | 'answers'>>({
  hasLog: _log,
  joinedLate: _late,
  answers: _answers,
  ...record
}: T): Omit<T, 'hasLog' | 'joinedLate' | 'answers'> {
  return record;
}

export function findingText({ step, kind, text }: Finding): string {
  return `${kind.toUpperCase()} ${step}: ${short(text, 400)}`;
}
