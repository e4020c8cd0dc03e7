import { diffJson, toJsonPointer, type JsonDifference } from 'exact-json';
import { alignedNodeId, isDifferentMark } from '../../shared/comparison.ts';
import type {
  ComparedPart,
  ComparePart,
  CompareSide,
  Comparison,
  PartText,
} from '../../shared/model/comparison.ts';
import type { Call } from '../session/confirm-writes.ts';
import { RawJson } from './json-document.ts';

/** A part of a comparison with its differences. `null`: unknown, or too long to be compared value by value. */
export interface PartWithDifferences extends ComparedPart {
  readonly differences: readonly JsonDifference[] | null;
}

// Longer texts are not compared value by value, in UTF-16 units.
const maxDiffLength = 20_000_000;

export async function withDifferences(
  call: Call,
  left: CompareSide,
  right: CompareSide,
  { parts }: Comparison,
): Promise<readonly PartWithDifferences[]> {
  const textOf = async (side: CompareSide, part: ComparePart, { text, length }: PartText): Promise<string> =>
    text ?? (length === null ? null : (await call('compare.text', { side, part })).text) ?? 'null';
  const partWithDifferences: PartWithDifferences[] = [];
  for (const part of parts) {
    const length = (part.left.length ?? 0) + (part.right.length ?? 0);
    if (part.equal === null || (!part.equal && length > maxDiffLength)) {
      partWithDifferences.push({ ...part, differences: null });
      continue;
    }
    // Sequential: together they may be larger than memory.
    const differences = part.equal
      ? []
      : diffJson(await textOf(left, part.part, part.left), await textOf(right, part.part, part.right));
    partWithDifferences.push({ ...part, differences });
  }
  return partWithDifferences;
}

/**
 * Whether two sides are equal; `null` if that is not known. Of states the values decide, of assistants config and
 * context, of runs all that they were given and did, whatever the IDs of messages. Metadata differs always.
 */
export function isEqual(
  left: CompareSide,
  right: CompareSide,
  { parts, executions }: Comparison,
): boolean | null {
  const isState = [left, right].every(({ kind }) => kind === 'thread' || kind === 'checkpoint');
  const decisive = parts.filter(({ part }) =>
    isState ? part === 'state' : part !== 'metadata' && part !== 'graph',
  );
  const marks = isState ? [] : (executions?.rows.map(({ mark }) => mark) ?? []);
  if (decisive.some(({ equal, onlyIds }) => equal === false && (isState || !onlyIds))) return false;
  if (marks.some(isDifferentMark)) return false;
  const isUnknown = decisive.some(({ equal }) => equal === null) || marks.includes('unknown');
  const hasNoRuns = [left, right].every(({ kind }) => kind !== 'run' && kind !== 'turn');
  return isUnknown || (executions === null && !hasNoRuns) || executions?.isCut === true ? null : true;
}

/** A comparison as JSON; paths are JSON pointers. */
export function comparisonDocument(
  left: CompareSide,
  right: CompareSide,
  compared: Comparison,
  parts: readonly PartWithDifferences[],
) {
  const { executions } = compared;
  return {
    from: { ...withoutConnection(left), ...compared.left },
    to: { ...withoutConnection(right), ...compared.right },
    equal: isEqual(left, right, compared),
    executions: executions && {
      isCut: executions.isCut,
      nodes: executions.nodes,
      rows: executions.rows.map((row) => ({
        node: alignedNodeId(row),
        visit: row.visit,
        mark: row.mark,
        moved: row.moved || undefined,
        from: row.left,
        to: row.right,
      })),
    },
    parts: parts.map(({ part, equal, onlyIds, differences, left: from, right: to }) => ({
      part,
      equal,
      onlyIds: onlyIds || undefined,
      note: noteOf(from, to),
      differences: part === 'state' ? undefined : differences?.map(differenceDocument),
    })),
    // The differences of the state are last: they may be long.
    differences: parts.find(({ part }) => part === 'state')?.differences?.map(differenceDocument),
  };
}

function noteOf(left: PartText, right: PartText): string | undefined {
  return left.note ?? right.note ?? undefined;
}

// The IDs of connections are the studio's own.
function withoutConnection(side: CompareSide) {
  return { ...side, connectionId: undefined };
}

export function differenceDocument({ path, kind, before, after, from }: JsonDifference) {
  return {
    path: toJsonPointer(path),
    kind,
    from,
    before: before === null ? null : new RawJson(before),
    after: after === null ? null : new RawJson(after),
  };
}
