import { decodeFrames } from '../../../shared/model/frame-block-codec.ts';
import type { FrameBlock } from '../../../shared/model/frame-block.ts';
import { createProtocolFrameReader } from '../../../shared/protocol-frames.ts';
import type { RunFrame } from '../../../shared/model/run.ts';
import { createTokenCounter, isMessageChunk, type TokenCounter } from '../../../shared/token-counter.ts';
import type { RunLog } from './run-log.ts';
import { reportsTokens } from './token-frames.ts';
import type { RunLogSummary } from '../run-mapper.ts';
import { arrayOrEmpty, recordOrEmpty } from '../../../shared/narrow.ts';
import { parseJson } from '../../../shared/parse-json.ts';

export interface RunLogSummaries {
  // `joinedLate`: the run was active already, and earlier events can't be read; `null`: its first event will
  // tell. `tokens`: counted before.
  start(log: RunLog, joinedLate: boolean | null, tokens?: number | null): void;
  // Counts the tokens reported so far. Never rejects.
  countTokens(log: RunLog): Promise<void>;
  get(log: RunLog): RunLogSummary;
}

interface SummaryState {
  joinedLate: boolean;
  readonly tokens: TokenCounter;
  readonly readFrame: (frame: RunFrame) => RunFrame;
  readonly before: number | null;
  counted: number;
  counting: Promise<void>;
}

export function createRunLogSummaries(): RunLogSummaries {
  const summaries = new WeakMap<RunLog, SummaryState>();

  const countUp = async (log: RunLog, summary: SummaryState): Promise<void> => {
    // Sequential: a log may be larger than memory.
    while (summary.counted < log.length) {
      const block = await log.read(summary.counted);
      countBlock(block, summary.tokens, summary.readFrame);
      summary.counted += block.count;
      // Blocks in memory resolve at once, so yield to the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  return {
    start(log, joinedLate, before = null) {
      const summary: SummaryState = {
        joinedLate: joinedLate ?? false,
        before,
        tokens: createTokenCounter(),
        readFrame: createProtocolFrameReader(),
        counted: 0,
        counting: Promise.resolve(),
      };
      summaries.set(log, summary);
      if (joinedLate !== null) return;
      startsLate(log)
        .then((late) => (summary.joinedLate = late))
        .catch(() => undefined);
    },
    async countTokens(log) {
      const summary = summaries.get(log);
      if (!summary) return;
      // Unreadable frames count for nothing.
      summary.counting = summary.counting.then(() => countUp(log, summary)).catch(() => undefined);
      await summary.counting;
    },
    get(log) {
      const summary = summaries.get(log);
      return {
        joinedLate: summary?.joinedLate ?? false,
        error: log.end?.error ?? null,
        outcome: log.end?.outcome ?? null,
        tokens: summary?.tokens.total()?.total ?? summary?.before ?? null,
      };
    },
  };
}

// Servers begin a run's events with `metadata`: a log that begins with another event lacks what came before.
async function startsLate(log: RunLog): Promise<boolean> {
  while (log.length === 0 && log.end === null) await log.changed(new AbortController().signal);
  if (log.length === 0) return false;
  const [first] = decodeFrames(await log.read(0, 1));
  return first?.mode !== 'metadata';
}

// Nearly all blocks report nothing: they cost one search.
function countBlock(block: FrameBlock, tokens: TokenCounter, readFrame: (frame: RunFrame) => RunFrame): void {
  if (!reportsTokens(block.pieces)) return;
  for (const { mode, text } of decodeFrames(block).map(readFrame)) {
    if (!mode.startsWith('messages') || !text.includes('"usage_metadata"')) continue;
    const repeats = mode !== 'messages';
    const payload = arrayOrEmpty(parseJson(text));
    for (const wire of (repeats ? payload : payload.slice(0, 1)).map(recordOrEmpty)) {
      tokens.add(wire, !repeats && isMessageChunk(wire), []);
    }
  }
}
