import { useStore } from '@xyflow/react';
import { overviewStrokeWidth } from './scene/viewport.ts';

/** How wide lines have to be on the canvas to be seen from afar; `null` while nodes are more than blocks. */
export function useOverviewStroke(): number | null {
  return useStore((flow) => overviewStrokeWidth(flow.transform[2]));
}
