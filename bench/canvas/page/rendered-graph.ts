import type { GraphShape } from '../../../src/shared/model/graph.ts';
import type { NodeActivity, NodeActivityStore } from '../../../src/renderer/shared-ui/node-activity.ts';
import type { LaidOut } from '../../../src/renderer/graph/layout/use-layout.ts';
import type { Viewport } from '../../../src/renderer/graph/canvas/viewport.ts';

/** A graph on the page, however it is rendered. */
export interface Shown {
  setStatuses(statuses: ReadonlyMap<string, NodeActivity>): void;
  panBy(x: number, y: number): void;
  /** Nodes that are in view. */
  inView(): readonly string[];
}

export interface ShowProps {
  readonly laidOut: LaidOut;
  readonly shape: GraphShape;
  readonly activity: NodeActivityStore;
  /** The whole graph if `null`. */
  readonly viewport: Viewport | null;
  readonly onReady: (handle: Shown) => void;
}

/** The plain nodes of a graph that a viewport shows. */
export function nodesInView({ visible, layout }: LaidOut, { x, y, zoom }: Viewport): string[] {
  return visible.nodes.flatMap(({ id, role }) => {
    const box = layout.nodes.get(id);
    if (!box || role !== 'node') return [];
    const left = box.x * zoom + x;
    const top = box.y * zoom + y;
    return left > 0 && top > 0 && left < innerWidth && top < innerHeight ? [id] : [];
  });
}
