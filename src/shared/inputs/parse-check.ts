import type { JsonNode } from 'exact-json';
import { ExpressionError } from '../expression/expression.ts';
import { parseExpression } from '../expression/parse-expression.ts';
import { checkKinds, type Check, type CheckKind, type RunEnding } from './check.ts';
import { ObjectReader } from './input-reader.ts';

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
};
const endings: readonly RunEnding[] = ['finished', 'waiting', 'failed'];

const maxNodes = 1000;

/** Parses one check of a file. Throws `JsonSyntaxError` with its position. */
export function parseCheck(text: string, node: JsonNode): Check {
  const all = ['kind', ...new Set(Object.values(members).flat())];
  const kindText = new ObjectReader(text, node, 'A check', all).requiredString('kind');
  const kind = checkKinds.find((one) => one === kindText);
  if (kind === undefined) {
    const first = new ObjectReader(text, node, 'A check', all);
    throw first.fail(`There is no check "${kindText}". Use one of ${checkKinds.join(', ')}`, 'kind');
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
  }
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
