import type { NodeActivitySource } from '../../renderer/shared-ui/node-activity.ts';
import type { CanvasContextValue } from '../../renderer/graph/canvas/canvas-context.ts';

/** What a part of a node reads of a canvas that has only these activities. */
export function canvasOf(activity: NodeActivitySource): CanvasContextValue {
  return {
    activity,
    insideOf: () => [],
    toggleCollapsed: () => undefined,
    selectTask: () => undefined,
    extras: {
      Badges: null,
      onMenu: null,
      onBreak: null,
      descriptions: new Map(),
      tints: new Map(),
      nodeChanges: new Map(),
      edgeStyles: new Map(),
      edgeNotes: new Map(),
      extraEdges: [],
    },
  };
}
