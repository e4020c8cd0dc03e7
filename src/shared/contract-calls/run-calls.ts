import { z } from 'zod';
import { nothing, onThread, onRun, onServer } from './call-inputs.ts';
import { call, stream } from '../rpc/contract-types.ts';
import { FrameBlock, LogPosition, RunBatch } from '../model/frame-block.ts';
import { RunTokens } from '../model/run-tokens.ts';
import {
  RunRecordList,
  RunRecordSettings,
  CancelAction,
  CancelResult,
  DeleteStuckRunResult,
  Run,
  StartedRun,
} from '../model/run.ts';
import { LogpointLog } from '../model/breakpoint.ts';
import { PinWrite } from '../model/pin.ts';
import { RunPreview, RunRequest } from '../model/run-request.ts';
import { ServerRunCancel, ServerRunDelete, ServerRunRepeat } from '../model/server-run.ts';

export const runCalls = {
  'runs.list': call(onThread, z.array(Run)),
  /** Details of the runs for lists, up to a thousand. */
  'runs.records': call(onThread, RunRecordList),
  /** A run's input exactly as sent; `null` if it had none. */
  'runs.input': call(onRun, z.strictObject({ inputText: z.string().nullable() })),
  'runs.settings': call(onRun, RunRecordSettings),
  'runs.start': call(RunRequest, StartedRun),
  /** The request that `runs.start` would send. `newThread`: a thread is created first. */
  'runs.preview': call(z.strictObject({ request: RunRequest, newThread: z.boolean() }), RunPreview),
  /** Stops a run and reports the outcome. `threadId: null`: a stateless run started here. */
  'runs.cancel': call(onRun.extend({ threadId: z.string().nullable(), action: CancelAction }), CancelResult),
  /**
   * Starts reading an active run, even if that takes its events from another reader, so confirm
   * first. `runs.follow` then returns its events.
   */
  'runs.join': call(onRun, nothing),
  /** Skips the reconnect delay of a run's cut stream. */
  'runs.reconnect': call(onRun.extend({ threadId: z.string().nullable() }), nothing),
  /**
   * Deletes a finished run with the checkpoints that it wrote. Fails with `thread-busy` while it is active.
   */
  'runs.delete': call(onRun, nothing),
  /**
   * Deletes a run that blocks its thread: active by the server's word, but no worker has it. Cancels it once more
   * first. Also deletes the checkpoints that it wrote.
   */
  'runs.deleteStuck': call(onRun, DeleteStuckRunResult),
  /**
   * Tokens by node, from the events of those of the thread's runs that are stored here. Omits runs whose
   * events exceed 64 MB together.
   */
  'runs.tokens': call(onThread.extend({ runIds: z.array(z.string()).max(100) }), z.array(RunTokens)),
  /** What logpoints wrote on a thread; `clear` empties it. */
  'runs.logpoints': call(onThread.extend({ clear: z.boolean() }), LogpointLog),
  /** Where pinned outputs were written on a thread, oldest first. */
  'runs.pinWrites': call(onThread, z.array(PinWrite)),
  /**
   * Frames of a followed log, `from` inclusive to `before` exclusive: at least one, and as many as fit a
   * message of usual size. Fails with `not-found` if the log is not (or no longer) stored.
   */
  'runs.frames': call(
    onRun.extend({
      threadId: z.string().nullable(),
      log: z.string(),
      from: z.int().nonnegative(),
      to: z.int().positive(),
    }),
    FrameBlock,
    { bulk: 'pieces' },
  ),
};

export const runStreams = {
  /**
   * A run's events from the first one (or after those of the same log that are `held`), then live. Ends
   * after the batch with `end`. Leaving it never ends the run. `threadId: null`: a stateless run started
   * here. Fails with `stream-unavailable` if reading would take events from another reader.
   */
  'runs.follow': stream(
    onRun.extend({ threadId: z.string().nullable(), held: LogPosition.optional() }),
    RunBatch,
    { bulk: 'pieces' },
  ),
};

const onRuns = onServer.extend({
  runs: z
    .array(z.strictObject({ threadId: z.string(), runId: z.string() }))
    .min(1)
    .max(500),
});

export const serverRunCalls = {
  /**
   * Cancels runs, a few at a time, and reports what became of each; a failure does not stop the others. Of a thread,
   * name the end of its queue first: a queued run would start when the one before it stops.
   */
  'serverRuns.cancel': call(onRuns, z.array(ServerRunCancel)),
  /**
   * Deletes runs with the checkpoints that they wrote, a few at a time, those of one thread in the given order, and reports what
   * became of each. Active runs are refused with `thread-busy`. A run that the server no longer has counts as deleted.
   */
  'serverRuns.delete': call(onRuns, z.array(ServerRunDelete)),
  /**
   * Starts a run on a new thread for each of these, with the same assistant, input, config and context, and reports
   * what became of each. A run without an input of its own is refused with `unsupported`.
   */
  'serverRuns.repeat': call(onRuns, z.array(ServerRunRepeat)),
};
