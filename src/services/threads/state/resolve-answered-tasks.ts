import { rawTextOf, type GraphClient, type WireThreadState } from '../../../remote-graph/client.ts';
import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import { recordOrEmpty } from '../../parsing/narrow.ts';
import { toRunStatus } from '../../runs/mappers/run-mapper.ts';
import { noAnswerEvidence, type AnswerEvidence } from '../mappers/finished-tasks.ts';
import { toThreadState } from '../mappers/state-mapper.ts';

/** How many of a thread's latest runs are looked at for what they answered. */
const latestRuns = 50;

/**
 * The model of a newest state. Where it does not say which of several tasks were answered, the thread record is asked,
 * which lists what the last run left waiting, and then the thread's runs, for what earlier ones were resumed with. What
 * stays unclear, or can't be read, is marked `perhapsAnswered`.
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
      // A server without this route leaves it unclear, which is what the state then says.
    }
    state = toThreadState(threadId, text, evidence);
  }
  return state;
}

/** Tasks of which the thread record says that nothing is asked any more. Only those of its last run are up to date. */
async function answeredByRecord(
  client: GraphClient,
  threadId: string,
  options: { readonly signal: AbortSignal; readonly purpose: string },
): Promise<Pick<AnswerEvidence, 'taskIds'>> {
  const { interrupts } = await client.threads.get(threadId, options);
  const settled = Object.entries(recordOrEmpty(interrupts)).filter(
    ([, asked]) => Array.isArray(asked) && asked.length === 0,
  );
  return { taskIds: new Set(settled.map(([taskId]) => taskId)) };
}

/** Interrupts that the thread's ended runs were resumed with. */
async function answeredByRuns(
  client: GraphClient,
  threadId: string,
  options: { readonly signal: AbortSignal; readonly purpose: string },
): Promise<Pick<AnswerEvidence, 'interruptIds'>> {
  const runs = await client.runs.list(threadId, { limit: latestRuns }, options);
  const ended = runs.filter((run) => ['success', 'interrupted'].includes(toRunStatus(run)));
  return { interruptIds: new Set(ended.flatMap(answeredBy)) };
}

/** The keys of what a run was resumed with; none for an answer that names no interrupt. */
function answeredBy(run: unknown): string[] {
  const resume = recordOrEmpty(
    recordOrEmpty(recordOrEmpty(recordOrEmpty(run)['kwargs'])['command'])['resume'],
  );
  return Object.keys(resume);
}
