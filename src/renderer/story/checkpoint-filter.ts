import { memberTexts } from 'exact-json';
import type { ThreadRecord } from '../../shared/model/thread-record.ts';
import type { CheckpointSource, CheckpointSummary } from '../../shared/model/thread.ts';

/** The server filters by metadata, source and step; the window by node. */
export interface CheckpointFilter {
  readonly source: CheckpointSource | null;
  /** As typed; ignored unless it is a whole number. */
  readonly step: string;
  readonly metadataText: string | null;
  readonly node: string | null;
}

export const noCheckpointFilter: CheckpointFilter = {
  source: null,
  step: '',
  metadataText: null,
  node: null,
};

export function filterCount({ source, step, metadataText, node }: CheckpointFilter): number {
  return [source, stepOf(step), metadataText, node].filter((part) => part !== null).length;
}

/** The metadata to request (`source` and `step` are metadata of a checkpoint); `null` for all. */
export function metadataFilterText({ source, step, metadataText }: CheckpointFilter): string | null {
  const chosenMembers = [
    ...(source === null ? [] : [{ key: 'source', text: JSON.stringify(source) }]),
    ...(stepOf(step) === null ? [] : [{ key: 'step', text: String(stepOf(step)) }]),
  ];
  const typed = metadataText === null ? [] : memberTexts(metadataText);
  const unchosenMembers = typed.filter(({ key }) => !chosenMembers.some((one) => one.key === key));
  const members = [...unchosenMembers, ...chosenMembers].map(
    ({ key, text }) => `${JSON.stringify(key)}:${text}`,
  );
  return members.length === 0 ? null : `{${members.join(',')}}`;
}

/** The checkpoints of the root graph that a node wrote; all for `null`. */
export function writtenBy(
  record: ThreadRecord | null,
  checkpoints: readonly CheckpointSummary[],
  node: string | null,
): readonly CheckpointSummary[] {
  if (node === null) return checkpoints;
  const ids = new Set(
    record?.executions.flatMap(({ namespace, name, made }) =>
      namespace === '' && name === node ? (made ?? []) : [],
    ),
  );
  return checkpoints.filter(({ checkpointId }) => ids.has(checkpointId));
}

/** Rows of a filtered response lack their parents, so their changes are unknown: these are filled in from the full history. */
export function fillFromFullHistory(
  found: readonly CheckpointSummary[],
  all: readonly CheckpointSummary[],
): readonly CheckpointSummary[] {
  const byId = new Map(all.map((one) => [one.checkpointId, one]));
  return found.map((one) => byId.get(one.checkpointId) ?? one);
}

/** -1 is the step of an input. */
function stepOf(typed: string): number | null {
  return /^\s*(-1|\d{1,9})\s*$/.test(typed) ? Number(typed) : null;
}
