import { useCallback, useEffect, useRef, useState } from 'react';
import { applyEdit, JsonEditError, JsonSyntaxError, toJsonPointer, type JsonEdit } from 'exact-json';
import { draftKey, readDraft, useDraft, writeDraft } from '../../storage/drafts.ts';
import { emptyHistory, recordEdit, redo, undo, type EditedWithHistory } from './undo.ts';
import { clearInvalidFields } from './invalid-fields.ts';
import { findCachedIndex } from '../index-cache.ts';
import { serializeUndo, restoreUndo } from './persist-undo.ts';

/** A draft with one undo history for its text, tree and message editors. */
export interface StateDraft {
  readonly text: string;
  /** A draft is stored under the key. */
  readonly drafted: boolean;
  /** The draft is from an earlier window without its steps, so they can't be undone. */
  readonly stepsLost: boolean;
  readonly type: (text: string) => void;
  /** Applies edits as one step, all or none. Returns the error, or `null`. */
  readonly apply: (edits: readonly JsonEdit[]) => string | null;
  readonly typeInto: (edit: JsonEdit) => string | null;
  /** `null` while there is nothing to undo or redo. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
  readonly discard: () => void;
}

// A draft with its steps. Both are stored across windows.
export function useStateDraft(keyParts: readonly string[], startText: string): StateDraft {
  const stepsKey = draftKey('state-steps', ...keyParts);
  const [draft, setDraft] = useDraft(draftKey('state', ...keyParts));
  const [restored] = useState(() => restoreUndo(draft ?? startText, readDraft(stepsKey)));
  const [stepsLost, setStepsLost] = useState(draft !== null && restored === null);
  const text = draft ?? startText;
  const [edited, setEdited] = useState<EditedWithHistory>({ text, history: restored ?? emptyHistory });
  // The steps fit the text that they led to, and not what another window has made of it.
  const history = edited.text === text ? edited.history : emptyHistory;
  const now = useRef<EditedWithHistory>({ text, history });
  useEffect(() => {
    now.current = { text, history };
  });

  const change = useCallback(
    (next: EditedWithHistory): void => {
      // Several changes may precede the next render.
      now.current = next;
      setEdited(next);
      setDraft(next.text === startText ? null : next.text);
      writeDraft(stepsKey, serializeUndo(next.history));
    },
    [setDraft, startText, stepsKey],
  );
  const type = useCallback((next: string) => change(recordEdit(now.current, next, '')), [change]);
  const make = useCallback(
    (edits: readonly JsonEdit[], field: string | null): string | null => {
      try {
        change(recordEdit(now.current, edits.reduce(editText, now.current.text), field));
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
    stepsLost,
    type,
    apply: useCallback((edits) => make(edits, null), [make]),
    typeInto: useCallback((edit) => make([edit], toJsonPointer(edit.path)), [make]),
    undo: history.done.length > 0 ? () => change(undo(now.current)) : null,
    redo: history.undone.length > 0 ? () => change(redo(now.current)) : null,
    discard: useCallback(() => {
      setDraft(null);
      writeDraft(stepsKey, null);
      clearInvalidFields(keyParts);
      setStepsLost(false);
    }, [setDraft, stepsKey, keyParts]),
  };
}

function editText(text: string, edit: JsonEdit): string {
  return applyEdit(text, edit, findCachedIndex(text) ?? undefined);
}
