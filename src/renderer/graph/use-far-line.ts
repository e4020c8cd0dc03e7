import { useStore } from '@xyflow/react';
import { farLineWidth } from './viewport-fit.ts';

/** How wide lines have to be on the canvas to be seen from afar; `null` while nodes are more than blocks. */
export function useFarLine(): number | null {
  return useStore((flow) => farLineWidth(flow.transform[2]));
}
