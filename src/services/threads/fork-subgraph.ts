import { memberText, memberTexts, sameJson } from 'exact-json';
import type { GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import { namespacePrefixes, nodeOfNamespace } from '../../shared/checkpoint-namespace.ts';
import { isInitialCheckpoint, type ForkedSubgraph } from '../../shared/model/forked-subgraph.ts';
import type { RunTrigger } from '../../shared/model/run-request.ts';
import type { CheckpointSummary, StateChange, ThreadState } from '../../shared/model/thread.ts';
import type { AdaptivePageSize } from './adaptive-page-size.ts';
import { readState } from './read-state.ts';
import { messagesEqual } from './messages-equal.ts';
import { findCheckpoint } from './find-checkpoint.ts';
import { updateState } from './update-state.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

// A subgraph's checkpoint, and the thread's checkpoint whose tasks ran it.
interface SubgraphCheckpointRef {
  readonly threadId: string;
  readonly checkpointId: string;
  readonly checkpointNs: string;
  readonly innerCheckpointId: string;
}

// Forks a thread so that a subgraph is at one of its past checkpoints. Servers can't start a run inside a
// subgraph: they ignore its namespace, or start the subgraph over. So the checkpoint that ran it is copied,
// which gives the subgraph a new namespace, and the state is written there, level by level. Each is read
// back: if a server changes it, nothing is run. If the thread is there already, nothing is written.
export async function forkSubgraph(
  client: GraphClient,
  ref: SubgraphCheckpointRef,
  size: AdaptivePageSize,
  signal: AbortSignal,
): Promise<ForkedSubgraph> {
  const { threadId, checkpointId } = ref;
  const levels = await readLevels(client, ref, size, signal);
  const last = levels.at(-1);
  if (!last || (levels.length === 1 && isInitialCheckpoint(last.checkpoint))) {
    return { checkpointId, trigger: { kind: 'continue' }, inner: null };
  }
  const tasksAt = (id: string | null, ns = ''): Promise<ThreadState> =>
    readState(client, threadId, id, signal, ns, false);
  const newest = await Promise.all([
    tasksAt(null),
    ...levels.map(({ checkpointNs }) => tasksAt(null, checkpointNs)),
  ]);
  const there = [checkpointId, ...levels.map(({ state }) => state.checkpointId)];
  if (newest.every((state, index) => state.checkpointId === there[index])) {
    const inner = { checkpointNs: last.checkpointNs, checkpointId: ref.innerCheckpointId };
    return { ...(await goingOn(client, threadId, checkpointId, signal)), inner };
  }
  const copy = { threadId, checkpointId, expectedHeadId: null, asNode: '__copy__', changes: [] };
  const { state: copied } = await updateState(client, copy, signal);
  let from = await tasksAt(checkpointId);
  let to = await tasksAt(copied.checkpointId);
  for (const level of levels) {
    const ns = matchingTaskNamespace(from, level.checkpointNs, to);
    if (ns === null) throw notRestored(level.checkpointNs, 'the copy does not run the subgraph');
    from = level.state;
    // A subgraph in which no node has written starts by itself.
    if (level === last && isInitialCheckpoint(level.checkpoint)) break;
    const restored = await restore(client, threadId, ns, level, signal);
    if (level === last) {
      return {
        ...(await goingOn(client, threadId, copied.checkpointId, signal)),
        inner: { checkpointNs: ns, checkpointId: restored.checkpointId ?? '' },
      };
    }
    to = await tasksAt(restored.checkpointId, ns);
  }
  return { ...(await goingOn(client, threadId, copied.checkpointId, signal)), inner: null };
}

interface Level {
  readonly checkpointNs: string;
  readonly checkpoint: CheckpointSummary;
  readonly state: ThreadState;
  readonly writers: readonly string[];
}

// Per level, the checkpoint that ran the next one; innermost, the requested one.
async function readLevels(
  client: GraphClient,
  { threadId, checkpointNs, innerCheckpointId }: SubgraphCheckpointRef,
  size: AdaptivePageSize,
  signal: AbortSignal,
): Promise<readonly Level[]> {
  const levels = namespacePrefixes(checkpointNs);
  const unknown = levels.find((ns) => nodeOfNamespace(ns) === null);
  if (unknown !== undefined) throw notRestored(unknown, 'a node calls the subgraph from its code');
  return Promise.all(
    levels.map(async (ns, index) => {
      const below = levels[index + 1];
      const fits = (one: CheckpointSummary): boolean =>
        below === undefined
          ? one.checkpointId === innerCheckpointId
          : (one.subgraphs ?? []).some((subgraph) => subgraph.checkpointNs === below);
      const { checkpoint, read } = await findCheckpoint(client, threadId, ns, fits, size, signal);
      const state = await readState(client, threadId, checkpoint.checkpointId, signal, ns, false);
      // An edit has no known writer: any node known to run here may be.
      const nodes = read.flatMap((one) => [...one.writers, ...one.next]);
      const writers = [...new Set([...checkpoint.writers, ...nodes])].filter((name) => name !== '__start__');
      return { checkpointNs: ns, checkpoint, state, writers: [...writers, '__start__'] };
    }),
  );
}

// The subgraph's namespace in another state of the same graph: that of the same node's task at the same
// position. `null` if none.
function matchingTaskNamespace(from: ThreadState, checkpointNs: string, to: ThreadState): string | null {
  const name = nodeOfNamespace(checkpointNs);
  const tasks = from.tasks.filter(({ nodeId }) => nodeId === name);
  const index = tasks.findIndex(({ subgraph }) => subgraph?.checkpointNs === checkpointNs);
  const task = to.tasks.filter(({ nodeId }) => nodeId === name)[index];
  return index < 0 ? null : (task?.subgraph?.checkpointNs ?? null);
}

// Writes a subgraph's first state, as a node after which the same nodes run next.
async function restore(
  client: GraphClient,
  threadId: string,
  checkpointNs: string,
  { state: expected, writers }: Level,
  signal: AbortSignal,
): Promise<ThreadState> {
  const write = async (
    onto: ThreadState | null,
    asNode: string,
    changes: readonly StateChange[],
  ): Promise<ThreadState> => {
    const checkpointId = onto?.checkpointId ?? null;
    const edit = { threadId, checkpointId, checkpointNs, expectedHeadId: null, asNode, changes };
    return (await updateState(client, edit, signal)).state;
  };
  const values = memberTexts(expected.valuesText).map(({ key, text }) => ({ key, valueText: text }));
  let got: ThreadState | null = null;
  let writer = '__start__';
  for (const asNode of writers) {
    got = await write(got, asNode, got === null ? values : []);
    writer = asNode;
    if (sameNext(got, expected)) break;
  }
  if (!got || !sameNext(got, expected)) throw notRestored(checkpointNs, 'no node leads to the next step');
  const others = values.filter(({ key, valueText }) => !isSame(valueText, memberText(got.valuesText, key)));
  if (others.length === 0) return got;
  // A reducer changed the values: this bypasses it, on servers that support it.
  const whole = others.map(({ key, valueText }) => ({ key, valueText: `{"__overwrite__":${valueText}}` }));
  const again = await write(got, writer, whole);
  const differs = others.find(({ key, valueText }) => !isSame(valueText, memberText(again.valuesText, key)));
  if (differs) throw notRestored(checkpointNs, `the server changes the value of "${differs.key}"`);
  return again;
}

function sameNext(a: ThreadState, b: ThreadState): boolean {
  return a.next.toSorted().join('\n') === b.next.toSorted().join('\n');
}

function isSame(expected: string, got: string | null): boolean {
  if (got === null) return false;
  return sameJson(expected, got) || (expected.startsWith('[{') && messagesEqual(expected, got));
}

const nobody = '0'.repeat(32);

// How to run on from the copy. From the newest state by itself; but a thread that remembers an earlier run's checkpoint
// (docs/protocol.md, Remembered checkpoint) needs an explicit start, and then the JavaScript server starts subgraphs
// over, unless the run brings an answer. One to an unknown interrupt changes nothing.
async function goingOn(
  client: GraphClient,
  threadId: string,
  checkpointId: string | null,
  signal: AbortSignal,
): Promise<{ readonly checkpointId: string | null; readonly trigger: RunTrigger }> {
  const { config } = await client.threads.get(threadId, { signal, purpose: 'threads.forkSubgraph' });
  const remembers = 'checkpoint_id' in recordOrEmpty(recordOrEmpty(config)['configurable']);
  if (!remembers) return { checkpointId: null, trigger: { kind: 'continue' } };
  const answers = [{ interruptId: nobody, valueText: 'null' }];
  return { checkpointId, trigger: { kind: 'resume', answers, goto: [], updateText: null } };
}

function notRestored(checkpointNs: string, why: string): AppError {
  return new AppError(
    'unsupported',
    `The subgraph can't be restored to this checkpoint: ${why}. Nothing was run.`,
    {
      hint: 'Run from the parent checkpoint on the thread instead: the subgraph then starts over.',
      details: { where: checkpointNs },
    },
  );
}
