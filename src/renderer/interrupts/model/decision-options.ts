import { sameJson } from '../../../exact-json/diff/compare.ts';
import { initialDecision, type Decision, type ActionRequestForm } from './action-requests.ts';
import type { AnswerDraft } from './answer-draft.ts';
import { isJson } from './json-format.ts';
import type { ParsedInterrupt } from './parse-interrupt.ts';

/** An answer that takes one click, or starts with one. */
export interface DecisionOption {
  readonly label: string;
  readonly draft: AnswerDraft;
}

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
  }));
}

function choicesOfOne({ requests: [request] }: ActionRequestForm): DecisionOption[] {
  if (!request) return [];
  return request.allowed.map((decision) => ({
    label: decisionLabels[decision],
    draft: { mode: 'requests', text: '', decided: [initialDecision(decision, request)] },
  }));
}

/** Decisions without text can apply to all requests at once. */
function choicesForAll({ requests }: ActionRequestForm): DecisionOption[] {
  const wordless: readonly Decision[] = ['approve', 'reject', 'ignore'];
  return wordless
    .filter((decision) => requests.every(({ allowed }) => allowed.includes(decision)))
    .map((decision) => ({
      label: `${decisionLabels[decision]} all`,
      draft: { mode: 'requests', text: '', decided: requests.map((one) => initialDecision(decision, one)) },
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
  return choice.decided.every((one, at) => one?.decision === draft.decided[at]?.decision);
}
