import { applySplice, revertSplice, spliceBetween, type TextSplice } from 'exact-json';

export interface EditStep {
  readonly field: string | null;
  readonly splice: TextSplice;
}

export interface EditHistory {
  readonly done: readonly EditStep[];
  readonly undone: readonly EditStep[];
}

export const emptyHistory: EditHistory = { done: [], undone: [] };

export interface EditedWithHistory {
  readonly text: string;
  readonly history: EditHistory;
}

// Records a change. Typing that continues in the same field belongs to the same step, up to the end of a word.
export function recordEdit(
  { text, history }: EditedWithHistory,
  next: string,
  field: string | null,
): EditedWithHistory {
  const splice = spliceBetween(text, next);
  if (!splice) return { text, history };
  const last = history.done.at(-1);
  const joined = field !== null && last?.field === field ? joinTyped(last.splice, splice) : null;
  const done = joined
    ? [...history.done.slice(0, -1), { field, splice: joined }]
    : [...history.done, { field, splice }];
  return { text: next, history: { done, undone: [] } };
}

export function undo({ text, history: { done, undone } }: EditedWithHistory): EditedWithHistory {
  const step = done.at(-1);
  if (!step) return { text, history: { done, undone } };
  return {
    text: revertSplice(text, step.splice),
    history: { done: done.slice(0, -1), undone: [...undone, step] },
  };
}

export function redo({ text, history: { done, undone } }: EditedWithHistory): EditedWithHistory {
  const step = undone.at(-1);
  if (!step) return { text, history: { done, undone } };
  return {
    text: applySplice(text, step.splice),
    history: { done: [...done, step], undone: undone.slice(0, -1) },
  };
}

function joinTyped(last: TextSplice, next: TextSplice): TextSplice | null {
  const follows = next.at === last.at + last.inserted.length;
  if (!follows || next.removed !== '' || last.inserted === '' || /\s/.test(last.inserted.slice(-1)))
    return null;
  return { ...last, inserted: last.inserted + next.inserted };
}
