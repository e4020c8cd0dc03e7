import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import {
  idleActivity,
  type NodeActivity,
  type NodeActivitySource,
  type NodeStatus,
} from '../../shared-ui/node-activity.ts';
import type { CanvasDecorations } from '../model/canvas-decorations.ts';
import { aggregateStatus } from '../model/aggregate-status.ts';

/** Shared by all nodes of the canvas. Stable while statuses change, so that nodes re-render alone. */
export interface CanvasContextValue {
  readonly activity: NodeActivitySource;
  readonly insideOf: (nodeId: string) => readonly string[];
  readonly toggleCollapsed: (containerId: string) => void;
  readonly selectTask: (nodeId: string, taskId: string) => void;
  readonly extras: CanvasDecorations;
}

export const CanvasContext = createContext<CanvasContextValue | null>(null);

/** The selected task of the Node tab, which may be inside a node of the canvas. */
export const SelectedTaskContext = createContext<string | null>(null);

export function useCanvas(): CanvasContextValue {
  const canvas = use(CanvasContext);
  if (!canvas) throw new Error('A node needs the canvas around it.');
  return canvas;
}

/** A node's own activity. Re-renders only when this node changes. */
export function useActivity(nodeId: string): NodeActivity {
  const { activity } = useCanvas();
  return useSyncExternalStore(
    useCallback((listener) => activity.subscribe(nodeId, listener), [activity, nodeId]),
    () => activity.get(nodeId) ?? idleActivity,
  );
}

/** A node's own status, or for a container the most urgent one inside. */
export function useAggregateStatus(nodeId: string): NodeStatus {
  const { activity, insideOf } = useCanvas();
  return useSyncExternalStore(
    useCallback(
      (listener) => {
        const subscriptions = [nodeId, ...insideOf(nodeId)].map((id) => activity.subscribe(id, listener));
        return () => subscriptions.forEach((stop) => stop());
      },
      [activity, insideOf, nodeId],
    ),
    () => aggregateStatus(activity, nodeId, insideOf(nodeId)),
  );
}

/** What DOM ids of a canvas begin with. The window may have a second canvas: that of a comparison. */
export const CanvasIdContext = createContext('graph');

/**
 * The DOM id of a node's button, for `aria-activedescendant`. A node id may be any text, with spaces and halves of
 * surrogate pairs, which `encodeURIComponent` refuses.
 */
export function useNodeDomId(): (nodeId: string) => string {
  const canvasId = use(CanvasIdContext);
  return (nodeId) => `${canvasId}-node-${nodeId.replaceAll(/[^\w-]/g, escapeUnit)}`;
}

// A UTF-16 unit, in four digits so that no two texts look the same.
function escapeUnit(unit: string): string {
  return `.${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
