import { abortAfter } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import { decodeFrames } from '../../shared/model/frame-block-codec.ts';
import type { OpenLog } from '../runs/log/recorded-logs.ts';
import type { RunLog } from '../runs/log/run-log.ts';
import { formatFrame } from './frame-line.ts';
import type { RecordedLogFacts } from './manifest.ts';
import type { RecordingWriter } from './recording-writer.ts';

// How long the events of a finished run may bring nothing new, in milliseconds.
const idleTimeoutMs = 20_000;

// Events of a run: those that are stored here, else what its server still has. Throws an `AppError`
// (`stream-unavailable`) if there are none.
export interface RunLogSource {
  open(runId: string): Promise<OpenLog>;
}

interface RecordLogParts extends Pick<RecordingWriter, 'write' | 'lacks'> {
  readonly onFrames: (count: number) => void;
}

export async function recordRunLog(
  { logs, signal }: { readonly logs: RunLogSource; readonly signal: AbortSignal },
  runId: string,
  isRunning: boolean,
  { write, lacks, onFrames }: RecordLogParts,
): Promise<RecordedLogFacts> {
  const { log, joinedLate, tokens, release } = await logs.open(runId);
  try {
    if (!isRunning) await untilEnd(log, signal);
    const hasTimes = log.firstFrameMs !== null || log.times.serverStartMs !== null;
    const length = log.length;
    const path = `frames/${/^[0-9A-Za-z][\w-]{0,79}$/.test(runId) ? runId : digestName(runId)}.ndjson`;
    const frames = await write(path, async (add) => {
      for (let seq = 0; seq < length;) {
        signal.throwIfAborted();
        const block = await log.read(seq, length);
        if (block.count === 0) break;
        for (const frame of decodeFrames(block)) await add(formatFrame(frame, hasTimes));
        seq += block.count;
        onFrames(seq);
      }
    });
    if (frames === 0) {
      throw new AppError('stream-unavailable', 'Neither the studio nor the server has events of this run.');
    }
    const { end } = log;
    if (!hasTimes && frames > 0) {
      lacks({
        what: 'times',
        run_id: runId,
        reason: 'The events were read after the run, so it is unknown when they arrived.',
      });
    }
    if (end === null || end.outcome === 'lost') {
      lacks({
        what: 'later-events',
        run_id: runId,
        reason: end === null ? 'The run was active when it was recorded.' : 'Its stream was lost.',
      });
    }
    return {
      run_id: runId,
      path,
      frames,
      outcome: end?.outcome ?? 'lost',
      error: end?.error ?? null,
      incomplete: end?.incomplete ?? true,
      joined_late: joinedLate,
      first_frame_ms: log.firstFrameMs,
      times: { server_start_ms: log.times.serverStartMs, spans: [...log.times.spans] },
      tokens,
    };
  } finally {
    release();
  }
}

// A log that is being read from its server comes to its end, or to a standstill.
async function untilEnd(log: RunLog, signal: AbortSignal): Promise<void> {
  while (log.end === null) {
    const before = log.length;
    const limit = abortAfter(idleTimeoutMs);
    await log.changed(AbortSignal.any([signal, limit]));
    signal.throwIfAborted();
    if (limit.aborted && log.length === before) return;
  }
}

function digestName(runId: string): string {
  return `run-${Buffer.from(runId).toString('hex').slice(0, 70)}`;
}
