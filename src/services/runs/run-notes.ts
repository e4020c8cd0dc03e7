import { framesOfBlock } from '../../shared/model/block-frames.ts';
import type { FrameBlock } from '../../shared/model/frame-block.ts';
import { createTokenCount, isPiece, type TokenCount } from '../../shared/token-count.ts';
import { itemsOf, membersOf } from '../read-wire.ts';
import type { RunLog } from './run-log.ts';
import { parsedPayload, reportsTokens } from './token-frames.ts';
import type { HeldFacts } from './wire-to-run.ts';

/** What the studio knows of the logs that it holds, beside their events. */
export interface RunNotes {
  /**
   * `joinedLate`: the run was under way already, and what came before can't be read; `null`: its first event shows it.
   * `tokens`: counted before.
   */
  begin(log: RunLog, joinedLate: boolean | null, tokens?: number | null): void;
  /** Counts the tokens that the frames up to now report. Never rejects. */
  count(log: RunLog): Promise<void>;
  of(log: RunLog): HeldFacts;
}

interface Note {
  joinedLate: boolean;
  readonly tokens: TokenCount;
  readonly before: number | null;
  /** The frames before this one were looked at. */
  counted: number;
  counting: Promise<void>;
}

export function createRunNotes(): RunNotes {
  const notes = new WeakMap<RunLog, Note>();

  const countUp = async (log: RunLog, note: Note): Promise<void> => {
    // One after the other: a log may be larger than memory.
    while (note.counted < log.length) {
      const block = await log.read(note.counted);
      countBlock(block, note.tokens);
      note.counted += block.count;
      // What lies in memory is read without a pause, and others want to get on.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  return {
    begin(log, joinedLate, before = null) {
      const note: Note = {
        joinedLate: joinedLate ?? false,
        before,
        tokens: createTokenCount(),
        counted: 0,
        counting: Promise.resolve(),
      };
      notes.set(log, note);
      if (joinedLate !== null) return;
      beginsLate(log)
        .then((late) => (note.joinedLate = late))
        .catch(() => undefined);
    },
    async count(log) {
      const note = notes.get(log);
      if (!note) return;
      // What can't be read any more counts for nothing.
      note.counting = note.counting.then(() => countUp(log, note)).catch(() => undefined);
      await note.counting;
    },
    of(log) {
      const note = notes.get(log);
      return {
        joinedLate: note?.joinedLate ?? false,
        error: log.end?.error ?? null,
        outcome: log.end?.outcome ?? null,
        tokens: note?.tokens.total()?.total ?? note?.before ?? null,
      };
    },
  };
}

/** Servers begin the events of a run with `metadata`: a log that begins with another event lacks what came before. */
async function beginsLate(log: RunLog): Promise<boolean> {
  while (log.length === 0 && log.end === null) await log.changed(new AbortController().signal);
  if (log.length === 0) return false;
  const [first] = framesOfBlock(await log.read(0, 1));
  return first?.mode !== 'metadata';
}

/** Nearly all blocks report nothing: they cost one search. */
function countBlock(block: FrameBlock, tokens: TokenCount): void {
  if (!reportsTokens(block.pieces)) return;
  for (const { mode, text } of framesOfBlock(block)) {
    if (!mode.startsWith('messages') || !text.includes('"usage_metadata"')) continue;
    const repeats = mode !== 'messages';
    const payload = itemsOf(parsedPayload(text));
    for (const wire of (repeats ? payload : payload.slice(0, 1)).map(membersOf)) {
      tokens.add(wire, !repeats && isPiece(wire), []);
    }
  }
}
