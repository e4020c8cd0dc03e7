import { Validator, type Schema } from '@cfworker/json-schema';
import { JsonText } from 'exact-json';

// The constraints of one value besides its type: its own keywords with plain values, without nested schemas.
export type Constraints = Readonly<Record<string, number | string | true>>;

const numbers = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
];

// `undefined` if the schema has none.
export function constraintsOf(schema: Readonly<Record<string, unknown>>): Constraints | undefined {
  const limits: Record<string, number | string | true> = {};
  for (const name of numbers) {
    const value = numberOf(schema[name]);
    if (value !== null) limits[name] = value;
  }
  // In old drafts, these make the limit next to them exclusive.
  for (const [name, plain] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const { [plain]: value } = limits;
    if (schema[name] !== true || value === undefined) continue;
    limits[name] = value;
    delete limits[plain];
  }
  if (schema['uniqueItems'] === true) limits['uniqueItems'] = true;
  for (const name of ['pattern', 'format']) {
    const value = schema[name];
    if (typeof value === 'string' && value !== '') limits[name] = value;
  }
  return Object.keys(limits).length === 0 ? undefined : limits;
}

function numberOf(value: unknown): number | null {
  const number = value instanceof JsonText ? Number(value.text) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

// The violated constraints of a value, in a sentence; `null` if there are none. The library interprets the
// schema, because the content policy forbids generated code. An invalid pattern is ignored. May run forever
// (patterns, long lists without duplicates), so it must run in the worker of `.`.
export function constraintProblem(limits: Constraints, valueText: string): string | null {
  const value: unknown = JSON.parse(valueText);
  const schema: Schema = limits;
  try {
    const { errors } = new Validator(schema, '2019-09', false).validate(value);
    const [broken] = errors.flatMap(({ keyword }) => ruleOf(keyword, limits) ?? []);
    return broken === undefined ? null : `Must ${broken}.`;
  } catch {
    return null;
  }
}

// All constraints as a hint; `null` if there are none worth mentioning.
export function constraintLabel({ format: _kind, ...limits }: Constraints): string | null {
  const rules = Object.entries(limits)
    // Libraries add the range of safe integers, which is no help to the user.
    .filter(([, limit]) => typeof limit !== 'number' || Math.abs(limit) < Number.MAX_SAFE_INTEGER)
    .flatMap(([keyword]) => ruleOf(keyword, limits) ?? []);
  return rules.length === 0 ? null : `Must ${joinRules([...new Set(rules)])}.`;
}

// Joins the rules into one sentence and omits repeated verbs: `be at least 1 and at most 5`.
function joinRules(rules: readonly string[]): string {
  return rules
    .map((rule, index) => {
      const verb = rule.slice(0, rule.indexOf(' ') + 1);
      return index > 0 && rules[index - 1]?.startsWith(verb) ? rule.slice(verb.length) : rule;
    })
    .join(' and ');
}

function ruleOf(keyword: string, limits: Constraints): string | null {
  const { [keyword]: limit } = limits;
  const other = keyword.startsWith('min') ? keyword.replace('min', 'max') : keyword.replace('max', 'min');
  const bound = keyword.startsWith('min') ? 'at least' : 'at most';
  const count = (noun: string): string =>
    `have ${limits[other] === limit && other !== keyword ? 'exactly' : bound} ${String(limit)} ${noun}${limit === 1 ? '' : 's'}`;
  switch (keyword) {
    case 'minimum':
      return `be at least ${String(limit)}`;
    case 'maximum':
      return `be at most ${String(limit)}`;
    case 'exclusiveMinimum':
      return `be more than ${String(limit)}`;
    case 'exclusiveMaximum':
      return `be less than ${String(limit)}`;
    case 'multipleOf':
      return `be a multiple of ${String(limit)}`;
    case 'minLength':
    case 'maxLength':
      return count('character');
    case 'minItems':
    case 'maxItems':
      return count('item');
    case 'minProperties':
    case 'maxProperties':
      return count('field');
    case 'uniqueItems':
      return 'have unique items';
    case 'pattern':
      return `match ${String(limit)}`;
    case 'format':
      return `be a ${String(limit)}`;
    default:
      return null;
  }
}
