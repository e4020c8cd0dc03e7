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
} from './scene.ts';
import {
  type Extent,
  type Viewport,
  nameSizeAt,
  overviewBelowZoom,
  overviewStrokeWidth,
} from './viewport.ts';

// Smaller graphs are always in the DOM completely.
const maxSmallGraphNodes = 300;

// Margin around the viewport in which nodes are rendered ahead, and the distance after which it is
// recomputed.
const renderMargin = 240;
const step = 120;

// What is in the DOM. Nothing is in the overview, because the whole graph is painted.
export interface LevelOfDetail {
  readonly isOverview: boolean;
  readonly nodes: readonly SceneNode[];
  readonly edges: readonly SceneEdge[];
}

type Part = 'all' | 'none' | Box;

/**
 * Chooses which part of a scene is in the DOM: all of a small graph; of a large one the visible part if it is
 * readable.
 */
export function useLevelOfDetail(scene: Scene, pane: RefObject<HTMLDivElement | null>): LevelOfDetail {
  const store = useStoreApi();
  const isSmall = scene.nodes.length <= maxSmallGraphNodes;
  const [visiblePart, setVisiblePart] = useState<Part>('none');

  useEffect(() => {
    if (isSmall) return;
    let last: { part: Part; viewport: Viewport } | null = null;
    const update = (): void => {
      const [x, y, zoom] = store.getState().transform;
      const viewport = { x, y, zoom };
      const part = visibleAreaFor(viewport, sizeOf(pane.current), last);
      if (last === null || part !== last.part) {
        last = { part, viewport };
        setVisiblePart(part);
      }
    };
    update();
    return store.subscribe(update);
  }, [isSmall, store, pane]);

  const part = isSmall ? 'all' : visiblePart;
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

// The area to render; returns the previous object while it still suffices.
export function visibleAreaFor(
  viewport: Viewport,
  pane: Extent,
  last: { readonly part: Part; readonly viewport: Viewport } | null,
): Part {
  if (viewport.zoom < overviewBelowZoom || pane.width === 0) return 'none';
  if (last !== null && typeof last.part === 'object' && last.viewport.zoom === viewport.zoom) {
    const moved = Math.max(Math.abs(viewport.x - last.viewport.x), Math.abs(viewport.y - last.viewport.y));
    if (moved < step && boxesOverlap(last.part, visibleArea(viewport, pane, 0))) return last.part;
  }
  return visibleArea(viewport, pane, renderMargin);
}

function sizeOf(element: HTMLElement | null): Extent {
  return { width: element?.clientWidth ?? 0, height: element?.clientHeight ?? 0 };
}

export function useOverviewStroke(): number | null {
  return useStore((flow) => overviewStrokeWidth(flow.transform[2]));
}

/** The font size that keeps names legible below the fitted zoom; `null` where their own size suffices. */
export function useNameSize(): number | null {
  return useStore(({ transform: [, , zoom] }) => (zoom < overviewBelowZoom ? null : nameSizeAt(zoom)));
}
