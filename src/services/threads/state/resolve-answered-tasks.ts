import { setTimeout as sleep } from 'node:timers/promises';
import { rawTextOf, type GraphClient, type WireThreadState } from '../../../remote-graph/client.ts';
import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import { recordOrEmpty } from '../../parsing/narrow.ts';
import { toRunStatus } from '../../runs/mappers/run-mapper.ts';
import { noAnswerEvidence, type AnswerEvidence } from '../mappers/finished-tasks.ts';
import { toThreadState } from '../mappers/state-mapper.ts';
import { recallTasks, rememberTasks } from './remembered-tasks.ts';

/** Latest runs of a thread that are searched for answers. */
const latestRuns = 50;

interface Options {
  readonly signal: AbortSignal;
  readonly purpose: string;
}

/**
 * Maps a newest state: the one place that says what of a thread waits. If the state does not say which tasks
 * were answered, consults what was certain at earlier reads, the thread record, which lists what the last run
 * left waiting, then the answers of earlier runs. What stays unclear is marked `perhapsAnswered`.
 */
export async function resolveAnsweredTasks(
  client: GraphClient,
  threadId: string,
  wire: WireThreadState,
  options: Options,
): Promise<ThreadState> {
  const text = rawTextOf(wire);
  let evidence = noAnswerEvidence;
  let state = toThreadState(threadId, text);
  for (const read of [answersInRecord, answersOfRuns]) {
    if (!state.interrupts.some(({ perhapsAnswered }) => perhapsAnswered)) break;
    try {
      const found = await read(client, threadId, options);
      evidence = { ...evidence, remembered: recallTasks(client), ...found };
    } catch (error) {
      if (options.signal.aborted) throw error;
      // A server without this route leaves it unclear, as the state then says.
    }
    state = toThreadState(threadId, text, evidence);
  }
  rememberTasks(client, state, evidence);
  return state;
}

/** The record follows its run by a moment. Busy for longer, it is of an earlier run than the state. */
const recordDelaysMs = [0, 200, 400];

/** How many interrupts of each task the last run left, by the thread record. */
async function answersInRecord(
  client: GraphClient,
  threadId: string,
  options: Options,
): Promise<Pick<AnswerEvidence, 'recorded'>> {
  for (const delayMs of recordDelaysMs) {
    await sleep(delayMs, undefined, { signal: options.signal });
    const { status, interrupts } = await client.threads.get(threadId, options);
    if (status === 'busy') continue;
    if (typeof interrupts !== 'object' || interrupts === null) break;
    const recorded = Object.entries(recordOrEmpty(interrupts)).flatMap(([taskId, listed]) =>
      Array.isArray(listed) ? [[taskId, listed.length] as const] : [],
    );
    return { recorded: new Map(recorded) };
  }
  return { recorded: null };
}

/** What the thread's ended runs answered. */
async function answersOfRuns(
  client: GraphClient,
  threadId: string,
  options: Options,
): Promise<Pick<AnswerEvidence, 'answers' | 'newestAnswers'>> {
  const runs = await client.runs.list(threadId, { limit: latestRuns }, options);
  const ended = runs.filter((run) => ['success', 'interrupted'].includes(toRunStatus(run)));
  const answers = new Map<string, number>();
  for (const id of ended.flatMap(answeredBy)) answers.set(id, (answers.get(id) ?? 0) + 1);
  const newest = runs.find((run) => !['pending', 'running'].includes(toRunStatus(run)));
  return { answers, newestAnswers: new Set(newest === undefined ? [] : answeredBy(newest)) };
}

/** The interrupt ids that a run answered; none for an answer without ids. */
function answeredBy(run: unknown): string[] {
  const resume = recordOrEmpty(
    recordOrEmpty(recordOrEmpty(recordOrEmpty(run)['kwargs'])['command'])['resume'],
  );
  return Object.keys(resume);
}
