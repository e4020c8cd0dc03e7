import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { withAnswerMode, type AnswerDraft } from '../model/answer-draft.ts';
import type { ParsedInterrupt } from '../model/parse-interrupt.ts';

/** A request to focus an answer field. A new object each time. */
export interface AnswerFieldFocus {
  readonly interruptId: string;
}

const fields = 'textarea, input, [contenteditable="true"]';

/**
 * Focuses the answer field of a card on request. A question with only quick answers gets a text field; if
 * there is no field yet, the first option is focused.
 */
export function useAnswerField(
  card: RefObject<HTMLElement | null>,
  wanted: AnswerFieldFocus | null,
  { question, draft, setDraft }: AnswerFieldOf,
): void {
  const isDue = useRef(false);
  const startAnswer = useEffectEvent(() => {
    isDue.current = true;
    if (draft.mode === 'choices') setDraft(withAnswerMode(draft, 'text', question));
  });
  useEffect(() => {
    if (wanted !== null) startAnswer();
  }, [wanted]);
  // The field exists after the next render.
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
