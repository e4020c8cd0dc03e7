import { useMemo, useState } from 'react';
import type { RecordedCheckpoint, ThreadRecord } from '../../shared/model/thread-record.ts';
import type { CheckpointSummary } from '../../shared/model/thread.ts';
import { positionOf } from '../../shared/thread-record/history.ts';

export interface CheckpointStepper {
  /** The loaded part of the branch of the selected checkpoint, oldest first. */
  readonly branch: readonly RecordedCheckpoint[];
  /** Index of the selected checkpoint; -1 for none. */
  readonly index: number;
  readonly hasOlder: boolean;
  readonly go: (to: number) => void;
}

const nothing = { branch: [], index: -1, hasOlder: false } as const;

/** The branch that is walked along. It stays the same one while the picked checkpoint lies on it. */
export function useCheckpointStepper(
  record: ThreadRecord | null,
  loaded: readonly CheckpointSummary[],
  selectedId: string | null,
  onSelect: (checkpointId: string | null) => void,
): CheckpointStepper {
  const newestId = loaded[0]?.checkpointId ?? null;
  const ownId = selectedId ?? newestId;
  const [tipId, setTipId] = useState<string | null>(null);
  const position = useMemo(
    () => (record === null || ownId === null ? null : positionOf(record, ownId, { tipId })),
    [record, ownId, tipId],
  );
  const lastId = position?.checkpoints.at(-1)?.checkpointId ?? null;
  if (lastId !== null && lastId !== tipId) setTipId(lastId);
  const walked = useMemo(() => {
    if (position === null) return nothing;
    const ids = new Set(loaded.map(({ checkpointId }) => checkpointId));
    const branch = position.checkpoints.filter(({ checkpointId }) => ids.has(checkpointId));
    return {
      branch,
      index: branch.findIndex(({ checkpointId }) => checkpointId === ownId),
      hasOlder: position.isCut || branch[0]?.checkpointId !== position.checkpoints[0]?.checkpointId,
    };
  }, [position, loaded, ownId]);
  const go = (to: number): void => {
    const target = walked.branch[to];
    if (target) onSelect(target.checkpointId === newestId ? null : target.checkpointId);
  };
  return { ...walked, go };
}
