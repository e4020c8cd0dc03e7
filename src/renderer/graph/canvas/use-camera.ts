import { useReactFlow } from '@xyflow/react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import type { NodeActivitySource } from '../../shared-ui/node-activity.ts';
import { activeNodeIds, followTarget, neighboursIn } from '../follow-target.ts';
import type { LaidOut } from '../layout/use-layout.ts';
import type { Box } from '../model/layout-types.ts';
import type { VisibleGraph } from '../model/visible-graph.ts';
import { boxesOverlap, visibleArea } from './scene.ts';
import {
  anchorViewport,
  boundsOf,
  centerOn,
  fitViewport,
  legibleZoom,
  overviewViewport,
  revealBox,
  type Extent,
  type Viewport,
} from './viewport.ts';

// Minimum time between two moves that follow a run, and the duration of one, in milliseconds.
const followMs = 200;
const moveMs = 140;

// The part of an expanded container that stays in view, in canvas px.
const titleSize = { width: 240, height: 60 };

export interface Camera {
  /** Fits the graph as far as its text stays legible. */
  readonly fit: () => void;
  readonly showAll: () => void;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  readonly reveal: (nodeId: string) => void;
  /** Centers a node that is out of view; for a node that was selected elsewhere. */
  readonly bringIntoView: (nodeId: string) => void;
  readonly zoomTo: (nodeId: string) => void;
  /** Keeps the position of this container in the next layout, which comes from collapsing it, instead of fitting. */
  readonly keepInPlace: (containerId: string) => void;
  readonly lookAt: () => void;
  /** For React Flow's `onMoveStart`: stops automatic moves once the user moves the canvas. */
  readonly onMoveStart: (event: unknown) => void;
}

export interface CameraOnPane {
  readonly camera: Camera;
  readonly pane: RefObject<HTMLDivElement | null>;
}

export interface CameraOptions {
  readonly laidOut: LaidOut;
  // The graph: when another version of it comes, the middle stays in place if the user moved.
  readonly shape: unknown;
  readonly activity: NodeActivitySource;
  readonly insideOf: (nodeId: string) => readonly string[];
  readonly isFollowing: boolean;
  readonly onUserMove: () => void;
  // How far fitting zooms out, by default as long as all text is legible.
  readonly minZoom?: number | undefined;
}

/** The camera: fits the graph after each layout and resize until the user moves it, and follows the run. */
export function useCamera(options: CameraOptions): CameraOnPane {
  const { laidOut, shape, activity, insideOf, isFollowing, onUserMove, minZoom } = options;
  const pane = useRef<HTMLDivElement>(null);
  const flow = useReactFlow();
  const latest = useRef(laidOut);
  const anchorId = useRef<string | null>(null);
  const lastShape = useRef(shape);
  const keepsMiddle = useRef(false);
  const fits = useRef(true);

  const fit = useCallback(() => {
    const size = paneSize(pane.current);
    if (!size) return;
    fits.current = true;
    const focus = activeBox(latest.current, { activity, insideOf }, size) ?? startBox(latest.current);
    void flow.setViewport(fitViewport(boundsOf(latest.current.layout), size, focus, minZoom));
  }, [flow, activity, insideOf, minZoom]);

  useLayoutEffect(() => {
    if (lastShape.current !== shape) {
      lastShape.current = shape;
      keepsMiddle.current = !fits.current;
      // A large graph is laid out later.
      if (latest.current === laidOut) return;
    }
    const size = paneSize(pane.current);
    const viewport = flow.getViewport();
    const isMiddleKept = keepsMiddle.current && size !== null;
    if (isMiddleKept) anchorId.current = nodeInMiddle(latest.current, laidOut, viewport, size);
    const before = latest.current.layout.nodes.get(anchorId.current ?? '');
    const after = laidOut.layout.nodes.get(anchorId.current ?? '');
    anchorId.current = null;
    const isOther =
      latest.current === laidOut ||
      latest.current.visible !== laidOut.visible ||
      latest.current.direction !== laidOut.direction;
    latest.current = laidOut;
    // Dragging a node doesn't move the camera.
    if (!isOther) return;
    keepsMiddle.current = false;
    if (before && after && size) {
      const anchored = anchorViewport(before, after, viewport);
      if (isMiddleKept) {
        void flow.setViewport(anchored);
        return;
      }
      // The title of a large container may be far from its middle.
      const title = { ...after, width: Math.min(after.width, titleSize.width), height: titleSize.height };
      void flow.setViewport(revealBox(title, size, anchored));
    } else fit();
  }, [flow, fit, laidOut, shape]);

  useEffect(() => {
    const element = pane.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (fits.current) fit();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [fit]);

  useEffect(() => {
    if (!isFollowing) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = (): void => {
      const size = paneSize(pane.current);
      const target = size && activeBox(latest.current, { activity, insideOf }, size);
      if (!size || !target) return;
      const from = flow.getViewport();
      const to =
        from.zoom < legibleZoom - 0.001 ? centerOn(target, size, from.zoom) : revealBox(target, size, from);
      if (isSame(from, to)) return;
      void flow.setViewport(to, { duration: prefersReducedMotion() ? 0 : moveMs });
    };
    follow();
    const unsubscribe = activity.subscribeAll(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        follow();
      }, followMs);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [isFollowing, activity, insideOf, flow]);

  const camera = useMemo((): Camera => {
    const byUser = (): void => {
      fits.current = false;
      onUserMove();
    };
    return {
      fit,
      showAll: () => {
        const size = paneSize(pane.current);
        if (!size) return;
        byUser();
        void flow.setViewport(overviewViewport(boundsOf(latest.current.layout), size));
      },
      zoomIn: () => {
        byUser();
        void flow.zoomIn();
      },
      zoomOut: () => {
        byUser();
        void flow.zoomOut();
      },
      reveal: (nodeId) => {
        const box = latest.current.layout.nodes.get(nodeId);
        const size = paneSize(pane.current);
        if (!box || !size) return;
        const from = flow.getViewport();
        const to = revealBox(box, size, from);
        if (isSame(from, to)) return;
        byUser();
        void flow.setViewport(to);
      },
      bringIntoView: (nodeId) => {
        const box = latest.current.layout.nodes.get(nodeId);
        const size = paneSize(pane.current);
        const from = flow.getViewport();
        // A node at the border was clicked, and a container may be larger than the pane.
        if (!box || !size || boxesOverlap(box, visibleArea(from, size, 0))) return;
        byUser();
        void flow.setViewport(centerOn(box, size, from.zoom));
      },
      zoomTo: (nodeId) => {
        const box = latest.current.layout.nodes.get(nodeId);
        const size = paneSize(pane.current);
        if (!box || !size) return;
        byUser();
        void flow.setViewport(centerOn(box, size, flow.getViewport().zoom));
      },
      keepInPlace: (containerId) => {
        anchorId.current = containerId;
        fits.current = false;
      },
      lookAt: byUser,
      onMoveStart: (event) => {
        if (event) byUser();
      },
    };
  }, [fit, flow, onUserMove]);
  return { camera, pane };
}

// The node of both layouts that is nearest to the middle of the pane.
function nodeInMiddle(before: LaidOut, after: LaidOut, viewport: Viewport, pane: Extent): string | null {
  const area = visibleArea(viewport, pane, 0);
  const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
  let best: { readonly id: string; readonly distance: number } | null = null;
  for (const { id, role } of before.visible.nodes) {
    const box = before.layout.nodes.get(id);
    if (role === 'open' || !box || !after.layout.nodes.has(id)) continue;
    const distance = Math.hypot(box.x + box.width / 2 - middle.x, box.y + box.height / 2 - middle.y);
    if (best === null || distance < best.distance) best = { id, distance };
  }
  return best?.id ?? null;
}

function activeBox(
  { visible, layout }: LaidOut,
  { activity, insideOf }: Pick<CameraOptions, 'activity' | 'insideOf'>,
  pane: Extent,
): Box | null {
  const activeIds = activeNodeIds(activity.all());
  if (activeIds.length === 0) return null;
  const { neighbours, collapsedAncestors } = lookupsOf(visible, insideOf);
  const bounds = { x: 0, y: 0, width: layout.width, height: layout.height };
  return followTarget({ boxes: layout.nodes, bounds, neighbours, collapsedAncestors, activeIds, pane });
}

interface FollowLookups {
  readonly neighbours: ReadonlyMap<string, readonly string[]>;
  readonly collapsedAncestors: ReadonlyMap<string, string>;
}

// By visible graph, because a run may change many times a second.
const lookups = new WeakMap<VisibleGraph, FollowLookups>();

function lookupsOf(visible: VisibleGraph, insideOf: CameraOptions['insideOf']): FollowLookups {
  const followLookups = lookups.get(visible);
  if (followLookups) return followLookups;
  const collapsedAncestors = new Map<string, string>();
  for (const { id, role } of visible.nodes)
    if (role === 'collapsed') for (const inner of insideOf(id)) collapsedAncestors.set(inner, id);
  const made = { neighbours: neighboursIn(visible.edges), collapsedAncestors };
  lookups.set(visible, made);
  return made;
}

function startBox({ visible, layout }: LaidOut): Box | null {
  const start = visible.nodes.find(({ node, parent }) => node.kind === 'start' && parent === null);
  return (start && layout.nodes.get(start.id)) ?? null;
}

function isSame(a: Viewport, b: Viewport): boolean {
  return a.zoom === b.zoom && Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1;
}

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function paneSize(element: HTMLElement | null): Extent | null {
  if (!element || element.clientWidth === 0 || element.clientHeight === 0) return null;
  return { width: element.clientWidth, height: element.clientHeight };
}
