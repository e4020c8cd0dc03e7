import { longestIncreasingSubsequence } from 'exact-json';
import {
  maxAlignedExecutions,
  type AlignedExecution,
  type Alignment,
  type ExecutionMark,
} from '../../shared/model/comparison.ts';
import type { ListedExecution } from './list-executions.ts';
import { markNodes } from './mark-nodes.ts';
import { sameChange } from './state-change.ts';

// The executions of a side, in the order in which they ran.
export interface SideExecutions {
  readonly executions: readonly ListedExecution[];
  // More ran than is listed.
  readonly isCut: boolean;
}

// Aligns what ran on both sides by node, with the subgraphs above it, and by visit. The rows follow the left side;
// what ran only on the right stands where it ran there. Takes n log n steps.
export function alignExecutions(left: SideExecutions, right: SideExecutions): Alignment {
  const lefts = keyed(left.executions);
  const rights = keyed(right.executions);
  const moved = findMoved([...lefts.keys()], [...rights.keys()]);
  const rows: AlignedExecution[] = [];
  const isCut = { left: left.isCut, right: right.isCut };
  const waiting = rights.entries();
  // Adds what ran only on the right before a row that both sides have in the same order.
  const addRights = (endKey: string | null): void => {
    for (let entry = waiting.next(); !entry.done; entry = waiting.next()) {
      const [key, visit] = entry.value;
      if (key === endKey) return;
      if (!lefts.has(key)) rows.push(toRow(visit, null, visit, false, isCut));
    }
  };
  for (const [key, visit] of lefts) {
    const isMoved = moved.has(key);
    if (rights.has(key) && !isMoved) addRights(key);
    rows.push(toRow(visit, visit, rights.get(key) ?? null, isMoved, isCut));
  }
  addRights(null);
  return {
    rows: rows.slice(0, maxAlignedExecutions),
    nodes: markNodes(rows),
    isCut: left.isCut || right.isCut || rows.length > maxAlignedExecutions,
  };
}

interface Visit {
  readonly execution: ListedExecution;
  readonly visit: number;
}

function keyed(executions: readonly ListedExecution[]): Map<string, Visit> {
  const visits = new Map<string, number>();
  const byKey = new Map<string, Visit>();
  for (const execution of executions) {
    const node = JSON.stringify([...execution.path, execution.node]);
    const visit = (visits.get(node) ?? 0) + 1;
    visits.set(node, visit);
    byKey.set(`${node} ${visit}`, { execution, visit });
  }
  return byKey;
}

// What is not in order: all but a longest common subsequence. Of several such, the same is taken whichever side is
// left.
function findMoved(left: readonly string[], right: readonly string[]): ReadonlySet<string> {
  const isOnLeft = new Set(left);
  const isOnRight = new Set(right);
  const a = left.filter((key) => isOnRight.has(key));
  const b = right.filter((key) => isOnLeft.has(key));
  const [first, second] = isOrdered(a, b) ? [a, b] : [b, a];
  const positions = new Map(second.map((key, index) => [key, index]));
  const marks = longestIncreasingSubsequence(Int32Array.from(first, (key) => positions.get(key) ?? -1));
  return new Set(first.filter((_, index) => marks[index] === 0));
}

function isOrdered(a: readonly string[], b: readonly string[]): boolean {
  const position = a.findIndex((key, index) => key !== b[index]);
  return position < 0 || (a[position] ?? '') < (b[position] ?? '');
}

// `visit`: of one of the sides.
function toRow(
  visit: Visit,
  left: Visit | null,
  right: Visit | null,
  moved: boolean,
  isCut: { readonly left: boolean; readonly right: boolean },
): AlignedExecution {
  const inputEqual = left && right ? areSame(left.execution.input, right.execution.input) : null;
  const outputEqual = left && right ? sameOutput(left.execution, right.execution) : null;
  return {
    node: visit.execution.node,
    path: [...visit.execution.path],
    visit: visit.visit,
    left: left?.execution.ref ?? null,
    right: right?.execution.ref ?? null,
    mark: markOf(left, right, inputEqual, outputEqual, isCut),
    inputEqual,
    outputEqual,
    moved,
  };
}

function markOf(
  left: Visit | null,
  right: Visit | null,
  inputEqual: boolean | null,
  outputEqual: boolean | null,
  isCut: { readonly left: boolean; readonly right: boolean },
): ExecutionMark {
  // It may be among what was not read of the other side.
  if (right === null) return isCut.right ? 'unknown' : 'only-left';
  if (left === null) return isCut.left ? 'unknown' : 'only-right';
  if (outputEqual === null) return 'unknown';
  if (!outputEqual) return 'other-output';
  return inputEqual === false ? 'other-input' : 'same';
}

function areSame(a: string | null, b: string | null): boolean | null {
  return a === null || b === null ? null : a === b;
}

// The results decide. Servers store none of a task that waited for an answer: then what its superstep did to the state
// does.
function sameOutput(a: ListedExecution, b: ListedExecution): boolean | null {
  const { status } = a.ref;
  if (status === 'unknown' || b.ref.status === 'unknown') return null;
  if (status !== b.ref.status) return false;
  const byResult = areSame(a.output, b.output);
  if (byResult !== null) return byResult;
  return a.change === null || b.change === null ? null : sameChange(a.change, b.change);
}
