import { sameJson } from '../../exact-json/compare.ts';
import { startOf, type Decision, type RequestForm } from './action-requests.ts';
import type { AnswerDraft } from './answer-draft.ts';
import { isJson } from './json-texts.ts';
import type { Question } from './question.ts';

/** An answer that takes one click, or a way to begin one. */
export interface Choice {
  readonly label: string;
  readonly draft: AnswerDraft;
}

export const decisionWords: Readonly<Record<Decision, string>> = {
  approve: 'Approve',
  edit: 'Edit',
  respond: 'Respond',
  reject: 'Reject',
  ignore: 'Ignore',
};

/** What a question offers as buttons, in the order of their number keys. */
export function choicesOf({ form, quick }: Question): Choice[] {
  if (form) return form.requests.length === 1 ? choicesOfOne(form) : choicesForAll(form);
  return quick.map(({ label, valueText }) => ({
    label,
    draft: { mode: 'json', text: valueText, decided: [] },
  }));
}

function choicesOfOne({ requests: [request] }: RequestForm): Choice[] {
  if (!request) return [];
  return request.allowed.map((decision) => ({
    label: decisionWords[decision],
    draft: { mode: 'requests', text: '', decided: [startOf(decision, request)] },
  }));
}

/** What needs no words of its own can be said to all requests at once. */
function choicesForAll({ requests }: RequestForm): Choice[] {
  const wordless: readonly Decision[] = ['approve', 'reject', 'ignore'];
  return wordless
    .filter((decision) => requests.every(({ allowed }) => allowed.includes(decision)))
    .map((decision) => ({
      label: `${decisionWords[decision]} all`,
      draft: { mode: 'requests', text: '', decided: requests.map((one) => startOf(decision, one)) },
    }));
}

/** The choice that a draft stands for, also after its arguments were edited. */
export function chosenOf(choices: readonly Choice[], draft: AnswerDraft): Choice | null {
  return choices.find((choice) => isChosen(choice.draft, draft)) ?? null;
}

function isChosen(choice: AnswerDraft, draft: AnswerDraft): boolean {
  if (choice.mode !== draft.mode) return false;
  if (choice.mode !== 'requests') return isJson(draft.text) && sameJson(choice.text, draft.text);
  return choice.decided.every((one, at) => one?.decision === draft.decided[at]?.decision);
}
