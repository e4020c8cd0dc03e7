import { z } from 'zod';
import {
  emptyHistory,
  redo,
  undo,
  type EditedWithHistory,
  type EditHistory,
  type EditStep,
} from './edit-history.ts';

/** Characters of steps that are kept beside a draft; the oldest steps go first. */
const mostKept = 200_000;

const Steps = z.array(
  z.strictObject({
    field: z.string().nullable(),
    splice: z.strictObject({ at: z.int().nonnegative(), removed: z.string(), inserted: z.string() }),
  }),
);
const Kept = z.strictObject({ done: Steps, undone: Steps });

/** The steps of a draft as they are kept beside it; `null` when there are none. */
export function serializeUndo({ done, undone }: EditHistory): string | null {
  if (done.length === 0 && undone.length === 0) return null;
  let room = mostKept;
  const fits = (step: EditStep): boolean => (room -= weight(step)) >= 0;
  const newest = takeWhile(done.toReversed(), fits).toReversed();
  // What was taken back is needed from its end on: that is what is done again first.
  const again = takeWhile(undone.toReversed(), fits).toReversed();
  // A step that is too long to keep takes those before it along.
  return newest.length + again.length === 0 ? null : JSON.stringify({ done: newest, undone: again });
}

/**
 * The steps that lead to a draft, as they were kept; `null` when they lead to another text. Text and steps lie in two
 * files, so that a crash may leave one newer than the other.
 */
export function restoreUndo(text: string, keptText: string | null): EditHistory | null {
  if (keptText === null) return null;
  const history = read(keptText);
  return history && leadsTo(text, history) ? history : null;
}

function read(keptText: string): EditHistory | null {
  try {
    return Kept.safeParse(JSON.parse(keptText)).data ?? null;
  } catch {
    return null;
  }
}

/** Goes all the way back and all the way on again: each step must find what it left. */
function leadsTo(text: string, history: EditHistory): boolean {
  let now: EditedWithHistory = { text, history };
  for (let step = now.history.done.at(-1); step; step = now.history.done.at(-1)) {
    if (!stands(now.text, step.splice.at, step.splice.inserted)) return false;
    now = undo(now);
  }
  now = { text, history: { ...emptyHistory, undone: history.undone } };
  for (let step = now.history.undone.at(-1); step; step = now.history.undone.at(-1)) {
    if (!stands(now.text, step.splice.at, step.splice.removed)) return false;
    now = redo(now);
  }
  return true;
}

function stands(text: string, at: number, part: string): boolean {
  return text.startsWith(part, at) && at + part.length <= text.length;
}

function weight({ splice: { removed, inserted } }: EditStep): number {
  return removed.length + inserted.length + 40;
}

function takeWhile<T>(items: readonly T[], fits: (item: T) => boolean): T[] {
  const end = items.findIndex((item) => !fits(item));
  return end < 0 ? [...items] : items.slice(0, end);
}
