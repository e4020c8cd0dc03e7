import { useCallback, useEffect, useRef, useState } from 'react';
import { applyEdit, JsonEditError, type JsonEdit } from '../../exact-json/json-edit.ts';
import { pointerOf } from '../../exact-json/json-path.ts';
import { JsonSyntaxError } from '../../exact-json/syntax-error.ts';
import { draftKey, readDraft, useDraft, writeDraft } from '../client/drafts.ts';
import { noHistory, record, redo, undo, type Edited } from './edit-history.ts';
import { forgetFaultyParts } from './faulty-parts.ts';
import { knownOutline } from './known-outlines.ts';
import { keepSteps, restoreSteps } from './kept-steps.ts';

/** A draft that is edited as text, as a tree and as messages, with one history for all of them. */
export interface EditedText {
  readonly text: string;
  /** Something is kept under the draft's key. */
  readonly drafted: boolean;
  /** The draft is older than this window, and the steps that led to it are not known: they can't be undone. */
  readonly stepsLost: boolean;
  readonly type: (text: string) => void;
  /** Makes edits as one step; resolves to what kept them from being made, or `null`. Then none of them was made. */
  readonly apply: (edits: readonly JsonEdit[]) => string | null;
  /** The same for a value that is being typed: what is typed on belongs to one step up to the end of a word. */
  readonly typeInto: (edit: JsonEdit) => string | null;
  /** `null` while there is nothing to undo, or to redo. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
  readonly discard: () => void;
}

/** Holds a draft's text with its steps. Both outlive the window (row D-6). */
export function useEditedText(place: readonly string[], startText: string): EditedText {
  const stepsKey = draftKey('state-steps', ...place);
  const [draft, setDraft] = useDraft(draftKey('state', ...place));
  const [found] = useState(() => restoreSteps(draft ?? startText, readDraft(stepsKey)));
  const [stepsLost, setStepsLost] = useState(draft !== null && found === null);
  const [history, setHistory] = useState(found ?? noHistory);
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
      writeDraft(stepsKey, keepSteps(next.history));
    },
    [setDraft, startText, stepsKey],
  );
  const type = useCallback((next: string) => change(record(now.current, next, '')), [change]);
  const make = useCallback(
    (edits: readonly JsonEdit[], field: string | null): string | null => {
      try {
        change(record(now.current, edits.reduce(edited, now.current.text), field));
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
    typeInto: useCallback((edit) => make([edit], pointerOf(edit.path)), [make]),
    undo: history.done.length > 0 ? () => change(undo(now.current)) : null,
    redo: history.undone.length > 0 ? () => change(redo(now.current)) : null,
    discard: useCallback(() => {
      setDraft(null);
      writeDraft(stepsKey, null);
      forgetFaultyParts(place);
      setStepsLost(false);
    }, [setDraft, stepsKey, place]),
  };
}

function edited(text: string, edit: JsonEdit): string {
  return applyEdit(text, edit, knownOutline(text) ?? undefined);
}
