import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { decodeFrames } from '../shared/model/frame-block-codec.ts';
import { defaultRunOptions } from '../shared/model/run-options.ts';
import type { RunTrigger } from '../shared/model/run-request.ts';
import type { RunEnd } from '../shared/model/run.ts';
import type { CheckpointSummary, ThreadState } from '../shared/model/thread.ts';
import { differing } from '../testing/real-server/server-differences.ts';
import { clientsFor } from '../testing/services/clients-for.ts';
import { createLocalPlatform, type LocalPlatform } from '../testing/services/local-platform.ts';
import { sharedServer } from '../testing/shared-server.ts';
import { createAssistants } from './assistants/create-assistants.ts';
import { checkServer } from './connections/server-facts/health-check.ts';
import { createRuns, type Runs } from './runs/create-runs.ts';
import { createThreads, type Threads } from './threads/create-threads.ts';
import { slowness } from '../testing/slowness.ts';

const { signal } = new AbortController();
const connectionId = 'real';

let url: string;
let platform: LocalPlatform;
let assistants: ReturnType<typeof createAssistants>['calls'];
let threads: Threads['calls'];
let runs: Runs;
/** Made by the first run; each test goes on where the one before it ended. */
let threadId: string;

beforeAll(async () => {
  ({ url } = await sharedServer('real'));
  platform = await createLocalPlatform();
  const clients = clientsFor(url);
  assistants = createAssistants({ clients }).calls;
  threads = createThreads({ clients }).calls;
  const reserve = (): never => {
    throw new Error('No run here asks for a webhook.');
  };
  runs = createRuns({ clients, platform, webhooks: { reserve } });
});

afterAll(async () => {
  await runs.stop();
  await platform.dispose();
});

interface ReadRun {
  readonly end: RunEnd | null;
  /** Names of the events, without namespaces, each once. */
  readonly modes: readonly string[];
  readonly texts: readonly string[];
}

async function run(trigger: RunTrigger, checkpointId: string | null = null): Promise<ReadRun> {
  const { runId } = await runs.calls['runs.start'](
    {
      connectionId,
      assistantId: 'writer',
      threadId,
      checkpointId,
      checkpointNs: '',
      trigger,
      background: false,
      options: defaultRunOptions,
    },
    signal,
  );
  const modes = new Set<string>();
  const texts: string[] = [];
  let end: RunEnd | null = null;
  for await (const batch of runs.streams['runs.follow']({ connectionId, threadId, runId }, signal)) {
    for (const { mode, text } of decodeFrames(batch)) {
      modes.add(mode);
      texts.push(text);
    }
    end = batch.end;
  }
  return { end, modes: [...modes], texts };
}

const stateAt = (checkpointId: string | null = null): Promise<ThreadState> =>
  threads['threads.state']({ connectionId, threadId, checkpointId }, signal);

async function history(): Promise<readonly CheckpointSummary[]> {
  const page = await threads['threads.history']({ connectionId, threadId, before: null, limit: 50 }, signal);
  return page.checkpoints;
}

const valueOf = ({ valuesText }: ThreadState, key: string): unknown =>
  (JSON.parse(valuesText) as Readonly<Record<string, unknown>>)[key];

describe('the main job on a server', { timeout: 30_000 * slowness() }, () => {
  it('connects to it', async () => {
    const client = new GraphClient({ url, apiKey: null });
    expect(await checkServer(client, { url }, 'test')).toMatchObject({ state: 'connected', problem: null });
  });

  it('lists its graphs and draws one', async () => {
    const list = await assistants['assistants.list']({ connectionId }, signal);
    expect(list.map(({ graphId }) => graphId)).toContain('writer');
    const graph = await assistants['assistants.graph']({ connectionId, assistantId: 'writer' }, signal);
    expect(graph.nodes.map(({ id }) => id)).toEqual(expect.arrayContaining(['plan', 'ask', 'publish']));
    expect(graph.edges.length).toBeGreaterThan(3);
  });

  it('runs a graph up to its question, and streams what it does', async () => {
    ({ threadId } = await threads['threads.create']({ connectionId, graphId: 'writer', name: null }, signal));
    const { end, modes } = await run({ kind: 'input', inputText: '{"text":"a"}' });
    expect(end).toMatchObject({ outcome: differing('outcomeOfQuestion'), error: null });
    expect(modes).toEqual(expect.arrayContaining(['metadata', 'values', 'updates']));
  });

  it('shows the question, and answers it', async () => {
    const { interrupts, next } = await stateAt();
    expect(next).toEqual(['ask']);
    expect(interrupts.map(({ valueText }) => JSON.parse(valueText) as unknown)).toEqual([
      { question: 'Publish?', text: 'a draft, polished' },
    ]);
    const [question] = interrupts;
    const answers = [{ interruptId: question?.id ?? null, valueText: '"yes"' }];
    const { end } = await run({ kind: 'resume', answers, goto: [], updateText: null });
    expect(end).toMatchObject({ outcome: 'finished' });
    const state = await stateAt();
    expect([state.interrupts, state.next]).toEqual([[], []]);
    expect(valueOf(state, 'log')).toEqual(['plan', 'answer: "yes"', 'publish']);
  });

  it('lists both runs of the thread', async () => {
    const list = await runs.calls['runs.list']({ connectionId, threadId }, signal);
    expect(list).toHaveLength(2);
    expect(list.some(({ status }) => status === 'running' || status === 'pending')).toBe(false);
  });

  it('reads the history, newest first', async () => {
    const checkpoints = await history();
    expect(checkpoints.map(({ next }) => next)).toEqual([
      [],
      ['publish'],
      ['ask'],
      ['write'],
      ['plan'],
      ['__start__'],
    ]);
  });

  it('edits the state, and reads the edit back', async () => {
    const { checkpointId } = await stateAt();
    const edited = await threads['threads.updateState'](
      {
        connectionId,
        threadId,
        checkpointId,
        expectedHeadId: checkpointId,
        asNode: 'publish',
        changes: [{ key: 'text', valueText: '"edited"' }],
      },
      signal,
    );
    expect(edited.changedKeys).toEqual(['text']);
    expect(valueOf(await stateAt(), 'text')).toBe('edited');
  });

  it('runs on from an older checkpoint', async () => {
    const before = (await history()).find(({ next }) => next[0] === 'plan');
    const { end } = await run({ kind: 'continue' }, before?.checkpointId ?? 'none');
    expect(end).toMatchObject({ outcome: differing('outcomeOfQuestion') });
    expect((await stateAt()).next).toEqual(['ask']);
  });

  it('deletes the thread', async () => {
    await threads['threads.delete']({ connectionId, threadIds: [threadId] }, signal);
    await expect(threads['threads.get']({ connectionId, threadId }, signal)).rejects.toMatchObject({
      code: differing('codeOfMissingThread'),
    });
  });
});
