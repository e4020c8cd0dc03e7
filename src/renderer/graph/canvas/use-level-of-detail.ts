import { useStoreApi, useStore } from '@xyflow/react';
import { useEffect, useMemo, useState, type RefObject } from 'react';
import type { Box } from '../model/layout-types.ts';
import {
  visibleArea,
  boxesOverlap,
  itemsWithin,
  type Scene,
  type SceneEdge,
  type SceneNode,
} from '../scene/scene.ts';
import { type Extent, type Viewport, overviewStrokeWidth } from '../scene/viewport.ts';

/** Up to this many nodes all are in the page, at every zoom. */
const allUpTo = 300;

/** Below this zoom names can't be read, and a large graph is painted instead of being put into the page. */
const readableFrom = 0.45;

/** How far beyond the pane nodes are in the page already, and how far the canvas is moved before that is looked at again. */
const ahead = 240;
const step = 120;

/** What is in the page. `far`: nothing is; the whole graph is painted. */
export interface LevelOfDetail {
  readonly isOverview: boolean;
  readonly nodes: readonly SceneNode[];
  readonly edges: readonly SceneEdge[];
}

type Part = 'all' | 'none' | Box;

/** Chooses what of a scene is in the page: all of a small graph, of a large one what is in view, if it can be read. */
export function useLevelOfDetail(scene: Scene, pane: RefObject<HTMLDivElement | null>): LevelOfDetail {
  const store = useStoreApi();
  const isSmall = scene.nodes.length <= allUpTo;
  const [seen, setSeen] = useState<Part>('none');

  useEffect(() => {
    if (isSmall) return;
    let last: { part: Part; at: Viewport } | null = null;
    const look = (): void => {
      const [x, y, zoom] = store.getState().transform;
      const at = { x, y, zoom };
      const part = visibleAreaFor(at, sizeOf(pane.current), last);
      if (last === null || part !== last.part) {
        last = { part, at };
        setSeen(part);
      }
    };
    look();
    return store.subscribe(look);
  }, [isSmall, store, pane]);

  const part = isSmall ? 'all' : seen;
  return useMemo(() => {
    if (part === 'all') return { isOverview: false, nodes: scene.nodes, edges: scene.edges };
    if (part === 'none') return { isOverview: true, nodes: [], edges: [] };
    return {
      isOverview: false,
      nodes: itemsWithin(scene.nodes, part),
      edges: itemsWithin(scene.edges, part),
    };
  }, [scene, part]);
}

/** The part to show; the one before, as the same object, while it is good enough. */
export function visibleAreaFor(
  at: Viewport,
  pane: Extent,
  last: { readonly part: Part; readonly at: Viewport } | null,
): Part {
  if (at.zoom < readableFrom || pane.width === 0) return 'none';
  if (last !== null && typeof last.part === 'object' && last.at.zoom === at.zoom) {
    const moved = Math.max(Math.abs(at.x - last.at.x), Math.abs(at.y - last.at.y));
    if (moved < step && boxesOverlap(last.part, visibleArea(at, pane, 0))) return last.part;
  }
  return visibleArea(at, pane, ahead);
}

function sizeOf(element: HTMLElement | null): Extent {
  return { width: element?.clientWidth ?? 0, height: element?.clientHeight ?? 0 };
}

/** How wide lines have to be on the canvas to be seen from afar; `null` while nodes are more than blocks. */
export function useOverviewStroke(): number | null {
  return useStore((flow) => overviewStrokeWidth(flow.transform[2]));
}
