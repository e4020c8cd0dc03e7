import { setTimeout as pause } from 'node:timers/promises';
import { resolve } from 'node:path';
import { decodeFrames } from '../../shared/model/runs/frame-block-codec.ts';
import { AppError } from '../../shared/app-error.ts';
import { usageError } from '../args/usage-error.ts';
import type { CommandRun } from '../context.ts';
import { jsonEvents, readableEvents } from '../output/print-events.ts';
import { exitCodeOfRun } from '../session/follow-run.ts';
import { withSession } from '../session/open-session.ts';

const fastest = 50;

export const run: CommandRun = (args, context) =>
  withSession(args, context, async (session) => {
    const { terminal, signal } = context;
    const speed = speedIn(args.text('speed'));
    const [file = ''] = args.positionals;
    const { id: connectionId, recording } = await session.services.openRecording(resolve(file), signal);
    const threadId = recording?.threadId ?? '';
    const runs = await session.call('runs.list', { connectionId, threadId });
    const wanted = args.text('run');
    const chosen = runs.find(({ runId, hasLog }) => (wanted === null ? hasLog : runId === wanted));
    if (!chosen?.hasLog) {
      throw new AppError('not-found', 'The recording has no events of this run.', {
        hint: 'Its state and history may be there: name the file with --server in other commands.',
      });
    }
    const printer = context.json ? jsonEvents(terminal) : readableEvents(terminal);
    const { runId } = chosen;
    printer.start({ runId, threadId });
    const startedAt = performance.now();
    for await (const batch of session.streams['runs.follow']({ connectionId, threadId, runId }, signal)) {
      for (const frame of decodeFrames(batch)) {
        const wait = speed === 0 ? 0 : frame.atMs / speed - (performance.now() - startedAt);
        // Sequential on purpose: this is the pace.
        if (wait > 0) await pause(wait, undefined, { signal });
        printer.frame(frame);
      }
      if (batch.end !== null) {
        printer.end(runId, batch.end);
        return exitCodeOfRun(batch.end);
      }
    }
    throw new AppError('cancelled', 'Stopped before the end of the run.');
  });

function speedIn(text: string | null): number {
  const speed = Number(text ?? '1');
  if (speed === 0 || (speed >= 1 && speed <= fastest)) return speed;
  throw usageError(`--speed is a number from 1 to ${fastest}, or 0.`);
}
