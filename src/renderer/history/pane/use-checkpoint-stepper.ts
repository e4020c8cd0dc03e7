import { useMemo, useState } from 'react';
import type { CheckpointSummary } from '../../../shared/model/threads/thread.ts';
import { branchThrough } from '../branch.ts';

export interface CheckpointStepper {
  /** The branch of the selected checkpoint, oldest first. */
  readonly branch: readonly CheckpointSummary[];
  /** Index of the selected checkpoint; -1 for none. */
  readonly at: number;
  /** The branch continues before the loaded checkpoints. */
  readonly hasOlder: boolean;
  readonly go: (to: number) => void;
}

/** The branch that is walked along. It stays the same one while the picked checkpoint lies on it. */
export function useCheckpointStepper(
  checkpoints: readonly CheckpointSummary[],
  selectedId: string | null,
  onSelect: (checkpointId: string | null) => void,
  complete: boolean,
): CheckpointStepper {
  const newest = checkpoints[0]?.checkpointId ?? '';
  const own = selectedId ?? newest;
  const [tip, setTip] = useState<string | null>(null);
  const branch = useMemo(() => branchThrough(checkpoints, own, tip), [checkpoints, own, tip]);
  const last = branch.at(-1)?.checkpointId ?? null;
  if (last !== null && last !== tip) setTip(last);
  const at = branch.findIndex(({ checkpointId }) => checkpointId === own);
  const go = (to: number): void => {
    const target = branch[to];
    if (target) onSelect(target.checkpointId === newest ? null : target.checkpointId);
  };
  const first = branch[0];
  return { branch, at, hasOlder: !complete && first !== undefined && first.parentId !== null, go };
}
