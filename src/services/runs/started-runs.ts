import type { RunTrigger } from '../../shared/model/run-request.ts';
import type { Run, RunOrigin, RunRecord, SentAnswer } from '../../shared/model/run.ts';
import { truncate } from '../../shared/truncate.ts';

// How a run was started from here: some servers record an answer as an empty input.
interface StartedHere {
  readonly kind: RunOrigin['kind'];
  readonly checkpointId: string | null;
  readonly answers: readonly SentAnswer[];
}

/**
 * A run whose events are being read here. `origin`: How it was started here; `null` for one that was joined. `mayContinue`: The
 * studio may still continue it when it stops.
 */
export interface ActiveRun {
  readonly runId: string;
  readonly origin: RunOrigin | null;
  readonly mayContinue: boolean;
}

// What this studio started since its own start, by run.
export interface StartedRuns {
  add(runId: string, trigger: RunTrigger, checkpointId: string | null): void;
  get(runId: string): StartedHere | null;
}

const maxRuns = 1000;
const maxAnswers = 20;
// UTF-16 units.
const maxAnswerLength = 200;

export function createStartedRuns(): StartedRuns {
  const runs = new Map<string, StartedHere>();
  return {
    add(runId, trigger, checkpointId) {
      const answers = trigger.kind === 'resume' ? answersOf(trigger) : [];
      runs.set(runId, { kind: trigger.kind, checkpointId, answers });
      const [oldest] = runs.keys();
      if (runs.size > maxRuns && oldest !== undefined) runs.delete(oldest);
    },
    get: (runId) => runs.get(runId) ?? null,
  };
}

// A run's record, corrected by what was sent from here: some servers record an answer as an empty input.
export function withSentOrigin<R extends Run | RunRecord>(run: R, sent: StartedHere | null): R {
  if (sent === null || sent.kind === run.origin.kind) return run;
  return {
    ...run,
    origin: { ...run.origin, kind: sent.kind },
    ...(sent.answers.length > 0 ? { answers: [...sent.answers] } : {}),
    // Not what the server made of it.
    ...('inputText' in run ? { inputText: null } : {}),
  };
}

function answersOf({ answers }: Extract<RunTrigger, { kind: 'resume' }>): SentAnswer[] {
  return answers.slice(0, maxAnswers).map(({ interruptId, valueText }) => ({
    interruptId,
    valueText: truncate(valueText, maxAnswerLength),
  }));
}
