import { encodeFrames } from '../../shared/model/frame-block-codec.ts';
import type { FrameBlock } from '../../shared/model/frame-block.ts';
import type { RunEnd, RunFrame } from '../../shared/model/run.ts';
import { unknownTimes } from '../runs/log/frame-times.ts';
import type { RunLog } from '../runs/log/run-log.ts';
import { parseFrame, timeAfter } from './frame-line.ts';
import type { LineFile } from './line-file.ts';
import type { RecordedLogFacts } from './manifest.ts';

const blockFrames = 2000;
const blockBytes = 256 * 1024;

export function createRecordedLog(id: string, facts: RecordedLogFacts, frames: LineFile): RunLog {
  const { outcome, error, incomplete, first_frame_ms: firstFrameMs, times } = facts;
  const end: RunEnd = { outcome, error, incomplete: incomplete || frames.length < facts.frames };
  return {
    id,
    length: frames.length,
    lengthInMemory: 0,
    connectionState: 'ended',
    end,
    elapsedMs: null,
    ageAtFirstFrameMs: null,
    firstFrameMs,
    times: times === undefined ? unknownTimes : { serverStartMs: times.server_start_ms, spans: times.spans },
    append: () => Promise.resolve(),
    setConnectionState: () => undefined,
    finish: () => undefined,
    async read(seq, to = frames.length) {
      const lines = await frames.lines(seq, Math.min(to, seq + blockFrames), blockBytes);
      return blockOf(id, seq, lines);
    },
    changed: (signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
    archiveTo: () => Promise.reject(new Error('A recorded log is not archived again.')),
    // Its file belongs to the recording.
    remove: () => Promise.resolve(),
  };
}

function blockOf(id: string, from: number, lines: readonly string[]): FrameBlock {
  let latest = 0;
  const frames = lines.map((line, index): RunFrame => {
    const frame = parseFrame(line, from + index);
    // A line that is no frame keeps its place, so that no other one changes its own.
    if (frame === null) return { ...unreadable, seq: from + index, atMs: latest };
    latest = timeAfter(frame.atMs, latest);
    return { ...frame, atMs: latest };
  });
  return { ...encodeFrames(id, frames), from };
}

const unreadable: RunFrame = {
  seq: 0,
  atMs: 0,
  id: null,
  mode: 'unreadable',
  namespace: [],
  text: JSON.stringify('This record of the recording is not an event.'),
};
