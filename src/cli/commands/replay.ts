import { setTimeout as pause } from 'node:timers/promises';
import { resolve } from 'node:path';
import { decodeFrames } from '../../shared/model/frame-block-codec.ts';
import { AppError } from '../../shared/app-error.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import { usageError } from '../args/usage-error.ts';
import type { CliContext, CommandRun } from '../context.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { jsonEvents, readableEvents } from '../output/print-events.ts';
import { serveRecording } from '../session/serve-recording.ts';
import { readEndedRun } from '../session/ended-run.ts';
import { exitCodeOfRun } from '../session/follow-run.ts';
import { withSession } from '../session/open-session.ts';
import type { CliSession } from '../session/session.ts';

const fastest = 50;

/** Replays a recorded run at its pace: prints its events, or serves them to clients (`--serve`). */
export const run: CommandRun = (args, context) => {
  const speed = speedIn(args.text('speed'));
  const isServed = args.isSet('serve');
  const port = args.port('port');
  if (isServed && args.text('run') !== null) {
    throw usageError(
      '--run and --serve cannot be used together.',
      'Each client of --serve names the run that it reads.',
    );
  }
  if (!isServed && port !== null) throw usageError('--port requires --serve.');
  return withSession(args, context, (session) =>
    isServed ? serve(session, args, context, speed, port ?? 0) : print(session, args, context, speed),
  );
};

async function print(
  session: CliSession,
  args: CommandArguments,
  context: CliContext,
  speed: number,
): Promise<ExitCode> {
  const { terminal, signal } = context;
  const { id: connectionId, threadId } = await open(session, args, signal);
  const runs = await session.call('runs.list', { connectionId, threadId });
  const wantedRunId = args.text('run');
  const chosen = runs.find(({ runId, hasLog }) => (wantedRunId === null ? hasLog : runId === wantedRunId));
  if (!chosen?.hasLog) {
    throw new AppError('not-found', 'The recording has no events of this run.', {
      hint: 'Its state and history may be there: name the file with --server in other commands.',
    });
  }
  const printer = context.json ? jsonEvents(terminal) : readableEvents(terminal);
  const { runId } = chosen;
  printer.start({ runId, threadId });
  const startedAt = performance.now();
  let frames = 0;
  let lastMs = 0;
  for await (const batch of session.streams['runs.follow']({ connectionId, threadId, runId }, signal)) {
    for (const frame of decodeFrames(batch)) {
      const wait = speed === 0 ? 0 : frame.atMs / speed - (performance.now() - startedAt);
      // Sequential on purpose: this is the pace.
      if (wait > 0) await pause(wait, undefined, { signal });
      printer.frame(frame);
      frames += 1;
      lastMs = frame.atMs;
    }
    if (batch.end !== null) {
      const ended = await readEndedRun(session, { connectionId, threadId, runId }, signal);
      printer.end(runId, batch.end, ended);
      if (frames > 1 && lastMs === 0 && speed !== 0) {
        terminal.note(
          'The recording does not say when its events arrived, so they were printed without pauses.',
        );
      }
      return exitCodeOfRun({ end: batch.end, ended });
    }
  }
  throw new AppError('cancelled', 'Stopped before the end of the run.');
}

async function serve(
  session: CliSession,
  args: CommandArguments,
  { terminal, signal, json, outliveOutput }: CliContext,
  speed: number,
  port: number,
): Promise<ExitCode> {
  const { id, threadId } = await open(session, args, signal);
  const recorded = session.services.recordedServer(id, { speed, fromStart: true });
  const { url, stop } = await serveRecording(recorded, port, (error) =>
    terminal.note(`A request failed: ${error instanceof Error ? error.message : String(error)}`),
  );
  outliveOutput();
  try {
    if (json) terminal.printJson({ serving: url, threadId });
    else terminal.print(url);
    terminal.note(
      `Serving thread ${threadId}. Every program on this machine can read it. Press Ctrl-C to stop.`,
    );
    await new Promise<void>((ended) => {
      if (signal.aborted) ended();
      else signal.addEventListener('abort', () => ended(), { once: true });
    });
  } finally {
    await stop();
  }
  return exitCodes.ok;
}

async function open(
  { services }: CliSession,
  args: CommandArguments,
  signal: AbortSignal,
): Promise<{ readonly id: string; readonly threadId: string }> {
  const [file = ''] = args.positionals;
  const { id, recording } = await services.openRecording(resolve(file), signal);
  return { id, threadId: recording?.threadId ?? '' };
}

function speedIn(text: string | null): number {
  const speed = Number(text ?? '1');
  if (speed === 0 || (speed >= 1 && speed <= fastest)) return speed;
  throw usageError(`--speed is a number from 1 to ${fastest}, or 0.`);
}
