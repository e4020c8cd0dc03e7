import { Validator, type Schema } from '@cfworker/json-schema';
import { parseExact, stringifyExact } from 'exact-json';
import { costOf, costText } from '../../shared/cost.ts';
import { evaluateExpression, isTruthy } from '../../shared/expression/evaluate-expression.ts';
import { ExpressionError } from '../../shared/expression/expression.ts';
import { parseExpression } from '../../shared/expression/parse-expression.ts';
import { readStateText } from '../../shared/expression/state-reader.ts';
import { isPlain, sameValue, type Meter } from '../../shared/expression/values.ts';
import {
  describeCheck,
  isScored,
  type Check,
  type CheckedEnding,
  type ScoredCheck,
} from '../../shared/inputs/check.ts';
import type { CheckOutcome, CheckResult } from '../../shared/model/experiment.ts';
import type { PriceTable } from '../../shared/model/price.ts';
import { totalTokens } from '../../shared/token-counter.ts';
import { comparableValue } from '../common/comparable-text.ts';
import type { ExperimentRunFacts } from './run-facts.ts';
import { TimeLimitError, withTimeLimit } from './time-limit.ts';
import { truncate } from '../../shared/truncate.ts';

// - `valuesText`: The values of its thread, JSON; `null` if they could not be read.
// - `facts` is `null` if no check needs them, or they could not be read.
export interface CheckedRun {
  readonly ending: CheckedEnding | null;
  readonly valuesText: string | null;
  readonly facts: ExperimentRunFacts | null;
  readonly prices: PriceTable;
  // The requested scores; a check without an entry is unknown.
  readonly scores: ReadonlyMap<ScoredCheck, CheckResult>;
}

// What one comparison may cost, in values and characters; a schema, in milliseconds.
const maxWork = 2_000_000;
const schemaMs = 200;
// UTF-16 units of a reason.
const maxReasonLength = 200;

type Finding = readonly [CheckOutcome, string];

/**
 * Evaluates the checks (assertions) of an input on the result of its run: passed, failed or unknown, with a reason.
 * Bounded in time, whatever the state, schema or expression; nothing is run as code.
 */
export function evaluateChecks(checks: readonly Check[], run: CheckedRun): CheckResult[] {
  return checks.map((check) => {
    const scored = isScored(check) ? run.scores.get(check) : undefined;
    if (scored) return scored;
    const [outcome, reason] = findingOf(check, run);
    return { label: describeCheck(check), outcome, reason: truncate(reason, maxReasonLength), score: null };
  });
}

// The outcome of a row. A failed run passes only if a check wants it to.
export function outcomeOf(
  checks: readonly Check[],
  results: readonly CheckResult[],
  ending: CheckedEnding | null,
): CheckOutcome {
  const isJudged = checks.some(({ kind }) => kind === 'status');
  const all: CheckOutcome[] = results.map(({ outcome }) => outcome);
  if (!isJudged) all.push(ending === null ? 'unknown' : ending === 'failed' ? 'failed' : 'passed');
  return all.includes('failed') ? 'failed' : all.includes('unknown') ? 'unknown' : 'passed';
}

function findingOf(check: Check, run: CheckedRun): Finding {
  try {
    switch (check.kind) {
      case 'status':
        if (run.ending === null) return ['unknown', 'It is unknown how the run ended.'];
        return [run.ending === check.is ? 'passed' : 'failed', `The run is ${run.ending}.`];
      case 'equals':
        return holds(equal(valueOf(check.of, run), parseExact(check.valueText), meter()), () =>
          valueOf(check.of, run),
        );
      case 'contains':
        return holds(contains(valueOf(check.of, run), parseExact(check.valueText)), () =>
          valueOf(check.of, run),
        );
      case 'recorded':
        return isAsRecorded(check, run);
      case 'schema':
        return matches(valueOf(check.of, run), check.schemaText);
      case 'expression':
        return holds(isTruthy(valueOf(check.expression, run)), () => valueOf(check.expression, run));
      case 'tokens':
        return tokensBelow(check.below, run.facts);
      case 'time':
        return timeBelow(check.below, run.facts);
      case 'cost':
        return costBelow(check.below, run);
      case 'path':
        return pathMatches(check, run.facts);
      case 'command':
      case 'http':
      case 'judge':
        return ['unknown', 'It was not scored.'];
    }
  } catch (error) {
    if (error instanceof ExpressionError) return ['unknown', error.message];
    if (error instanceof TimeLimitError) return ['unknown', 'The schema takes too long to check this value.'];
    throw error;
  }
}

// Like `equals`, except for the IDs of messages and what servers report beside them.
function isAsRecorded(
  { of, valueText }: Extract<Check, { readonly kind: 'recorded' }>,
  run: CheckedRun,
): Finding {
  meter().charge(Math.max(valueText.length, of === null ? (run.valuesText ?? '').length : 0));
  const value = valueOf(of, run);
  const expected = comparableValue(parseExact(valueText));
  return holds(equal(comparableValue(value), expected, meter()), () => value);
}

function holds(isTrue: boolean, readValue: () => unknown): Finding {
  return [isTrue ? 'passed' : 'failed', `It is ${textOf(readValue())}.`];
}

function valueOf(expression: string | null, { valuesText }: CheckedRun): unknown {
  if (valuesText === null) throw new ExpressionError('The state could not be read.');
  return evaluateExpression(parseExpression(expression ?? '$'), readStateText(valuesText));
}

function meter(): Meter {
  let remainingWork = maxWork;
  return {
    charge(work) {
      remainingWork -= work;
      if (remainingWork < 0) throw new ExpressionError('The value is too large to compare.');
    },
  };
}

function equal(actual: unknown, expected: unknown, budget: Meter): boolean {
  return sameValue(actual ?? null, expected, budget);
}

// A text in a text, an item in a list, members in an object, at any depth of the members.
function contains(actual: unknown, expected: unknown): boolean {
  const budget = meter();
  if (typeof actual === 'string' && typeof expected === 'string') {
    budget.charge(actual.length);
    return actual.includes(expected);
  }
  if (Array.isArray(actual)) return actual.some((item) => hasMembers(item, expected, budget));
  return hasMembers(actual, expected, budget);
}

function hasMembers(actual: unknown, expected: unknown, budget: Meter): boolean {
  const open: [unknown, unknown][] = [[actual, expected]];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [have, want] = pair;
    budget.charge(1);
    if (isPlain(have) && isPlain(want)) {
      for (const key of Object.keys(want)) {
        if (!Object.hasOwn(have, key)) return false;
        open.push([have[key], want[key]]);
      }
    } else if (!sameValue(have ?? null, want, budget)) {
      return false;
    }
  }
  return true;
}

function matches(value: unknown, schemaText: string): Finding {
  const instance: unknown = JSON.parse(stringifyExact(value ?? null));
  try {
    const { valid, errors } = withTimeLimit(
      () => new Validator(JSON.parse(schemaText) as Schema, '2020-12', true).validate(instance),
      schemaMs,
    );
    const last = errors.at(-1);
    if (valid) return ['passed', 'It matches.'];
    return ['failed', last ? `${last.instanceLocation}: ${last.error}` : 'It does not match.'];
  } catch (error) {
    if (error instanceof TimeLimitError || error instanceof ExpressionError) throw error;
    // The validator throws for schemas that make no sense, such as a pattern that is none.
    return ['unknown', `The schema can’t be used: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function tokensBelow(limit: number, facts: ExperimentRunFacts | null): Finding {
  const tokens = facts === null ? null : totalTokens(facts.usages);
  if (tokens === null) return ['unknown', 'No message of the run reports tokens.'];
  if (tokens >= limit) return ['failed', `${tokens} tokens were reported.`];
  if (facts?.isUsageWhole === true) return ['passed', `${tokens} tokens were reported.`];
  const why =
    facts?.isWhole === true
      ? 'a node reported them only some of the times that it ran'
      : 'not all of the run could be read';
  return ['unknown', `At least ${tokens} tokens: ${why}.`];
}

function timeBelow(limitSeconds: number, facts: ExperimentRunFacts | null): Finding {
  if (facts === null || facts.ms === null) return ['unknown', 'The server does not report its times.'];
  return [facts.ms < limitSeconds * 1000 ? 'passed' : 'failed', `It took ${facts.ms / 1000} s.`];
}

function costBelow(limitText: string, { facts, prices }: CheckedRun): Finding {
  if (facts === null || facts.usages.length === 0)
    return ['unknown', 'No message of the run reports tokens.'];
  const cost = costOf(facts.usages, prices, !facts.isUsageWhole);
  const text = costText(cost, facts.usages, prices);
  if (text === null) return ['unknown', 'There are no prices. Enter them with “Edit model prices”.'];
  const [whole = '0', fraction = ''] = limitText.split('.');
  const limit = BigInt(whole + fraction.padEnd(15, '0'));
  if (cost.amount >= limit) return ['failed', `It cost ${text}.`];
  const isKnown = cost.unpriced.length === 0 && !cost.isPartial;
  return [isKnown ? 'passed' : 'unknown', `It cost ${text}.`];
}

function pathMatches(
  { nodes, exactly }: Extract<Check, { kind: 'path' }>,
  facts: ExperimentRunFacts | null,
): Finding {
  if (facts === null || facts.steps === null) return ['unknown', 'It is unknown which nodes ran.'];
  const ran = facts.steps
    .map((names) => (names.length > 1 ? `[${names.join(', ')}]` : names.join()))
    .join(' → ');
  const isFound = followsPath(facts.steps, nodes, exactly);
  if (!isFound && !facts.isWhole) return ['unknown', 'Not all of the run could be read.'];
  if (isFound && exactly && !facts.isWhole) return ['unknown', 'Not all of the run could be read.'];
  return [isFound ? 'passed' : 'failed', ran === '' ? 'No node ran.' : `Ran: ${ran}`];
}

// Nodes in the order of their supersteps; within one, in any order. `exactly`: and no others.
export function followsPath(
  steps: readonly (readonly string[])[],
  nodes: readonly string[],
  exactly: boolean,
): boolean {
  let position = 0;
  for (const names of steps) {
    const left = [...names];
    for (
      let index = left.indexOf(nodes[position] ?? '');
      position < nodes.length && index >= 0;
      index = left.indexOf(nodes[position] ?? '')
    ) {
      left.splice(index, 1);
      position += 1;
    }
    if (exactly && left.length > 0) return false;
  }
  return position === nodes.length;
}

function textOf(value: unknown): string {
  return truncate(stringifyExact(value ?? null), maxReasonLength);
}
