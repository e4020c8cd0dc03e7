import { useEffect, useMemo, useState } from 'react';
import { draftKey, useDraft } from '../storage/drafts.ts';
import { useValidationError, type ValidationError } from '../ui/schema/use-validation-error.ts';
import type { AnswerableInterrupt } from './group-interrupts.ts';
import { buildAnswer, serializeAnswerDraft, parseAnswerDraft, type AnswerDraft } from './answer-draft.ts';
import { decisionOptions, isInProgress } from './decision-options.ts';
import { parseInterrupt, type ParsedInterrupt } from './parse-interrupt.ts';

export interface Answer {
  readonly text: string;
  readonly problem: string | null;
  /** Violations of the question's schema. The answer can still be sent. */
  readonly bySchema: ValidationError;
  /** Written or edited, so that another answer would lose it. */
  readonly isInProgress: boolean;
}

/** Storage key of a draft. `answerKey`: see `AnswerableInterrupt`. */
export function answerDraftKey(connectionId: string, threadId: string, answerKey: string): string {
  return draftKey('answer', connectionId, threadId, answerKey);
}

/** An interrupt, the draft of its answer, and the resulting answer, which is reported to `onAnswer`. */
export function useAnswerDraft(
  threadRef: { readonly connectionId: string; readonly threadId: string },
  interrupt: AnswerableInterrupt,
  onAnswer: (answerKey: string, answer: Answer) => void,
): {
  readonly question: ParsedInterrupt;
  readonly draft: AnswerDraft;
  readonly setDraft: (draft: AnswerDraft) => void;
  readonly answer: Answer;
  readonly setFormProblem: (problem: string | null) => void;
} {
  const { answerKey, valueText, schemaText } = interrupt;
  const [stored, setStored] = useDraft(answerDraftKey(threadRef.connectionId, threadRef.threadId, answerKey));
  const [formProblem, setFormProblem] = useState<string | null>(null);
  const question = useMemo(
    () => parseInterrupt(schemaText === undefined ? { valueText } : { valueText, schemaText }),
    [valueText, schemaText],
  );
  const draft = useMemo(() => parseAnswerDraft(stored, question), [stored, question]);
  const built = useMemo(() => buildAnswer(question, draft), [question, draft]);
  const { text } = built;
  const problem = built.problem ?? (draft.mode === 'form' || draft.mode === 'requests' ? formProblem : null);
  const { message, unchecked, settled, fits } = useValidationError(
    question.schemaText,
    problem === null ? text : '',
  );
  const inProgress = isInProgress(decisionOptions(question), draft);
  const answer = useMemo<Answer>(
    () => ({ text, problem, bySchema: { message, unchecked, settled, fits }, isInProgress: inProgress }),
    [text, problem, message, unchecked, settled, fits, inProgress],
  );
  useEffect(() => onAnswer(answerKey, answer), [onAnswer, answerKey, answer]);
  return {
    question,
    draft,
    setDraft: (next) => setStored(serializeAnswerDraft(next)),
    answer,
    setFormProblem,
  };
}
