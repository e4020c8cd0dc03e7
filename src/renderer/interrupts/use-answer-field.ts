import { useEffect, useRef, type RefObject } from 'react';
import { useCommandHandler, type CommandOf } from '../commands/command-queue.ts';
import { withAnswerMode, type AnswerDraft } from './answer-draft.ts';
import type { ParsedInterrupt } from './parse-interrupt.ts';

const fields = 'textarea, input:not([type=radio]), [contenteditable="true"]';

/**
 * Handles `write-answer` commands: focuses the answer field of a card. A question with only quick answers gets a text field; if
 * there is no field yet, the first option is focused.
 */
export function useAnswerField(
  card: RefObject<HTMLElement | null>,
  accepts: (command: CommandOf<'write-answer'>) => boolean,
  { question, draft, setDraft, onFocus }: AnswerFieldOf,
): void {
  const isDue = useRef(false);
  useCommandHandler(
    'write-answer',
    () => {
      isDue.current = true;
      onFocus();
      if (draft.mode === 'choices') setDraft(withAnswerMode(draft, 'text', question));
    },
    accepts,
  );
  // The field exists after the next render.
  useEffect(() => {
    if (!isDue.current || draft.mode === 'choices') return;
    const field =
      card.current?.querySelector<HTMLElement>(fields) ??
      card.current?.querySelector<HTMLElement>('[type=radio]');
    if (!field) return;
    isDue.current = false;
    field.focus();
  });
}

interface AnswerFieldOf {
  readonly question: ParsedInterrupt;
  readonly draft: AnswerDraft;
  readonly setDraft: (draft: AnswerDraft) => void;
  readonly onFocus: () => void;
}
