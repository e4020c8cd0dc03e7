import { createTokenCount, isPiece } from '../../shared/token-count.ts';
import type { TokenCount } from '../../shared/token-count.ts';
import { itemsOf, membersOf } from '../read-wire.ts';
import type { NewFrame } from './block-builder.ts';
import type { RunLog } from './run-log.ts';
import type { HeldFacts } from './wire-to-run.ts';

/** What the studio knows of the logs that it holds, beside their events. */
export interface RunNotes {
  /** `joinedLate`: the run was under way already, and what came before can't be read. `tokens`: counted before. */
  begin(log: RunLog, joinedLate: boolean, tokens?: number | null): void;
  /** Counts the tokens that these frames report. */
  count(log: RunLog, frames: readonly NewFrame[]): void;
  of(log: RunLog): HeldFacts;
}

interface Note {
  readonly joinedLate: boolean;
  readonly tokens: TokenCount;
  readonly before: number | null;
}

export function createRunNotes(): RunNotes {
  const notes = new WeakMap<RunLog, Note>();
  return {
    begin: (log, joinedLate, before = null) =>
      void notes.set(log, { joinedLate, before, tokens: createTokenCount() }),
    count(log, frames) {
      const tokens = notes.get(log)?.tokens;
      if (!tokens) return;
      for (const { mode, text } of frames) {
        // Nearly all frames are neither: they cost a look at their name.
        if (!mode.startsWith('messages') || !text.includes('"usage_metadata"')) continue;
        const repeats = mode !== 'messages';
        const payload = itemsOf(parsed(text));
        for (const wire of (repeats ? payload : payload.slice(0, 1)).map(membersOf)) {
          tokens.add(wire, !repeats && isPiece(wire), []);
        }
      }
    },
    of(log) {
      const note = notes.get(log);
      return {
        joinedLate: note?.joinedLate ?? false,
        error: log.end?.error ?? null,
        tokens: note?.tokens.total()?.total ?? note?.before ?? null,
      };
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Row R-12: such a frame is kept and counts for nothing.
    return null;
  }
}
