import { formatJson } from '../../exact-json/format.ts';
import { memberText, memberTexts } from '../../exact-json/members.ts';

/** Answers that a question offers as buttons. Texts are JSON. */
export interface QuickAnswer {
  readonly label: string;
  readonly valueText: string;
}

/** One member of the value, or all of it: text to read as text, everything else as JSON. */
export interface QuestionPart {
  readonly label: string | null;
  readonly text: string;
  readonly isJson: boolean;
}

/** What an interrupt's value is to a person. */
export interface Question {
  /** The question in words, where the value has one. */
  readonly title: string | null;
  /** What else the value holds, part by part. */
  readonly parts: readonly QuestionPart[];
  readonly quick: readonly QuickAnswer[];
  /** What the answer starts as. */
  readonly startText: string;
}

/** A question that can't be answered by yes or no. */
const openQuestion = /^\s*(what|which|who|whom|whose|where|when|why|how)\b/i;
/** Words that ask for consent without a question mark. */
const consentWords = /\b(approve|approval|confirm|allow|proceed|permission|go ahead|sign off)\b/i;

const titleKeys = ['question', 'prompt', 'message', 'title', 'description', 'ask'];

/** Reads an interrupt's value. Every value can be answered with any JSON; this only finds the short ways. */
export function readQuestion(valueText: string): Question {
  const inbox = inboxQuestion(valueText);
  if (inbox) return inbox;
  const prose = stringOf(valueText);
  if (prose !== null) {
    const quick = asksForConsent(prose) ? yesAndNo(String) : [];
    return { title: null, parts: [partOf(null, valueText)], quick, startText: quick[0]?.valueText ?? '""' };
  }
  const titleKey = titleKeys.find((key) => stringOf(memberText(valueText, key) ?? '') !== null);
  const title = titleKey === undefined ? null : stringOf(memberText(valueText, titleKey) ?? '');
  const members = memberTexts(valueText);
  const rest = members.filter(({ key }) => key !== titleKey);
  const quick = quickAnswers(title, valueText);
  return {
    title,
    parts: members.length === 0 ? [partOf(null, valueText)] : rest.map(({ key, text }) => partOf(key, text)),
    quick,
    startText: quick[0]?.valueText ?? exampleOf(valueText) ?? '""',
  };
}

function partOf(label: string | null, text: string): QuestionPart {
  const prose = stringOf(text);
  return prose === null
    ? { label, text: formatJson(text), isJson: true }
    : { label, text: prose, isJson: false };
}

function quickAnswers(title: string | null, valueText: string): QuickAnswer[] {
  const options = optionsOf(valueText);
  if (options.length > 0) return options;
  const members = memberTexts(exampleOf(valueText) ?? '');
  const asked = members.find(({ text }) => isBoolean(text));
  if (asked) {
    // The example's own words are an explanation, not an answer.
    const blank = (text: string): string => (text.startsWith('"') ? '""' : text);
    return yesAndNo((yes) =>
      formatJson(
        objectText(
          members.map(({ key, text }) => ({ key, text: key === asked.key ? String(yes) : blank(text) })),
        ),
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
  return words.trimEnd().endsWith('?') || consentWords.test(words);
}

/** The example answer that some graphs put beside their question. */
function exampleOf(valueText: string): string | null {
  for (const key of ['answer_with', 'respond_with', 'reply_with', 'example_answer']) {
    const example = memberText(valueText, key);
    if (example !== null) return formatJson(example);
  }
  return null;
}

function isBoolean(text: string): boolean {
  return text === 'true' || text === 'false';
}

/** Offered choices: `"options": ["yes", "no"]`, when they are short words. */
function optionsOf(valueText: string): QuickAnswer[] {
  for (const key of ['options', 'choices', 'actions']) {
    const parsed: unknown = tryParse(memberText(valueText, key) ?? '');
    if (!Array.isArray(parsed) || parsed.length === 0 || parsed.length > 5) continue;
    if (parsed.every((one): one is string => typeof one === 'string' && one.length <= 24)) {
      return parsed.map((word) => ({ label: word, valueText: JSON.stringify(word) }));
    }
  }
  return [];
}

/**
 * The agent-inbox form: one request, or a list with one, with `action_request {action, args}`, `config {allow_accept,
 * allow_ignore, ...}` and `description`. It is answered with a list of one `{type, args}`.
 */
function inboxQuestion(valueText: string): Question | null {
  const value: unknown = tryParse(valueText);
  const isList = Array.isArray(value);
  const request: unknown = isList ? value[0] : value;
  if (!isRecord(request) || !isRecord(request['action_request'])) return null;
  const action = request['action_request'];
  const config = isRecord(request['config']) ? request['config'] : {};
  const answer = (type: string, args: unknown): string => {
    const one = JSON.stringify({ type, args });
    return isList ? `[${one}]` : one;
  };
  const quick: QuickAnswer[] = [];
  if (config['allow_accept'] !== false) quick.push({ label: 'Approve', valueText: answer('accept', null) });
  if (config['allow_ignore'] === true) quick.push({ label: 'Ignore', valueText: answer('ignore', null) });
  if (config['allow_respond'] === true) {
    quick.push({ label: 'Respond', valueText: answer('response', 'No, because ...') });
  }
  if (config['allow_edit'] === true) quick.push({ label: 'Edit', valueText: answer('edit', action) });
  const { description } = request;
  const name = typeof action['action'] === 'string' ? action['action'] : 'An action';
  return {
    title: typeof description === 'string' ? description : `${name} asks for approval`,
    parts: Object.entries(action).map(([key, member]) => partOf(key, JSON.stringify(member))),
    quick,
    startText: quick[0]?.valueText ?? answer('accept', null),
  };
}

function objectText(members: readonly { readonly key: string; readonly text: string }[]): string {
  return `{${members.map(({ key, text }) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}

function stringOf(text: string): string | null {
  const value: unknown = text.startsWith('"') ? tryParse(text) : undefined;
  return typeof value === 'string' ? value : null;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
