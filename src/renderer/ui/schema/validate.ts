import { parseTree, sameJson, type JsonNode } from 'exact-json';
import { bestOption, unlimitedBudget } from './match-score.ts';
import { constraintProblem } from './constraints.ts';
import type { SchemaField } from './schema-field.ts';

export interface ValidationProblem {
  /** JSON Pointer: `/address/0/street`; empty for the value itself. */
  readonly path: string;
  readonly message: string;
  readonly from: number;
  readonly to: number;
}

const maxProblems = 50;
const deepest = 8;

// The schema violations of a value; empty if the text is not JSON. Absent members are allowed, because
// servers accept partial states. Messages are not validated: servers accept them in many forms. May run
// forever, so it must run in the worker of `.`. Throws `RangeError` if nested too
// deeply.
export function validateValue(schema: SchemaField | null, text: string): readonly ValidationProblem[] {
  if (schema === null) return [];
  const problems: ValidationProblem[] = [];
  try {
    gather(schema, parseTree(text), text, '', 0, problems);
  } catch (error) {
    // Too deep for the stack, so nothing is known.
    if (error instanceof RangeError) throw error;
    return [];
  }
  return problems.slice(0, maxProblems);
}

// The problems in one sentence; `null` if there are none.
export function problemsText(problems: readonly ValidationProblem[]): string | null {
  const [first] = problems;
  if (!first) return null;
  const name = first.path.slice(1).replaceAll('/', '.');
  const more = problems.length > 1 ? ` And ${problems.length - 1} more.` : '';
  return `${name === '' ? '' : `${name}: `}${first.message}${more}`;
}

function gather(
  field: SchemaField,
  node: JsonNode,
  text: string,
  path: string,
  depth: number,
  problems: ValidationProblem[],
): void {
  if (depth > deepest || problems.length >= maxProblems || field.messages === true) return;
  const valueText = text.slice(node.start, node.end);
  const wrong = ownProblem(field, node, valueText, text);
  if (wrong !== null) {
    problems.push({ path, message: wrong, from: node.start, to: node.end });
    return;
  }
  if (field.kind === 'choice') {
    const option = bestOption(field.options, node, text, unlimitedBudget);
    if (option && node.type !== 'null') gather(option.field, node, text, path, depth + 1, problems);
  } else if (field.kind === 'object' && node.type === 'object') {
    for (const { key, value } of node.members) {
      const member = field.members.find((one) => one.key === key)?.field() ?? field.others?.();
      if (member) gather(member, value, text, `${path}/${key}`, depth + 1, problems);
    }
  } else if (field.kind === 'array' && node.type === 'array') {
    for (const [index, item] of node.items.entries()) {
      if (problems.length >= maxProblems) return;
      gather((field.first[index] ?? field.item)(), item, text, `${path}/${index}`, depth + 1, problems);
    }
  }
}

function ownProblem(field: SchemaField, node: JsonNode, valueText: string, text: string): string | null {
  if (field.kind === 'any') return field.limits ? constraintProblem(field.limits, valueText) : null;
  if (node.type === 'null')
    return field.nullable || field.kind === 'null' ? null : `${checks[field.kind]}, not null.`;
  if (field.kind === 'choice') {
    return bestOption(field.options, node, text, unlimitedBudget) === null
      ? 'Must match one of the allowed types.'
      : null;
  }
  if (field.kind === 'enum') {
    return field.texts.some((one) => sameJson(one, valueText)) ? null : `${checks.enum}.`;
  }
  if (field.kind !== node.type) return `${checks[field.kind]}.`;
  if (field.kind === 'number' && field.integer && !Number.isInteger(Number(valueText))) {
    return 'Must be an integer.';
  }
  return field.limits ? constraintProblem(field.limits, valueText) : null;
}

const checks = {
  object: 'Must be an object',
  array: 'Must be an array',
  string: 'Must be a string',
  number: 'Must be a number',
  boolean: 'Must be true or false',
  enum: 'Must be one of the allowed values',
  choice: 'Must match one of the allowed types',
  null: 'Must be null',
} as const;
