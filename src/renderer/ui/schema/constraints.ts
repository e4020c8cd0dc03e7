import { Validator, type Schema } from '@cfworker/json-schema';
import { JsonText } from '../../../exact-json/numbers/json-text.ts';

/** What a schema asks of one value beside its kind: its own keywords with plain values, and nothing of what is in it. */
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

/** The limits in a schema; `undefined` where it has none. */
export function constraintsOf(schema: Readonly<Record<string, unknown>>): Constraints | undefined {
  const limits: Record<string, number | string | true> = {};
  for (const name of numbers) {
    const value = numberOf(schema[name]);
    if (value !== null) limits[name] = value;
  }
  // In old drafts these say that the limit beside them is none of the allowed values.
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

/**
 * What a value of the right kind does against its limits, in a sentence; `null` for nothing. The library walks the
 * schema; it makes no code, which the window's content policy forbids. A pattern that is none says nothing. May take for
 * ever (patterns, long lists without duplicates), so it runs in the worker of `../schema-check` only (row U-12).
 */
export function constraintProblem(limits: Constraints, valueText: string): string | null {
  const value: unknown = JSON.parse(valueText);
  const schema: Schema = limits;
  try {
    const { errors } = new Validator(schema, '2019-09', false).validate(value);
    const [broken] = errors.flatMap(({ keyword }) => wordsOf(keyword, limits) ?? []);
    return broken === undefined ? null : `Must ${broken}.`;
  } catch {
    return null;
  }
}

/** All limits, for the one who fills in the field; `null` for a value without any that are worth a word. */
export function constraintLabel({ format: _kind, ...limits }: Constraints): string | null {
  const words = Object.entries(limits)
    // What every whole number of JavaScript keeps to is said by libraries, and tells nobody anything.
    .filter(([, limit]) => typeof limit !== 'number' || Math.abs(limit) < Number.MAX_SAFE_INTEGER)
    .flatMap(([keyword]) => wordsOf(keyword, limits) ?? []);
  return words.length === 0 ? null : `Must ${joinRules([...new Set(words)])}.`;
}

/** One sentence for all rules; a verb that the next rule repeats is left out: `be at least 1 and at most 5`. */
function joinRules(rules: readonly string[]): string {
  return rules
    .map((rule, at) => {
      const verb = rule.slice(0, rule.indexOf(' ') + 1);
      return at > 0 && rules[at - 1]?.startsWith(verb) ? rule.slice(verb.length) : rule;
    })
    .join(' and ');
}

function wordsOf(keyword: string, limits: Constraints): string | null {
  const { [keyword]: limit } = limits;
  const other = keyword.startsWith('min') ? keyword.replace('min', 'max') : keyword.replace('max', 'min');
  const most = keyword.startsWith('min') ? 'at least' : 'at most';
  const count = (noun: string): string =>
    `have ${limits[other] === limit && other !== keyword ? 'exactly' : most} ${String(limit)} ${noun}${limit === 1 ? '' : 's'}`;
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
