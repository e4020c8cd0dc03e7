import { useStore } from '@xyflow/react';
import { blocksBelow } from './viewport-fit.ts';

/** Whether the canvas is so small that nodes are only blocks. */
export function useIsSmall(): boolean {
  return useStore((flow) => flow.transform[2] < blocksBelow);
}
