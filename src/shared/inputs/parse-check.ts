import type { JsonNode } from 'exact-json';
import { ExpressionError } from '../expression/expression.ts';
import { parseExpression } from '../expression/parse-expression.ts';
import { CheckKeyName } from '../model/check-key.ts';
import {
  checkKinds,
  type Check,
  type CheckHeader,
  type CheckKind,
  type JudgeInput,
  type CheckedEnding,
} from './check.ts';
import { ObjectReader } from './input-reader.ts';

const scored = ['name', 'of', 'reference', 'atLeast', 'timeout'] as const;
const members: Readonly<Record<CheckKind, readonly string[]>> = {
  status: ['is'],
  equals: ['of', 'value'],
  contains: ['of', 'value'],
  recorded: ['of', 'value'],
  schema: ['of', 'schema'],
  expression: ['expression'],
  tokens: ['below'],
  time: ['below'],
  cost: ['below'],
  path: ['nodes', 'exactly'],
  command: [...scored, 'command'],
  http: [...scored, 'url', 'headers'],
  judge: [...scored, 'server', 'assistant', 'send', 'score', 'reason'],
};
const endings: readonly CheckedEnding[] = ['finished', 'waiting', 'failed'];

const maxNodes = 1000;
const maxHeaders = 20;
const headerPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;
const maxArguments = 100;
const maxNameLength = 80;
/** Seconds that a score may take at most. */
export const maxScoreSeconds = 600;
const judgeInputs: readonly JudgeInput[] = ['members', 'message'];

/** Parses one check of a file. Throws `JsonSyntaxError` with its position. */
export function parseCheck(text: string, node: JsonNode): Check {
  const all = ['kind', ...new Set(Object.values(members).flat())];
  const kindText = new ObjectReader(text, node, 'A check', all).requiredString('kind');
  const kind = checkKinds.find((one) => one === kindText);
  if (kind === undefined) {
    const first = new ObjectReader(text, node, 'A check', all);
    throw first.fail(`Unknown check "${kindText}". Use one of ${checkKinds.join(', ')}`, 'kind');
  }
  const reader = new ObjectReader(text, node, `A check "${kind}"`, ['kind', ...members[kind]]);
  switch (kind) {
    case 'status': {
      const is = endings.find((one) => one === reader.requiredString('is'));
      if (is === undefined) throw reader.fail(`"is" must be one of ${endings.join(', ')}`, 'is');
      return { kind, is };
    }
    case 'equals':
    case 'contains':
    case 'recorded': {
      const valueText = reader.json('value');
      if (valueText === null) throw reader.fail(`A check "${kind}" has no "value"`);
      return { kind, of: expressionOf(reader, 'of'), valueText };
    }
    case 'schema': {
      const schemaText = reader.json('schema');
      const type = reader.node('schema')?.type;
      if (schemaText === null || (type !== 'object' && type !== 'boolean')) {
        throw reader.fail('"schema" must be a JSON Schema', 'schema');
      }
      return { kind, of: expressionOf(reader, 'of'), schemaText };
    }
    case 'expression': {
      const expression = expressionOf(reader, 'expression');
      if (expression === null) throw reader.fail('A check "expression" has no "expression"');
      return { kind, expression };
    }
    case 'tokens':
    case 'time':
      return { kind, below: Number(reader.positiveNumber('below')) };
    case 'cost': {
      const below = reader.positiveNumber('below');
      if (!/^\d{1,9}(?:\.\d{1,9})?$/.test(below)) {
        throw reader.fail('"below" must be an amount such as 0.05', 'below');
      }
      return { kind, below };
    }
    case 'path': {
      const nodes = reader.strings('nodes');
      if (nodes.length === 0 || nodes.length > maxNodes) {
        throw reader.fail(`"nodes" must have 1 to ${maxNodes} names`, 'nodes');
      }
      const exactly = reader.node('exactly');
      if (exactly !== null && exactly.type !== 'boolean') {
        throw reader.fail('"exactly" must be true or false', 'exactly');
      }
      return { kind, nodes, exactly: reader.json('exactly') === 'true' };
    }
    case 'command': {
      const command = reader.strings('command');
      if (command.length === 0 || command.length > maxArguments || command[0]?.trim() === '') {
        throw reader.fail(
          `"command" must be a program and its arguments, at most ${maxArguments} strings`,
          'command',
        );
      }
      if (command.some((argument) => argument.includes('\0')))
        throw reader.fail('"command" has a NUL character', 'command');
      return { kind, ...scoredOf(reader), command };
    }
    case 'http': {
      const url = reader.requiredString('url');
      if (!isHttpAddress(url)) {
        throw reader.fail(
          '"url" must start with http:// or https:// and have no user name or password',
          'url',
        );
      }
      return { kind, ...scoredOf(reader), url, headers: headersOf(text, reader) };
    }
    case 'judge': {
      const sendText = reader.string('send') ?? 'members';
      const send = judgeInputs.find((one) => one === sendText);
      if (send === undefined) throw reader.fail(`"send" must be one of ${judgeInputs.join(', ')}`, 'send');
      const assistant = reader.requiredString('assistant');
      if (assistant.trim() === '') throw reader.fail('The assistant is empty', 'assistant');
      return {
        kind,
        ...scoredOf(reader),
        server: reader.string('server'),
        assistant,
        send,
        score: expressionOf(reader, 'score'),
        reason: expressionOf(reader, 'reason'),
      };
    }
  }
}

function scoredOf(reader: ObjectReader) {
  const name = reader.string('name');
  if (name !== null && (name.trim() === '' || name.length > maxNameLength)) {
    throw reader.fail(`"name" must have 1 to ${maxNameLength} characters`, 'name');
  }
  const seconds = reader.node('timeout') === null ? null : Number(reader.positiveNumber('timeout'));
  if (seconds !== null && seconds > maxScoreSeconds) {
    throw reader.fail(`"timeout" must be at most ${maxScoreSeconds} seconds`, 'timeout');
  }
  return {
    name,
    of: expressionOf(reader, 'of'),
    referenceText: reader.json('reference'),
    atLeast: reader.number('atLeast'),
    seconds,
  };
}

function headersOf(text: string, reader: ObjectReader): readonly CheckHeader[] {
  const node = reader.node('headers');
  if (node === null) return [];
  if (node.type !== 'object' || node.members.length > maxHeaders)
    throw reader.fail(`"headers" must be an object with at most ${maxHeaders} members`, 'headers');
  const names = node.members.map(({ key }) => key);
  const headers = new ObjectReader(text, node, '"headers"', names);
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    throw reader.fail('There is a header twice', 'headers');
  return names.map((header) => {
    if (!headerPattern.test(header))
      throw headers.fail(`This is no name of a header: ${JSON.stringify(header)}`, header);
    const key = headers.requiredString(header);
    // A value that was put here by mistake is not repeated.
    if (!CheckKeyName.safeParse(key).success)
      throw headers.fail(
        `The value of header ${header} must be the name of a key, of letters, digits, ".", "_" and "-"`,
        header,
      );
    return { header, key };
  });
}

function isHttpAddress(typed: string): boolean {
  const url = URL.canParse(typed) ? new URL(typed) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

function expressionOf(reader: ObjectReader, key: string): string | null {
  const expression = reader.string(key);
  if (expression === null) return null;
  try {
    parseExpression(expression);
    return expression;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw reader.fail(`"${key}": ${error.message.replace(/\.$/, '')}`, key);
  }
}
