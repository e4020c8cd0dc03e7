import { memberText } from 'exact-json';
import { rawTextOf } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import type { CompareSide, SideFacts } from '../../shared/model/comparison.ts';
import type { ThreadRecord } from '../../shared/model/thread-record.ts';
import type { ThreadState } from '../../shared/model/thread.ts';
import { newestCheckpointOf } from '../../shared/thread-record/branch.ts';
import { toThread } from '../threads/mappers/thread-mapper.ts';
import { readState } from '../threads/read-state.ts';
import { readExecutions, type RunHistory } from './read-executions.ts';
import { codeVersionOf } from './code-version.ts';
import { graphPart } from './graph-part.ts';
import { errorAt, runStatusText } from './record-at.ts';
import { attempt, joinSentences, knownText, unknownFacts, type SideContent } from './side-content.ts';
import { runsDuration, historyGaps, totalMs } from './history-facts.ts';
import { errorText, stateParts } from './state-parts.ts';
import { usageFacts, usageGap, type SideReadContext } from './usage-facts.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

export async function readThreadSide(
  reading: SideReadContext,
  { connectionId, threadId }: Extract<CompareSide, { kind: 'thread' }>,
): Promise<SideContent> {
  const { client, prices, runLogs, signal } = reading;
  const events = runLogs && { connectionId, logs: runLogs, runIds: null };
  const wire = await client.threads.get(threadId, { signal, purpose: 'compare.read' });
  const thread = toThread(wire);
  if (thread === null) throw new AppError('not-found', 'The server has no such thread.');
  const [state, history, graph] = await Promise.all([
    attempt(readState(client, threadId, null, signal), signal),
    attempt(readExecutions(client, threadId, null, events, signal), signal),
    graphPart(client, thread.assistantId ?? thread.graphId, signal),
  ]);
  const record = history.value?.record ?? null;
  const facts: SideFacts = {
    ...unknownFacts,
    name: thread.name,
    graphId: thread.graphId,
    assistantId: thread.assistantId,
    status: thread.status === 'unknown' ? null : thread.status,
    statusText: history.value === null ? null : threadStatusText(history.value),
    startedAt: thread.createdAt,
    ...runsDuration(record === null ? null : timeOfRuns(record)),
    ...usageFacts(history.value, prices, thread.status === 'busy' || history.value?.isBroken === true),
    errorText: record === null ? taskError(state.value) : threadError(record),
    codeVersion: codeVersionOf(metadataOf(state.value)),
    checkpointId: state.value?.checkpointId ?? null,
    incomplete: joinSentences([
      state.problem,
      ...historyGaps(history, 'The thread has more checkpoints than the studio reads.'),
      history.value?.isBroken === true ? 'Older checkpoints were deleted.' : null,
      usageGap(history.value),
      thread.status === 'busy' ? 'One of its runs has not ended.' : null,
    ]),
  };
  return {
    facts,
    parts: new Map([
      ['metadata', knownText(memberText(rawTextOf(wire), 'metadata'))],
      ...stateParts(state),
      ['error', errorText(facts.errorText)],
      ['graph', graph],
    ]),
    executions: history.value && {
      executions: history.value.executions,
      isCut: history.value.isCut || history.value.isBroken || thread.status === 'busy',
    },
  };
}

export function taskError(state: ThreadState | null): string | null {
  return state?.tasks.find(({ error }) => error !== null)?.error ?? null;
}

export function metadataOf(
  state: Pick<ThreadState, 'metadataText'> | null,
): Readonly<Record<string, unknown>> {
  return state === null ? {} : recordOrEmpty(JSON.parse(state.metadataText));
}

// How its last run stands; `null` if the thread was edited since, or never ran.
function threadStatusText({ record, lastRun }: RunHistory): string | null {
  if (lastRun === null) return null;
  const isActive = lastRun.status === 'running' || lastRun.status === 'queued';
  if (!isActive && newestCheckpointOf(record, lastRun.runId) !== record.headId) return null;
  return runStatusText(record, lastRun);
}

function threadError(record: ThreadRecord): string | null {
  const { headId, runs } = record;
  const ending = runs.at(-1)?.ending;
  const ofNode = headId === null ? null : errorAt(record, headId);
  return ofNode ?? (ending?.kind === 'failed' ? ending.error : null);
}

// Total of all runs; `null` if a run or its time is unknown.
function timeOfRuns({ runs, gaps }: ThreadRecord): number | null {
  if (runs.length === 0 || gaps.some(({ kind }) => kind === 'runs')) return null;
  return totalMs(
    runs.map(({ createdAt, endedAt }) =>
      createdAt === null || endedAt === null ? null : endedAt - createdAt,
    ),
  );
}
