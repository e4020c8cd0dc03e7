import { decodeFrames } from '../../shared/model/frame-block-codec.ts';
import type { RunEnd } from '../../shared/model/run.ts';
import { AppError } from '../../shared/app-error.ts';
import type { EventPrinter } from '../output/print-events.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { readEndedRun, type EndedRun } from './ended-run.ts';
import type { CliSession } from './session.ts';

interface RunRef {
  readonly connectionId: string;
  readonly threadId: string | null;
  readonly runId: string;
}

/** A run that has ended: how its events did, and how its server says that it did (`null` if it does not). */
export interface FollowedRun {
  readonly end: RunEnd;
  readonly ended: EndedRun | null;
}

/** Prints a run's events from the first one to its end. Throws `AppError` (`cancelled`) if `signal` aborts first. */
export async function followRun(
  session: CliSession,
  run: RunRef,
  printer: EventPrinter,
  signal: AbortSignal,
): Promise<FollowedRun> {
  printer.start(run);
  for await (const batch of session.streams['runs.follow'](run, signal)) {
    for (const frame of decodeFrames(batch)) printer.frame(frame);
    if (batch.end !== null) {
      const ended = await readEndedRun(session, run, signal);
      printer.end(run.runId, batch.end, ended);
      return { end: batch.end, ended };
    }
  }
  throw new AppError('cancelled', 'Stopped before the end of the run.');
}

// By what the server says of the run, else by how its events ended.
export function exitCodeOfRun({ end, ended }: FollowedRun): ExitCode {
  const status = ended === null || ended.status === 'unknown' ? end.outcome : ended.status;
  if (status === 'finished') return exitCodes.ok;
  return status === 'interrupted' || status === 'paused' ? exitCodes.waiting : exitCodes.failed;
}
