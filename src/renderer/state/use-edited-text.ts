import { useCallback, useEffect, useRef, useState } from 'react';
import { applyEdit, JsonEditError, type JsonEdit } from '../../exact-json/json-edit.ts';
import { JsonSyntaxError } from '../../exact-json/syntax-error.ts';
import { useDraft } from '../client/drafts.ts';
import { noHistory, record, redo, undo, type Edited } from './edit-history.ts';

/** A draft that is edited as text and as a tree, with one history for both. */
export interface EditedText {
  readonly text: string;
  /** Something is kept under the draft's key. */
  readonly drafted: boolean;
  readonly type: (text: string) => void;
  /** Makes an edit; resolves to what kept it from being made, or `null`. */
  readonly apply: (edit: JsonEdit) => string | null;
  /** `null` while there is nothing to undo, or to redo. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
  readonly discard: () => void;
}

/** Holds a draft's text with its history. The history is the window's; the text outlives it (row D-6). */
export function useEditedText(key: string, startText: string): EditedText {
  const [draft, setDraft] = useDraft(key);
  const [history, setHistory] = useState(noHistory);
  const text = draft ?? startText;
  const now = useRef<Edited>({ text, history });
  useEffect(() => {
    now.current = { text, history };
  });

  const change = useCallback(
    (next: Edited): void => {
      // Several changes may come before the next drawing.
      now.current = next;
      setHistory(next.history);
      setDraft(next.text === startText ? null : next.text);
    },
    [setDraft, startText],
  );
  const type = useCallback((next: string) => change(record(now.current, next, null)), [change]);
  const apply = useCallback(
    (edit: JsonEdit): string | null => {
      try {
        change(record(now.current, applyEdit(now.current.text, edit), edit));
        return null;
      } catch (problem) {
        if (problem instanceof JsonEditError || problem instanceof JsonSyntaxError) return problem.message;
        throw problem;
      }
    },
    [change],
  );
  return {
    text,
    drafted: draft !== null,
    type,
    apply,
    undo: history.done.length > 0 ? () => change(undo(now.current)) : null,
    redo: history.undone.length > 0 ? () => change(redo(now.current)) : null,
    discard: useCallback(() => setDraft(null), [setDraft]),
  };
}
