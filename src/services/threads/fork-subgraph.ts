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
  const innermost = levels.at(-1);
  if (!innermost || (levels.length === 1 && isInitialCheckpoint(innermost.checkpoint))) {
    return { checkpointId, trigger: { kind: 'continue' }, inner: null };
  }
  const readStateAt = (id: string | null, ns = ''): Promise<ThreadState> =>
    readState(client, threadId, id, signal, ns, false);
  const newestStates = await Promise.all([
    readStateAt(null),
    ...levels.map(({ checkpointNs }) => readStateAt(null, checkpointNs)),
  ]);
  const targetCheckpointIds = [checkpointId, ...levels.map(({ state }) => state.checkpointId)];
  if (newestStates.every((state, index) => state.checkpointId === targetCheckpointIds[index])) {
    const inner = { checkpointNs: innermost.checkpointNs, checkpointId: ref.innerCheckpointId };
    return { ...(await planContinuation(client, threadId, checkpointId, signal)), inner };
  }
  const copy = { threadId, checkpointId, expectedHeadId: null, asNode: '__copy__', changes: [] };
  const { state: copiedState } = await updateState(client, copy, signal);
  let sourceState = await readStateAt(checkpointId);
  let copyState = await readStateAt(copiedState.checkpointId);
  for (const level of levels) {
    const ns = matchingTaskNamespace(sourceState, level.checkpointNs, copyState);
    if (ns === null) throw notRestored(level.checkpointNs, 'the copy does not run the subgraph');
    sourceState = level.state;
    // A subgraph in which no node has written starts by itself.
    if (level === innermost && isInitialCheckpoint(level.checkpoint)) break;
    const restoredState = await restoreState(client, threadId, ns, level, signal);
    if (level === innermost) {
      return {
        ...(await planContinuation(client, threadId, copiedState.checkpointId, signal)),
        inner: { checkpointNs: ns, checkpointId: restoredState.checkpointId ?? '' },
      };
    }
    copyState = await readStateAt(restoredState.checkpointId, ns);
  }
  return { ...(await planContinuation(client, threadId, copiedState.checkpointId, signal)), inner: null };
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
  const unsupportedNamespace = levels.find((ns) => nodeOfNamespace(ns) === null);
  if (unsupportedNamespace !== undefined)
    throw notRestored(unsupportedNamespace, 'a node calls the subgraph from its code');
  return Promise.all(
    levels.map(async (ns, index) => {
      const innerNamespace = levels[index + 1];
      const isWantedCheckpoint = (one: CheckpointSummary): boolean =>
        innerNamespace === undefined
          ? one.checkpointId === innerCheckpointId
          : (one.subgraphs ?? []).some((subgraph) => subgraph.checkpointNs === innerNamespace);
      const { checkpoint, read: readCheckpoints } = await findCheckpoint(
        client,
        threadId,
        ns,
        isWantedCheckpoint,
        size,
        signal,
      );
      const state = await readState(client, threadId, checkpoint.checkpointId, signal, ns, false);
      // An edit has no known writer: any node known to run here may be.
      const nodes = readCheckpoints.flatMap((one) => [...one.writers, ...one.next]);
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
async function restoreState(
  client: GraphClient,
  threadId: string,
  checkpointNs: string,
  { state: expectedState, writers }: Level,
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
  const values = memberTexts(expectedState.valuesText).map(({ key, text }) => ({ key, valueText: text }));
  let writtenState: ThreadState | null = null;
  let writer = '__start__';
  for (const asNode of writers) {
    writtenState = await write(writtenState, asNode, writtenState === null ? values : []);
    writer = asNode;
    if (sameNext(writtenState, expectedState)) break;
  }
  if (!writtenState || !sameNext(writtenState, expectedState))
    throw notRestored(checkpointNs, 'no node leads to the next step');
  const differingValues = values.filter(
    ({ key, valueText }) => !isSame(valueText, memberText(writtenState.valuesText, key)),
  );
  if (differingValues.length === 0) return writtenState;
  // A reducer changed the values: this bypasses it, on servers that support it.
  const overwrites = differingValues.map(({ key, valueText }) => ({
    key,
    valueText: `{"__overwrite__":${valueText}}`,
  }));
  const overwrittenState = await write(writtenState, writer, overwrites);
  const stillDiffering = differingValues.find(
    ({ key, valueText }) => !isSame(valueText, memberText(overwrittenState.valuesText, key)),
  );
  if (stillDiffering)
    throw notRestored(checkpointNs, `the server changes the value of "${stillDiffering.key}"`);
  return overwrittenState;
}

function sameNext(a: ThreadState, b: ThreadState): boolean {
  return a.next.toSorted().join('\n') === b.next.toSorted().join('\n');
}

function isSame(expected: string, storedText: string | null): boolean {
  if (storedText === null) return false;
  return sameJson(expected, storedText) || (expected.startsWith('[{') && messagesEqual(expected, storedText));
}

const unknownInterruptId = '0'.repeat(32);

// How to run on from the copy. From the newest state by itself; but a thread that remembers an earlier run's checkpoint
// (docs/protocol.md, Remembered checkpoint) needs an explicit start, and then the JavaScript server starts subgraphs
// over, unless the run brings an answer. One to an unknown interrupt changes nothing.
async function planContinuation(
  client: GraphClient,
  threadId: string,
  checkpointId: string | null,
  signal: AbortSignal,
): Promise<{ readonly checkpointId: string | null; readonly trigger: RunTrigger }> {
  const { config } = await client.threads.get(threadId, { signal, purpose: 'threads.forkSubgraph' });
  const remembers = 'checkpoint_id' in recordOrEmpty(recordOrEmpty(config)['configurable']);
  if (!remembers) return { checkpointId: null, trigger: { kind: 'continue' } };
  const answers = [{ interruptId: unknownInterruptId, valueText: 'null' }];
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
