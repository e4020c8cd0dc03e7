import { ExpressionError } from '../../shared/expression/expression.ts';
import { parseLogMessage } from '../../shared/expression/log-message.ts';
import { parseExpression } from '../../shared/expression/parse-expression.ts';
import {
  everyNode,
  HitCount,
  isCheckedByStudio,
  maxLogMessageLength,
  type Breakpoint,
  type BreakpointSide,
} from '../../shared/model/breakpoint.ts';
import { newBreakpointId } from '../shared-ui/breakpoints.ts';
import { plainBreakpoint } from '../shared-ui/stored-breakpoints.ts';

export interface BreakpointDraft {
  readonly nodeId: string;
  readonly side: BreakpointSide;
  readonly enabled: boolean;
  readonly visits: 'any' | HitCount['kind'];
  readonly count: string;
  readonly keys: string;
  readonly condition: string;
  readonly logMessage: string;
}

export type DraftErrors = {
  readonly [K in 'node' | 'count' | 'keys' | 'condition' | 'logMessage']: string | null;
};

export interface BreakpointTargets {
  readonly nodeIds: readonly string[];
  readonly stateKeys: readonly string[] | null;
}

export function toBreakpointDraft(breakpoint: Breakpoint): BreakpointDraft {
  const { nodeId, side, enabled, hitCount, changedKeys, condition, logMessage } = breakpoint;
  return {
    nodeId,
    side,
    enabled,
    visits: hitCount?.kind ?? 'any',
    count: String(hitCount?.count ?? 2),
    keys: changedKeys.join(', '),
    condition: condition ?? '',
    logMessage: logMessage ?? '',
  };
}

// What is wrong with each field. A breakpoint that can never stop a run is wrong, too.
export function draftErrors(
  { nodeId, visits, count, keys, condition, logMessage }: BreakpointDraft,
  { nodeIds, stateKeys }: BreakpointTargets,
): DraftErrors {
  const unknownKeys = stateKeys === null ? [] : keysOf(keys).filter((key) => !stateKeys.includes(key));
  const hitCount = HitCount.safeParse({ kind: visits, count: Number(count) });
  return {
    node:
      nodeId === everyNode || nodeIds.includes(nodeId)
        ? null
        : `The graph has no node ${nodeId}. It has ${namesText(nodeIds)}.`,
    count:
      visits === 'any' || (count.trim() !== '' && hitCount.success)
        ? null
        : 'Enter a whole number from 1 to 1,000,000.',
    keys:
      keysOf(keys).length > 20
        ? 'At most 20 keys.'
        : keysOf(keys).some(({ length }) => length > 500)
          ? 'A key has at most 500 characters.'
          : unknownKeys.length > 0
            ? `The state has no ${unknownKeys.length === 1 ? 'key' : 'keys'} ${namesText(unknownKeys)}. It has ${namesText(stateKeys ?? [])}.`
            : null,
    condition: condition.trim() === '' ? null : problemOf(() => parseExpression(condition)),
    logMessage:
      logMessage.length > maxLogMessageLength
        ? `At most ${maxLogMessageLength.toLocaleString('en')} characters.`
        : problemOf(() => parseLogMessage(logMessage)),
  };
}

export function breakpointFrom(draft: BreakpointDraft, before: Breakpoint | null): Breakpoint {
  const { nodeId, side, enabled, visits, count, keys, condition, logMessage } = draft;
  const plain = plainBreakpoint(nodeId, side);
  const breakpoint: Breakpoint = {
    ...plain,
    enabled,
    hitCount: visits === 'any' ? null : { kind: visits, count: Number(count) },
    changedKeys: keysOf(keys),
    condition: condition.trim() === '' ? null : condition.trim(),
    logMessage: logMessage.trim() === '' ? null : logMessage.trim(),
  };
  if (!isCheckedByStudio(breakpoint)) return breakpoint;
  // The id of a plain one is that of its place, where others may be as well.
  return { ...breakpoint, id: before !== null && isCheckedByStudio(before) ? before.id : newBreakpointId() };
}

const maxNames = 20;

function namesText(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const unnamedCount = names.length - maxNames;
  return `${names.slice(0, maxNames).join(', ')}${unnamedCount > 0 ? ` and ${unnamedCount} more` : ''}`;
}

function keysOf(text: string): string[] {
  return [...new Set(text.split(',').map((key) => key.trim()))].filter((key) => key !== '');
}

function problemOf(parse: () => unknown): string | null {
  try {
    parse();
    return null;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}
