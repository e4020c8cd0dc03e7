import { JsonSyntaxError, parseTree } from 'exact-json';
import type { Check, CheckKind, JudgeInput, CheckedEnding, ScoredCheck } from '../../shared/inputs/check.ts';
import { checkText } from '../../shared/inputs/format-input.ts';
import { parseCheck } from '../../shared/inputs/parse-check.ts';

export interface CheckFields {
  readonly kind: CheckKind;
  readonly is: CheckedEnding;
  readonly of: string;
  readonly value: string;
  readonly schema: string;
  readonly expression: string;
  readonly below: string;
  // Separated by commas.
  readonly nodes: string;
  readonly exactly: boolean;
  readonly name: string;
  // One argument per line.
  readonly command: string;
  readonly url: string;
  // One per line: a header, and the name of the key that is its value.
  readonly headers: string;
  readonly server: string;
  readonly assistant: string;
  readonly send: JudgeInput;
  readonly score: string;
  readonly reason: string;
  readonly reference: string;
  readonly atLeast: string;
  readonly seconds: string;
}

export function emptyFields(kind: CheckKind): CheckFields {
  return {
    kind,
    is: 'finished',
    of: '',
    value: '',
    schema: '{ "type": "string" }',
    expression: '',
    below: '',
    nodes: '',
    exactly: false,
    name: '',
    command: '',
    url: '',
    headers: '',
    server: '',
    assistant: '',
    send: 'members',
    score: '',
    reason: '',
    reference: '',
    atLeast: '',
    seconds: '',
  };
}

export function fieldsOf(check: Check): CheckFields {
  const fields = emptyFields(check.kind);
  switch (check.kind) {
    case 'status':
      return { ...fields, is: check.is };
    case 'equals':
    case 'contains':
    case 'recorded':
      return { ...fields, of: check.of ?? '', value: check.valueText };
    case 'schema':
      return { ...fields, of: check.of ?? '', schema: check.schemaText };
    case 'expression':
      return { ...fields, expression: check.expression };
    case 'tokens':
    case 'time':
    case 'cost':
      return { ...fields, below: String(check.below) };
    case 'path':
      return { ...fields, nodes: check.nodes.join(', '), exactly: check.exactly };
    case 'command':
      return { ...fields, ...scoredFields(check), command: check.command.join('\n') };
    case 'http':
      return {
        ...fields,
        ...scoredFields(check),
        url: check.url,
        headers: check.headers.map(({ header, key }) => `${header}: ${key}`).join('\n'),
      };
    case 'judge':
      return {
        ...fields,
        ...scoredFields(check),
        server: check.server ?? '',
        assistant: check.assistant,
        send: check.send,
        score: check.score ?? '',
        reason: check.reason ?? '',
      };
  }
}

function scoredFields({ name, of, referenceText, atLeast, seconds }: ScoredCheck) {
  return {
    name: name ?? '',
    of: of ?? '',
    reference: referenceText ?? '',
    atLeast: atLeast === null ? '' : String(atLeast),
    seconds: seconds === null ? '' : String(seconds),
  };
}

// The check of a form, read as a file's would be; or why it is none.
export function checkOf(
  fields: CheckFields,
): { readonly check: Check; readonly problem: null } | { readonly check: null; readonly problem: string } {
  try {
    const text = checkText(typedCheck(fields));
    return { check: parseCheck(text, parseTree(text)), problem: null };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const message = error.message.replace(/ at line \d+, column \d+$/, '').replace(/^"\w+":? /, '');
    return {
      check: null,
      problem: `${message.charAt(0).toUpperCase()}${message.slice(1)}.`.replace('..', '.'),
    };
  }
}

function typedCheck(fields: CheckFields): Check {
  const { kind } = fields;
  const of = fields.of.trim() === '' ? null : fields.of.trim();
  switch (kind) {
    case 'status':
      return { kind, is: fields.is };
    case 'equals':
    case 'contains':
    case 'recorded':
      return { kind, of, valueText: jsonOf(fields.value, 'The value') };
    case 'schema':
      return { kind, of, schemaText: jsonOf(fields.schema, 'The schema') };
    case 'expression':
      return { kind, expression: fields.expression.trim() };
    case 'tokens':
    case 'time':
      return { kind, below: Number(fields.below.trim() === '' ? NaN : fields.below) || 0 };
    case 'cost':
      return { kind, below: /^\d+(\.\d+)?$/.test(fields.below.trim()) ? fields.below.trim() : '0' };
    case 'path':
      return {
        kind,
        nodes: fields.nodes
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== ''),
        exactly: fields.exactly,
      };
    case 'command':
      return {
        kind,
        ...typedScore(fields, of),
        command: fields.command.split('\n').filter((line) => line !== ''),
      };
    case 'http':
      return {
        kind,
        ...typedScore(fields, of),
        url: fields.url.trim(),
        headers: fields.headers
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line) => {
            const [header = '', ...rest] = line.split(':');
            return { header: header.trim(), key: rest.join(':').trim() };
          }),
      };
    case 'judge':
      return {
        kind,
        ...typedScore(fields, of),
        server: textOrNull(fields.server),
        assistant: fields.assistant.trim(),
        send: fields.send,
        score: textOrNull(fields.score),
        reason: textOrNull(fields.reason),
      };
  }
}

function typedScore({ name, reference, atLeast, seconds }: CheckFields, of: string | null) {
  return {
    name: textOrNull(name),
    of,
    referenceText: reference.trim() === '' ? null : jsonOf(reference, 'The reference'),
    atLeast: numberOrNull(atLeast, 'The lowest score that passes'),
    seconds: numberOrNull(seconds, 'The time limit'),
  };
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

function numberOrNull(text: string, what: string): number | null {
  if (text.trim() === '') return null;
  if (!Number.isFinite(Number(text))) throw new JsonSyntaxError(`${what} is not a number`, text, 0);
  return Number(text);
}

// Checked alone, so that what is typed can't close the object around it.
function jsonOf(text: string, what: string): string {
  if (text.trim() === '') throw new JsonSyntaxError(`${what} is empty`, text, 0);
  try {
    parseTree(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new JsonSyntaxError(`${what} is not JSON: put text in double quotes`, text, error.offset);
  }
  return text.trim();
}
