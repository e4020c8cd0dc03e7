import { memberText } from '../../../exact-json/scan/object-members.ts';
import { rawTextOf } from '../../../remote-graph/client.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { CompareSide, SideFacts } from '../../../shared/model/comparison.ts';
import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import { recordOrEmpty } from '../../parsing/narrow.ts';
import { toRun } from '../../runs/mappers/run-mapper.ts';
import { toThread } from '../../threads/mappers/thread-mapper.ts';
import { readState } from '../../threads/state/read-state.ts';
import { readExecutions } from '../executions/read-executions.ts';
import { codeVersionOf } from './code-version.ts';
import { graphPart } from './graph-part.ts';
import { attempt, joinSentences, knownText, unknownFacts, type SideContent } from './side-content.ts';
import { errorText, stateParts } from './state-parts.ts';
import { usageFacts, type SideReading } from './usage-facts.ts';

/** Runs whose times are added up. */
const mostRuns = 1000;

/** Reads a thread: its newest state, and everything that ran on it. */
export async function readThreadSide(
  reading: SideReading,
  { threadId }: Extract<CompareSide, { kind: 'thread' }>,
): Promise<SideContent> {
  const { client, prices, signal } = reading;
  const wire = await client.threads.get(threadId, { signal, purpose: 'compare.read' });
  const thread = toThread(wire);
  if (thread === null) throw new AppError('not-found', 'The server has no such thread.');
  const [state, history, durationMs, graph] = await Promise.all([
    attempt(readState(client, threadId, null, signal), signal),
    attempt(readExecutions(client, threadId, null, signal), signal),
    attempt(totalMs(reading, threadId), signal),
    graphPart(client, thread.assistantId ?? thread.graphId, signal),
  ]);
  const facts: SideFacts = {
    ...unknownFacts,
    name: thread.name,
    graphId: thread.graphId,
    assistantId: thread.assistantId,
    status: thread.status === 'unknown' ? null : thread.status,
    startedAt: thread.createdAt,
    durationMs: durationMs.value,
    ...usageFacts(history.value, prices, thread.status === 'busy' || history.value?.isBroken === true),
    errorText: taskError(state.value),
    codeVersion: codeVersionOf(metadataOf(state.value)),
    checkpointId: state.value?.checkpointId ?? null,
    incomplete: joinSentences([
      state.problem,
      history.problem,
      history.value?.isCut === true ? 'The thread has more checkpoints than are read.' : null,
      history.value?.isBroken === true ? 'Older checkpoints were deleted.' : null,
      thread.status === 'busy' ? 'A run of it has not ended.' : null,
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

/** The failure that a state stands at. */
export function taskError(state: ThreadState | null): string | null {
  return state?.tasks.find(({ error }) => error !== null)?.error ?? null;
}

export function metadataOf(
  state: Pick<ThreadState, 'metadataText'> | null,
): Readonly<Record<string, unknown>> {
  return state === null ? {} : recordOrEmpty(JSON.parse(state.metadataText));
}

/** Of all runs together; `null` if one is unknown, or there are too many. */
async function totalMs({ client, signal }: SideReading, threadId: string): Promise<number | null> {
  let sum = 0;
  let count = 0;
  const options = { signal, purpose: 'compare.read' };
  for await (const wire of client.runs.listAll(threadId, { limit: mostRuns + 1 }, options)) {
    const durationMs = toRun(wire, () => null)?.durationMs ?? null;
    count += 1;
    if (durationMs === null || count > mostRuns) return null;
    sum += durationMs;
  }
  return count === 0 ? null : sum;
}
