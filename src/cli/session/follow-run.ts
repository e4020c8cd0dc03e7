import { decodeFrames } from '../../shared/model/runs/frame-block-codec.ts';
import type { RunEnd } from '../../shared/model/runs/run.ts';
import { AppError } from '../../shared/app-error.ts';
import type { EventPrinter } from '../output/print-events.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import type { CliSession } from './session.ts';

interface RunRef {
  readonly connectionId: string;
  readonly threadId: string | null;
  readonly runId: string;
}

/** Prints a run's events from the first one to its end. Throws `AppError` (`cancelled`) if `signal` aborts first. */
export async function followRun(
  { streams }: CliSession,
  run: RunRef,
  printer: EventPrinter,
  signal: AbortSignal,
): Promise<RunEnd> {
  printer.start(run);
  for await (const batch of streams['runs.follow'](run, signal)) {
    for (const frame of decodeFrames(batch)) printer.frame(frame);
    if (batch.end !== null) {
      printer.end(run.runId, batch.end);
      return batch.end;
    }
  }
  throw new AppError('cancelled', 'Stopped before the end of the run.');
}

export function exitCodeOfRun({ outcome }: RunEnd): ExitCode {
  if (outcome === 'finished') return exitCodes.ok;
  return outcome === 'interrupted' ? exitCodes.waiting : exitCodes.failed;
}
