import { elementTexts, formatJson, memberText, memberTexts } from 'exact-json';
import { collapseSpaces, escapeInvisible } from '../../shared/escape-invisible.ts';
import type { PendingInterrupt } from '../../shared/model/thread.ts';
import { readActionRequests, type ActionRequestForm } from './action-requests.ts';
import { buildObjectText, parseString } from './json-format.ts';

export interface QuickAnswer {
  readonly label: string;
  readonly valueText: string;
}

export interface ValuePart {
  readonly label: string | null;
  readonly text: string;
}

export interface ParsedInterrupt {
  readonly title: string | null;
  readonly values: readonly ValuePart[];
  readonly quick: readonly QuickAnswer[];
  readonly form: ActionRequestForm | null;
  readonly schemaText: string | null;
  readonly exampleText: string | null;
}

export type InterruptKind = 'approval' | 'form' | 'question';

// A question that can't be answered by yes or no.
const openQuestion = /^\s*(what|which|who|whom|whose|where|when|why|how)\b/i;
// Phrases that ask for consent without a question mark.
const consentPattern = /\b(approve|approval|confirm|allow|proceed|permission|go ahead|sign off)\b/i;
// A longer text is shown in full below instead of as a heading.
const maxTitleLength = 160;

const titleKeys = ['question', 'prompt', 'message', 'title', 'description', 'ask'];
const exampleKeys = ['answer_with', 'respond_with', 'reply_with', 'example_answer'];
const schemaKeys = ['response_schema', 'answer_schema', 'input_schema', 'json_schema', 'schema'];

/** Parses an interrupt's value. Every value can be answered with any JSON; this only finds shortcuts. */
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
    const isShort = prose.length <= maxTitleLength && !prose.trim().includes('\n');
    const values = isShort ? [] : [{ label: null, text: valueText }];
    return { ...rest, title: isShort ? prose : null, values, quick, exampleText: null };
  }
  const titleKey = titleKeys.find((key) => (parseString(memberText(valueText, key)) ?? '') !== '');
  const title = titleKey === undefined ? null : parseString(memberText(valueText, titleKey));
  const hasHeading = title !== null && title.length <= maxTitleLength;
  const members = memberTexts(valueText);
  const options = schema === null ? optionsOf(valueText) : null;
  // What is shown as heading, buttons or form is not repeated.
  const elsewhere = [hasHeading ? titleKey : undefined, schemaKey, options?.key];
  const remainingMembers = members.filter(({ key }) => !elsewhere.includes(key));
  return {
    ...rest,
    title: hasHeading ? title : null,
    values:
      members.length === 0
        ? [{ label: null, text: valueText }]
        : remainingMembers.map(({ key, text }) => ({ label: key, text })),
    quick: options?.quick ?? (schema === null ? quickAnswers(title, valueText) : []),
    exampleText: exampleOf(valueText),
  };
}

export function interruptKind({ form, schemaText, quick }: ParsedInterrupt): InterruptKind {
  if (form) return 'approval';
  if (schemaText !== null) return 'form';
  return quick.length > 0 ? 'approval' : 'question';
}

/** A question in one line, for lists. */
export function interruptSummary({ title, values, form }: ParsedInterrupt): string {
  if (title !== null) return title;
  if (form) return form.requests.map(({ name }) => name).join(', ');
  const [first] = values;
  if (!first) return 'No value';
  const message = parseString(first.text) ?? first.text;
  const line = escapeInvisible(collapseSpaces(message.slice(0, 400)));
  return first.label === null ? line : `${first.label}: ${line}`;
}

// A single request is the question itself; several have their own headings.
function actionQuestion(form: ActionRequestForm): ParsedInterrupt {
  const { requests } = form;
  const [first] = requests;
  const description = first?.description ?? null;
  const isHeading =
    description !== null && description.length <= maxTitleLength && !description.includes('\n');
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
    // Strings in the example explain the answer; they are not answers.
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

function asksForConsent(title: string): boolean {
  if (openQuestion.test(title)) return false;
  return title.trimEnd().endsWith('?') || consentPattern.test(title);
}

// The example answer that some graphs put next to their question.
function exampleOf(valueText: string): string | null {
  const key = exampleKeys.find((one) => memberText(valueText, one) !== null);
  return key === undefined ? null : formatJson(memberText(valueText, key) ?? 'null');
}

// Options, if they are few and short: `"options": ["yes", "no"]`. Their JSON is not changed.
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

// Whether a member of the value is a JSON schema, and not just named like one.
function isSchema(text: string | null): boolean {
  if (text === null || !text.startsWith('{')) return false;
  return ['properties', 'enum', 'anyOf', 'oneOf', '$ref', 'items', 'const'].some(
    (key) => memberText(text, key) !== null,
  )
    ? true
    : parseString(memberText(text, 'type')) !== null && memberText(text, 'content') === null;
}
