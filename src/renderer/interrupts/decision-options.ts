import { sameJson } from 'exact-json';
import { initialDecision, type Decision, type ActionRequestForm } from './action-requests.ts';
import type { AnswerDraft } from './answer-draft.ts';
import { isJson } from '../../shared/parse-json.ts';
import type { ParsedInterrupt } from './parse-interrupt.ts';

export interface DecisionOption {
  readonly label: string;
  readonly draft: AnswerDraft;
  /** The answer is complete, so that a click can send it; an edit or a response has to be written first. */
  readonly isComplete: boolean;
}

const wordless: readonly Decision[] = ['approve', 'reject', 'ignore'];

export const decisionLabels: Readonly<Record<Decision, string>> = {
  approve: 'Approve',
  edit: 'Edit',
  respond: 'Respond',
  reject: 'Reject',
  ignore: 'Ignore',
};

/** The buttons of a question, in the order of their number keys. */
export function decisionOptions({ form, quick }: ParsedInterrupt): DecisionOption[] {
  if (form) return form.requests.length === 1 ? choicesOfOne(form) : choicesForAll(form);
  return quick.map(({ label, valueText }) => ({
    label,
    draft: { mode: 'json', text: valueText, decided: [] },
    isComplete: true,
  }));
}

// Complete answers first, then those that start with a text.
function choicesOfOne({ requests: [request] }: ActionRequestForm): DecisionOption[] {
  if (!request) return [];
  const { allowed } = request;
  const optionOf = (decision: Decision, isComplete: boolean, label = decisionLabels[decision]) => ({
    label,
    draft: { mode: 'requests' as const, text: '', decided: [initialDecision(decision, request)] },
    isComplete,
  });
  return [
    ...allowed.filter((one) => wordless.includes(one)).map((one) => optionOf(one, true)),
    ...allowed.filter((one) => !wordless.includes(one)).map((one) => optionOf(one, false)),
    ...(allowed.includes('reject') ? [optionOf('reject', false, 'Reject with reason')] : []),
  ];
}

// Decisions without text can apply to all requests at once.
function choicesForAll({ requests }: ActionRequestForm): DecisionOption[] {
  return wordless
    .filter((decision) => requests.every(({ allowed }) => allowed.includes(decision)))
    .map((decision) => ({
      label: `${decisionLabels[decision]} all`,
      draft: { mode: 'requests', text: '', decided: requests.map((one) => initialDecision(decision, one)) },
      isComplete: true,
    }));
}

/** The option that a draft matches, also after its arguments were edited. */
export function selectedOption(
  choices: readonly DecisionOption[],
  draft: AnswerDraft,
): DecisionOption | null {
  return choices.find((choice) => isChosen(choice.draft, draft)) ?? null;
}

function isChosen(choice: AnswerDraft, draft: AnswerDraft): boolean {
  if (choice.mode !== draft.mode) return false;
  if (choice.mode !== 'requests') return isJson(draft.text) && sameJson(choice.text, draft.text);
  return choice.decided.every((one, index) => one?.decision === draft.decided[index]?.decision);
}

/** Whether a draft is an answer in progress, which a click on another answer would lose. */
export function isInProgress(choices: readonly DecisionOption[], draft: AnswerDraft): boolean {
  if (isUntouched(draft)) return false;
  const chosen = selectedOption(choices, draft);
  return chosen === null || !chosen.isComplete || !sameDecisions(chosen.draft, draft);
}

/** Nothing was chosen or written. */
export function isUntouched({ text, decided }: AnswerDraft): boolean {
  return text === '' && decided.every((one) => one === null);
}

// A rejection may have got its reason.
function sameDecisions(choice: AnswerDraft, draft: AnswerDraft): boolean {
  return choice.decided.every((one, index) => one?.text === draft.decided[index]?.text);
}
