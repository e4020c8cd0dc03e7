import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { withAnswerMode, type AnswerDraft } from '../model/answer-draft.ts';
import type { ParsedInterrupt } from '../model/parse-interrupt.ts';

/** Where somebody wants to write an answer. A new object for each time. */
export interface AnswerFieldFocus {
  readonly interruptId: string;
}

const fields = 'textarea, input, [contenteditable="true"]';

/**
 * Puts the focus into the field of a card's answer when that is wanted from elsewhere. A question with short answers
 * only gets a field for words; where there is nothing to write yet, the first choice takes the focus.
 */
export function useAnswerField(
  card: RefObject<HTMLElement | null>,
  wanted: AnswerFieldFocus | null,
  { question, draft, setDraft }: AnswerFieldOf,
): void {
  const isDue = useRef(false);
  const begin = useEffectEvent(() => {
    isDue.current = true;
    if (draft.mode === 'choices') setDraft(withAnswerMode(draft, 'text', question));
  });
  useEffect(() => {
    if (wanted !== null) begin();
  }, [wanted]);
  // The field is there after the render that follows.
  useEffect(() => {
    if (!isDue.current || draft.mode === 'choices') return;
    const field =
      card.current?.querySelector<HTMLElement>(fields) ??
      card.current?.querySelector<HTMLElement>('[role=radio]');
    if (!field) return;
    isDue.current = false;
    field.focus();
  });
}

interface AnswerFieldOf {
  readonly question: ParsedInterrupt;
  readonly draft: AnswerDraft;
  readonly setDraft: (draft: AnswerDraft) => void;
}
