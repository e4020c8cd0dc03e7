import { rawTextOf, type GraphClient, type WireThreadState } from '../../../remote-graph/client.ts';
import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import { recordOrEmpty } from '../../parsing/narrow.ts';
import { toRunStatus } from '../../runs/mappers/run-mapper.ts';
import { noAnswerEvidence, type AnswerEvidence } from '../mappers/finished-tasks.ts';
import { toThreadState } from '../mappers/state-mapper.ts';

/** Latest runs of a thread that are searched for answers. */
const latestRuns = 50;

/**
 * Maps a newest state. If it does not say which tasks were answered, consults the thread record, which lists
 * what the last run left waiting, then the answers of earlier runs. What stays unclear is marked
 * `perhapsAnswered`.
 */
export async function resolveAnsweredTasks(
  client: GraphClient,
  threadId: string,
  wire: WireThreadState,
  options: { readonly signal: AbortSignal; readonly purpose: string },
): Promise<ThreadState> {
  const text = rawTextOf(wire);
  let evidence = noAnswerEvidence;
  let state = toThreadState(threadId, text);
  for (const read of [answeredByRecord, answeredByRuns]) {
    if (!state.interrupts.some(({ perhapsAnswered }) => perhapsAnswered)) return state;
    try {
      const found = await read(client, threadId, options);
      evidence = { ...evidence, ...found };
    } catch (thrown) {
      if (options.signal.aborted) throw thrown;
      // A server without this route leaves it unclear, as the state then says.
    }
    state = toThreadState(threadId, text, evidence);
  }
  return state;
}

/** Tasks without pending interrupts by the thread record, which is up to date only for its last run. */
async function answeredByRecord(
  client: GraphClient,
  threadId: string,
  options: { readonly signal: AbortSignal; readonly purpose: string },
): Promise<Pick<AnswerEvidence, 'taskIds'>> {
  const { interrupts } = await client.threads.get(threadId, options);
  const settled = Object.entries(recordOrEmpty(interrupts)).filter(
    ([, listed]) => Array.isArray(listed) && listed.length === 0,
  );
  return { taskIds: new Set(settled.map(([taskId]) => taskId)) };
}

/** Interrupts that the thread's ended runs answered. */
async function answeredByRuns(
  client: GraphClient,
  threadId: string,
  options: { readonly signal: AbortSignal; readonly purpose: string },
): Promise<Pick<AnswerEvidence, 'interruptIds'>> {
  const runs = await client.runs.list(threadId, { limit: latestRuns }, options);
  const ended = runs.filter((run) => ['success', 'interrupted'].includes(toRunStatus(run)));
  return { interruptIds: new Set(ended.flatMap(answeredBy)) };
}

/** The interrupt ids that a run answered; none for an answer without ids. */
function answeredBy(run: unknown): string[] {
  const resume = recordOrEmpty(
    recordOrEmpty(recordOrEmpty(recordOrEmpty(run)['kwargs'])['command'])['resume'],
  );
  return Object.keys(resume);
}
