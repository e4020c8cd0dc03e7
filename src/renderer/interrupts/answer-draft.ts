import { z } from 'zod';
import { decisionProblem, type DecisionAnswer } from './action-requests.ts';
import { jsonErrorText, parseString } from './json-format.ts';
import type { ParsedInterrupt } from './parse-interrupt.ts';
import { parseJson } from '../../shared/parse-json.ts';

/** How an answer is written: only by its options, request by request, in a form, as text, or as JSON. */
const AnswerMode = z.enum(['choices', 'requests', 'form', 'text', 'json']);
export type AnswerMode = z.infer<typeof AnswerMode>;

const DecidedDraft = z.object({
  decision: z.enum(['approve', 'edit', 'respond', 'reject', 'ignore']),
  text: z.string(),
});

/** An unfinished answer. It may be invalid, and is never lost. */
const AnswerDraft = z.object({
  mode: AnswerMode,
  /** Plain text in `text` mode, JSON in `form` and `json` mode. */
  text: z.string(),
  decided: z.array(DecidedDraft.nullable()),
});
export interface AnswerDraft {
  readonly mode: AnswerMode;
  readonly text: string;
  readonly decided: readonly (DecisionAnswer | null)[];
}

/** The modes for a question, best match first. Text and JSON always work. */
export function answerModes({ form, schemaText }: ParsedInterrupt): AnswerMode[] {
  return [
    ...(form ? ['requests' as const] : []),
    ...(schemaText === null ? [] : ['form' as const]),
    'text',
    'json',
  ];
}

export function emptyDraft(question: ParsedInterrupt): AnswerDraft {
  const [first = 'json'] = answerModes(question);
  const isOpen = first === 'text';
  const mode =
    isOpen && question.quick.length > 0
      ? 'choices'
      : isOpen && question.exampleText !== null
        ? 'json'
        : first;
  return { mode, text: '', decided: [] };
}

export function serializeAnswerDraft(draft: AnswerDraft): string {
  return JSON.stringify(draft);
}

/** A stored draft; an empty one if it is missing, invalid, or for another kind of question. */
export function parseAnswerDraft(text: string | null, question: ParsedInterrupt): AnswerDraft {
  const read = AnswerDraft.safeParse(text === null ? undefined : parseJson(text));
  const empty = emptyDraft(question);
  if (!read.success || ![empty.mode, ...answerModes(question)].includes(read.data.mode)) return empty;
  const { decided } = read.data;
  const count = question.form?.requests.length ?? 0;
  return { ...read.data, decided: decided.slice(0, count) };
}

/** Converts the answer to another mode as far as possible. */
export function withAnswerMode(draft: AnswerDraft, mode: AnswerMode, question: ParsedInterrupt): AnswerDraft {
  if (mode === draft.mode) return draft;
  if (mode === 'requests') return { ...draft, mode };
  const answer = buildAnswer(question, draft);
  const json = answer.problem === null ? answer.text : draft.mode === 'text' ? '' : draft.text;
  if (mode === 'text') return { ...draft, mode, text: parseString(json) ?? (json === '""' ? '' : json) };
  return { ...draft, mode, text: json === '' && mode === 'json' ? (question.exampleText ?? '') : json };
}

/** The answer as JSON, or why it can't be sent. Any JSON is an answer, also `false`, `0`, `""` and `null`. */
export function buildAnswer(
  question: ParsedInterrupt,
  draft: AnswerDraft,
): { readonly text: string; readonly problem: string | null } {
  switch (draft.mode) {
    case 'requests':
      return requestsAnswer(question, draft.decided);
    case 'choices':
      return { text: '', problem: 'Choose an answer.' };
    case 'text':
      return draft.text === ''
        ? { text: '', problem: 'Write an answer. An empty text is sent as "" from JSON.' }
        : { text: JSON.stringify(draft.text), problem: null };
    default: {
      if (draft.text.trim() === '') return { text: '', problem: emptyMessages[draft.mode] };
      const problem = jsonErrorText(draft.text);
      return {
        text: draft.text,
        problem: problem === null ? null : `${problem}. Put plain text in quotes, or use Text.`,
      };
    }
  }
}

const emptyMessages = {
  form: 'Fill in the form.',
  json: 'Write an answer as JSON: true, "words", or an object.',
} as const;

function requestsAnswer(
  { form }: ParsedInterrupt,
  decided: readonly (DecisionAnswer | null)[],
): { readonly text: string; readonly problem: string | null } {
  const requests = form?.requests ?? [];
  const all = requests.map((_, index) => decided[index] ?? null);
  const open = requests.flatMap(({ name }, index) => {
    const problem = decisionProblem(all[index] ?? null);
    return problem === null ? [] : [`${name} ${problem}`];
  });
  const done = all.filter((one) => one !== null);
  if (open.length > 0 || !form) {
    const more = open.length > 1 ? `, and ${open.length - 1} more` : '';
    return {
      text: '',
      problem: requests.length === 1 && done.length === 0 ? 'Choose an answer.' : `${open[0] ?? ''}${more}.`,
    };
  }
  return { text: form.write(done), problem: null };
}
