import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../shared/app-error.ts';
import { abortAfter } from '../../services/common/abort-after.ts';
import { isActive } from '../../shared/model/is-active.ts';
import type { Run, RunEnd } from '../../shared/model/run.ts';
import { RawJson } from '../output/json-document.ts';
import { questionDocument } from '../output/state-document.ts';
import { errorOfRun, readEndedRun, type EndedRun } from '../session/ended-run.ts';
import { followRun } from '../session/follow-run.ts';
import { readAskingState } from '../session/open-questions.ts';
import type { McpContext } from './mcp-context.ts';
import { pickRun, type RunRef } from './read-run.ts';
import type { Progress } from './report-progress.ts';
import { maxWaitSeconds } from './tool-arguments.ts';

interface Waiting {
  readonly seconds: number | undefined;
  readonly startedAt: number;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

const pollMs = 1_000;

// `end`: `null` for a run whose events this program can't read.
interface Ended {
  readonly end: RunEnd | null;
  readonly ended: EndedRun | null;
}

/**
 * Waits for the end of a run and reports how it ended, or that it still runs when the time is over, which is counted
 * from `startedAt` (`performance.now()`).
 */
export async function waitForRun(
  context: McpContext,
  run: RunRef,
  { seconds = maxWaitSeconds, startedAt, progress, signal }: Waiting,
) {
  const { connectionId, threadId, runId } = run;
  const thread = { connectionId, threadId };
  const time = abortAfter(Math.ceil(Math.max(0, seconds * 1_000 - (performance.now() - startedAt))));
  const { call } = context.session;
  const followed = await endOf(context, run, progress, AbortSignal.any([signal, time]))
    .catch((error: unknown) => {
      if (time.aborted && !signal.aborted) return null;
      throw error;
    })
    .finally(progress.stop);
  if (followed === null) return { runId, threadId, ...notEnded(await pickRun(call, thread, runId)) };
  const { end, ended } = followed;
  const { state, questions } = await readAskingState(call, thread, null);
  context.reportedQuestions.add(thread, questions);
  const outcome = end?.outcome ?? ended?.status ?? 'unknown';
  return {
    runId,
    threadId,
    outcome,
    status: ended?.status,
    statusText: ended?.statusText,
    error: end === null ? failureOf(ended) : errorOfRun(end, ended),
    hint: nextStep(ended?.status ?? outcome, questions.length > 0),
    interrupts: questions.map(questionDocument),
    values: new RawJson(state.valuesText),
  };
}

// The run as its server lists it once the time is over: it may have ended, and nothing said yet how.
function notEnded({ status }: Run) {
  return isActive(status)
    ? {
        outcome: 'still running',
        hint: 'Call wait_for_run with this thread_id and run_id to go on waiting. cancel_run stops it.',
      }
    : { outcome: 'unknown', hint: 'It has ended. Call wait_for_run again to learn how.' };
}

function failureOf(ended: EndedRun | null): string | null {
  return ended?.ending.kind === 'failed' ? ended.ending.error : null;
}

function nextStep(status: string, asks: boolean): string | undefined {
  if (asks) return 'Answer with resume_thread: interrupt_id is the question.';
  if (status === 'paused') return 'Continue with run_graph on this thread, without input.';
  return status === 'failed'
    ? 'get_run says which node failed, what_changed how it differs from a good run.'
    : undefined;
}

async function endOf(
  { session }: McpContext,
  run: RunRef,
  progress: Progress,
  signal: AbortSignal,
): Promise<Ended> {
  try {
    return await followRun(session, run, progress.printer, signal);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'stream-unavailable') throw error;
  }
  // Reading its events would take them from whoever started it.
  const { connectionId, threadId, runId } = run;
  for (;;) {
    // Sequential on purpose: each asks whether it has ended meanwhile.
    const runs = await session.call('runs.list', { connectionId, threadId });
    const listed = runs.find((one) => one.runId === runId);
    if (listed === undefined) throw new AppError('not-found', 'The server no longer has this run.');
    if (!isActive(listed.status)) return { end: null, ended: await readEndedRun(session, run, signal) };
    await pause(pollMs, undefined, { signal });
  }
}
