import { useStore } from '@xyflow/react';

/** Below this zoom names can't be read: nodes are drawn as plain blocks in their status' colour. */
const blocksBelow = 0.3;

/** Whether the canvas is so small that nodes are only blocks. */
export function useIsSmall(): boolean {
  return useStore((flow) => flow.transform[2] < blocksBelow);
}
