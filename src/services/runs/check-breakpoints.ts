import { compactJson, pickMemberTexts, sameJson, stringifyExact } from 'exact-json';
import {
  evaluateExpression,
  isTruthy,
  type StateReader,
} from '../../shared/expression/evaluate-expression.ts';
import { parseLogMessage, type LogMessagePart } from '../../shared/expression/log-message.ts';
import { parseExpression } from '../../shared/expression/parse-expression.ts';
import { readStateText } from '../../shared/expression/state-reader.ts';
import {
  everyNode,
  type Breakpoint,
  type BreakpointFinding,
  type BreakpointHit,
  type HitCount,
  type LogpointLine,
} from '../../shared/model/breakpoint.ts';
import { truncate } from '../../shared/truncate.ts';

// - `next`: The nodes that run next, one for each task.
// - `ran`: The nodes that ran in the last superstep, one for each task.
// - `valuesText`: The state, as JSON.
// - `valuesBeforeText`: The state before the last superstep.
export interface StopSituation {
  readonly checkpointId: string;
  readonly runId: string;
  readonly next: readonly string[];
  readonly ran: readonly string[];
  readonly valuesText: string;
  readonly valuesBeforeText: string;
}

export interface Visits {
  readonly counts: Map<string, number>;
  // Counted from the start of the turn.
  readonly sinceInput: boolean;
}

// - `hits`: Breakpoints that hold, or can't be checked.
// - `isBreakpointHere`: Whether or not it holds, the server stopped because of it.
export interface CheckedStop {
  readonly hits: BreakpointHit[];
  readonly lines: readonly Omit<LogpointLine, 'seq' | 'at'>[];
  readonly isBreakpointHere: boolean;
}

// Longest displayed value, and longest line of a logpoint, in UTF-16 units.
const maxTextLength = 200;
const maxLineLength = 4000;

/**
 * Checks the conditional breakpoints and logpoints of the place where a run has stopped, and counts the visit. One whose
 * expression can't be evaluated holds, so that no run passes a broken condition.
 */
export function checkBreakpoints(
  breakpoints: readonly Breakpoint[],
  stop: StopSituation,
  visits: Visits,
): CheckedStop {
  const read = readStateText(stop.valuesText);
  const hits: BreakpointHit[] = [];
  const lines: Omit<LogpointLine, 'seq' | 'at'>[] = [];
  let isBreakpointHere = false;
  for (const breakpoint of breakpoints) {
    const { id, side, logMessage } = breakpoint;
    const nodes = nodesAt(breakpoint, stop);
    if (nodes.length === 0) continue;
    isBreakpointHere = true;
    const before = visits.counts.get(id) ?? 0;
    const visit = before + nodes.length;
    visits.counts.set(id, visit);
    const findings = evaluateBreakpointConditions(breakpoint, stop, read, {
      before,
      visit,
      sinceInput: visits.sinceInput,
    });
    if (findings === null) continue;
    const nodeId = [...new Set(nodes)].join(', ');
    const isBroken = findings.some(({ kind }) => kind === 'broken');
    if (logMessage === null || isBroken) {
      hits.push({ breakpointId: id, nodeId, side, findings });
    } else {
      const { checkpointId, runId } = stop;
      lines.push({ nodeId, side, visit, checkpointId, runId, text: logpointLine(logMessage, read) });
    }
  }
  return { hits, lines, isBreakpointHere };
}

function nodesAt({ nodeId, side }: Breakpoint, { next, ran }: StopSituation): readonly string[] {
  return (side === 'before' ? next : ran).filter((name) =>
    nodeId === everyNode ? !name.startsWith('__') : name === nodeId,
  );
}

interface Visit {
  readonly before: number;
  readonly visit: number;
  readonly sinceInput: boolean;
}

// What makes a breakpoint hold; `null` if it doesn't.
function evaluateBreakpointConditions(
  { hitCount, changedKeys, condition }: Breakpoint,
  stop: StopSituation,
  read: StateReader,
  { before, visit, sinceInput }: Visit,
): BreakpointFinding[] | null {
  const findings: BreakpointFinding[] = [];
  if (hitCount !== null) {
    const hit = countedVisit(hitCount, before, visit);
    if (hit === null) return null;
    findings.push({ kind: 'visit', visit: hit, sinceInput });
  }
  if (changedKeys.length > 0) {
    const changes = changesOf(changedKeys, stop);
    if (changes.length === 0) return null;
    for (const change of changes) findings.push(change);
  }
  if (condition !== null) {
    try {
      if (!isTruthy(evaluateExpression(parseExpression(condition), read))) return null;
      findings.push({ kind: 'condition', expression: condition });
    } catch (error) {
      findings.push({ kind: 'broken', expression: condition, message: messageOf(error) });
    }
  }
  return findings;
}

// Tasks of one superstep are visits too, so one stop may count several.
function countedVisit({ kind, count }: HitCount, before: number, visit: number): number | null {
  const counted = kind === 'nth' ? count : Math.floor(visit / count) * count;
  return counted > before && counted <= visit ? counted : null;
}

function changesOf(
  keys: readonly string[],
  { valuesText, valuesBeforeText }: StopSituation,
): BreakpointFinding[] {
  const membersBefore = pickMemberTexts(valuesBeforeText, keys);
  const membersAfter = pickMemberTexts(valuesText, keys);
  return keys.flatMap((key): BreakpointFinding[] => {
    const [before = null, after = null] = [membersBefore.get(key), membersAfter.get(key)];
    const isSame = before === null || after === null ? before === after : sameJson(before, after);
    return isSame ? [] : [{ kind: 'changed', key, before: shorten(before), after: shorten(after) }];
  });
}

function shorten(text: string | null): string | null {
  if (text === null) return null;
  // The start is enough: longer texts are truncated anyway.
  const start = text.length > 4 * maxTextLength ? text : compactJson(text);
  return truncate(start, maxTextLength);
}

function logpointLine(logMessage: string, read: StateReader): string {
  const parts = partsOf(logMessage).map((part) => {
    if (typeof part === 'string') return part;
    try {
      return shownValue(evaluateExpression(part, read));
    } catch (error) {
      return `{${messageOf(error)}}`;
    }
  });
  return truncate(parts.join(''), maxLineLength);
}

// A message that is no valid one is written as it is: a logpoint never stops a run.
function partsOf(logMessage: string): readonly LogMessagePart[] {
  try {
    return parseLogMessage(logMessage);
  } catch {
    return [logMessage];
  }
}

function shownValue(value: unknown): string {
  return truncate(typeof value === 'string' ? value : stringifyExact(value), maxLineLength);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
