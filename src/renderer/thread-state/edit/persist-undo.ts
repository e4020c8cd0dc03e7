import { z } from 'zod';
import { emptyHistory, redo, undo, type EditedWithHistory, type EditHistory, type EditStep } from './undo.ts';

// Limits the stored steps in characters; the oldest go first.
const maxStoredChars = 200_000;

const Steps = z.array(
  z.strictObject({
    field: z.string().nullable(),
    splice: z.strictObject({ at: z.int().nonnegative(), removed: z.string(), inserted: z.string() }),
  }),
);
const StoredUndo = z.strictObject({ done: Steps, undone: Steps });

// Serializes the steps of a draft within the limit; `null` if there are none.
export function serializeUndo({ done, undone }: EditHistory): string | null {
  if (done.length === 0 && undone.length === 0) return null;
  let room = maxStoredChars;
  const fitsRoom = (step: EditStep): boolean => (room -= weight(step)) >= 0;
  const newest = takeWhile(done.toReversed(), fitsRoom).toReversed();
  // Undone steps are needed from the end, because that is where redo starts.
  const undoneSteps = takeWhile(undone.toReversed(), fitsRoom).toReversed();
  // A step that doesn't fit drops the steps before it.
  return newest.length + undoneSteps.length === 0
    ? null
    : JSON.stringify({ done: newest, undone: undoneSteps });
}

// Restores the stored steps of a draft; `null` if they lead to another text. Text and steps are separate
// files, so a crash may leave one newer than the other.
export function restoreUndo(text: string, storedText: string | null): EditHistory | null {
  if (storedText === null) return null;
  const history = parseHistory(storedText);
  return history && leadsTo(text, history) ? history : null;
}

function parseHistory(storedText: string): EditHistory | null {
  try {
    return StoredUndo.safeParse(JSON.parse(storedText)).data ?? null;
  } catch {
    return null;
  }
}

// Undoes and redoes all steps: each must match the text.
function leadsTo(text: string, history: EditHistory): boolean {
  let now: EditedWithHistory = { text, history };
  for (let step = now.history.done.at(-1); step; step = now.history.done.at(-1)) {
    if (!isAt(now.text, step.splice.at, step.splice.inserted)) return false;
    now = undo(now);
  }
  now = { text, history: { ...emptyHistory, undone: history.undone } };
  for (let step = now.history.undone.at(-1); step; step = now.history.undone.at(-1)) {
    if (!isAt(now.text, step.splice.at, step.splice.removed)) return false;
    now = redo(now);
  }
  return true;
}

function isAt(text: string, index: number, part: string): boolean {
  return text.startsWith(part, index) && index + part.length <= text.length;
}

function weight({ splice: { removed, inserted } }: EditStep): number {
  return removed.length + inserted.length + 40;
}

function takeWhile<T>(items: readonly T[], isKept: (item: T) => boolean): T[] {
  const end = items.findIndex((item) => !isKept(item));
  return end < 0 ? [...items] : items.slice(0, end);
}
