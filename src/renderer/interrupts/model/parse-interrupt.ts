import { formatJson } from '../../../exact-json/scan/format.ts';
import { elementTexts, memberText, memberTexts } from '../../../exact-json/scan/object-members.ts';
import { collapseSpaces, escapeInvisible } from '../../../shared/escape-invisible.ts';
import type { PendingInterrupt } from '../../../shared/model/threads/thread.ts';
import { readActionRequests, type ActionRequestForm } from './action-requests.ts';
import { buildObjectText, parseString } from './json-format.ts';

/** Answers that a question offers as buttons. Texts are JSON. */
export interface QuickAnswer {
  readonly label: string;
  readonly valueText: string;
}

/** One member of the value, or all of it, as JSON. */
export interface ValuePart {
  readonly label: string | null;
  readonly text: string;
}

/** What an interrupt's value is to a person. */
export interface ParsedInterrupt {
  /** The question in words, where the value has one. */
  readonly title: string | null;
  /** What else the value holds, part by part. */
  readonly values: readonly ValuePart[];
  readonly quick: readonly QuickAnswer[];
  /** Set for a value that asks about actions, which are decided one by one. */
  readonly form: ActionRequestForm | null;
  /** The JSON schema that the answer must fit. */
  readonly schemaText: string | null;
  /** An answer to start from, where the value shows one. */
  readonly exampleText: string | null;
}

/** What kind of answer is wanted: to filter by. */
export type InterruptKind = 'approval' | 'form' | 'question';

/** A question that can't be answered by yes or no. */
const openQuestion = /^\s*(what|which|who|whom|whose|where|when|why|how)\b/i;
/** Words that ask for consent without a question mark. */
const consentPattern = /\b(approve|approval|confirm|allow|proceed|permission|go ahead|sign off)\b/i;
/** A longer text is read in full below, not as a heading. */
const longestTitle = 160;

const titleKeys = ['question', 'prompt', 'message', 'title', 'description', 'ask'];
const exampleKeys = ['answer_with', 'respond_with', 'reply_with', 'example_answer'];
const schemaKeys = ['response_schema', 'answer_schema', 'input_schema', 'json_schema', 'schema'];

/** Reads an interrupt's value. Every value can be answered with any JSON; this only finds the short ways. */
export function parseInterrupt({
  valueText,
  schemaText,
}: Pick<PendingInterrupt, 'valueText' | 'schemaText'>): ParsedInterrupt {
  const form = readActionRequests(valueText, schemaText ?? null);
  if (form) return actionQuestion(form);
  const schemaKey = schemaKeys.find((key) => isSchema(memberText(valueText, key)));
  const schema = schemaText ?? (schemaKey === undefined ? null : memberText(valueText, schemaKey));
  const rest = { form: null, schemaText: schema };

  const prose = parseString(valueText);
  if (prose !== null) {
    const quick = schema === null && asksForConsent(prose) ? yesAndNo(String) : [];
    const isShort = prose.length <= longestTitle && !prose.trim().includes('\n');
    const values = isShort ? [] : [{ label: null, text: valueText }];
    return { ...rest, title: isShort ? prose : null, values, quick, exampleText: null };
  }
  const titleKey = titleKeys.find((key) => (parseString(memberText(valueText, key)) ?? '') !== '');
  const title = titleKey === undefined ? null : parseString(memberText(valueText, titleKey));
  const hasHeading = title !== null && title.length <= longestTitle;
  const members = memberTexts(valueText);
  const options = schema === null ? optionsOf(valueText) : null;
  // What the card shows as its heading, as buttons or as a form need not be read twice.
  const elsewhere = [hasHeading ? titleKey : undefined, schemaKey, options?.key];
  const shown = members.filter(({ key }) => !elsewhere.includes(key));
  return {
    ...rest,
    title: hasHeading ? title : null,
    values:
      members.length === 0
        ? [{ label: null, text: valueText }]
        : shown.map(({ key, text }) => ({ label: key, text })),
    quick: options?.quick ?? (schema === null ? quickAnswers(title, valueText) : []),
    exampleText: exampleOf(valueText),
  };
}

export function interruptKind({ form, schemaText, quick }: ParsedInterrupt): InterruptKind {
  if (form) return 'approval';
  if (schemaText !== null) return 'form';
  return quick.length > 0 ? 'approval' : 'question';
}

/** What a question is in one line, for lists. */
export function interruptSummary({ title, values, form }: ParsedInterrupt): string {
  if (title !== null) return title;
  if (form) return form.requests.map(({ name }) => name).join(', ');
  const [first] = values;
  if (!first) return 'No value';
  const words = parseString(first.text) ?? first.text;
  const line = escapeInvisible(collapseSpaces(words.slice(0, 400)));
  return first.label === null ? line : `${first.label}: ${line}`;
}

/** One request is the question itself; several have their own headings. */
function actionQuestion(form: ActionRequestForm): ParsedInterrupt {
  const { requests } = form;
  const [first] = requests;
  const description = first?.description ?? null;
  const isHeading = description !== null && description.length <= longestTitle && !description.includes('\n');
  const title =
    requests.length > 1
      ? `${requests.length} actions need approval`
      : isHeading
        ? description
        : `${first?.name ?? 'An action'} needs approval`;
  return { title, values: [], quick: [], form, schemaText: null, exampleText: null };
}

function quickAnswers(title: string | null, valueText: string): QuickAnswer[] {
  const members = memberTexts(exampleOf(valueText) ?? '');
  const flag = members.find(({ text }) => text === 'true' || text === 'false');
  if (flag) {
    // The example's own words are an explanation, not an answer.
    const blank = (text: string): string => (text.startsWith('"') ? '""' : text);
    return yesAndNo((yes) =>
      formatJson(
        buildObjectText(members.map(({ key, text }) => [key, key === flag.key ? String(yes) : blank(text)])),
      ),
    );
  }
  return title !== null && asksForConsent(title) ? yesAndNo(String) : [];
}

function yesAndNo(answer: (yes: boolean) => string): QuickAnswer[] {
  return [
    { label: 'Approve', valueText: answer(true) },
    { label: 'Reject', valueText: answer(false) },
  ];
}

function asksForConsent(words: string): boolean {
  if (openQuestion.test(words)) return false;
  return words.trimEnd().endsWith('?') || consentPattern.test(words);
}

/** The example answer that some graphs put beside their question. */
function exampleOf(valueText: string): string | null {
  const key = exampleKeys.find((one) => memberText(valueText, one) !== null);
  return key === undefined ? null : formatJson(memberText(valueText, key) ?? 'null');
}

/** Offered choices, when they are few and short: `"options": ["yes", "no"]`. Their JSON is kept as it is. */
function optionsOf(valueText: string): { readonly key: string; readonly quick: QuickAnswer[] } | null {
  for (const key of ['options', 'choices', 'actions']) {
    const texts = elementTexts(memberText(valueText, key) ?? '');
    if (texts.length === 0 || texts.length > 5) continue;
    const offered = texts.map((text) => ({
      label: parseString(text) ?? text.trim(),
      valueText: text.trim(),
    }));
    const isShort = ({ label, valueText: text }: QuickAnswer): boolean =>
      label.length > 0 && label.length <= 24 && !/^[[{]/.test(text);
    if (offered.every(isShort) && new Set(offered.map(({ label }) => label)).size === offered.length) {
      return { key, quick: offered };
    }
  }
  return null;
}

/** Whether a member of the value is a JSON schema, and not just something of that name. */
function isSchema(text: string | null): boolean {
  if (text === null || !text.startsWith('{')) return false;
  return ['properties', 'enum', 'anyOf', 'oneOf', '$ref', 'items', 'const'].some(
    (key) => memberText(text, key) !== null,
  )
    ? true
    : parseString(memberText(text, 'type')) !== null && memberText(text, 'content') === null;
}
