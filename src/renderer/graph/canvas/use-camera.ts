import { useReactFlow } from '@xyflow/react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import type { LaidOut } from '../layout/use-layout.ts';
import { boundsOf, centerOn, fitViewport, anchorViewport, revealBox } from '../scene/viewport.ts';

export interface Camera {
  readonly fit: () => void;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  /** Scrolls a node into view. */
  readonly reveal: (nodeId: string) => void;
  /** Centers a node at a readable zoom. */
  readonly zoomTo: (nodeId: string) => void;
  /** Keeps the position of this container in the next layout, which comes from collapsing it, instead of fitting. */
  readonly keepInPlace: (containerId: string) => void;
  /** The user moves the camera from outside the canvas, for example on the minimap. */
  readonly lookAt: () => void;
  /** For React Flow's `onMoveStart`: stops automatic fitting once the user moves the canvas. */
  readonly onMoveStart: (event: unknown) => void;
}

export interface CameraOnPane {
  readonly camera: Camera;
  /** The canvas element. */
  readonly pane: RefObject<HTMLDivElement | null>;
}

/** The camera: fits the graph after each layout and resize until the user moves it. */
export function useCamera(laidOut: LaidOut): CameraOnPane {
  const pane = useRef<HTMLDivElement>(null);
  const flow = useReactFlow();
  const latest = useRef(laidOut);
  const anchorId = useRef<string | null>(null);
  const fits = useRef(true);

  const fit = useCallback(() => {
    const size = paneSize(pane.current);
    if (!size) return;
    fits.current = true;
    void flow.setViewport(fitViewport(boundsOf(latest.current.layout), size));
  }, [flow]);

  useLayoutEffect(() => {
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
    if (before && after) void flow.setViewport(anchorViewport(before, after, flow.getViewport()));
    else fit();
  }, [flow, fit, laidOut]);

  useEffect(() => {
    const element = pane.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (fits.current) fit();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [fit]);

  const camera = useMemo(
    (): Camera => ({
      fit,
      zoomIn: () => {
        fits.current = false;
        void flow.zoomIn();
      },
      zoomOut: () => {
        fits.current = false;
        void flow.zoomOut();
      },
      reveal: (nodeId) => {
        const box = latest.current.layout.nodes.get(nodeId);
        const size = paneSize(pane.current);
        if (box && size) void flow.setViewport(revealBox(box, size, flow.getViewport()));
      },
      zoomTo: (nodeId) => {
        const box = latest.current.layout.nodes.get(nodeId);
        const size = paneSize(pane.current);
        if (!box || !size) return;
        fits.current = false;
        void flow.setViewport(centerOn(box, size, flow.getViewport().zoom));
      },
      keepInPlace: (containerId) => {
        anchorId.current = containerId;
        fits.current = false;
      },
      lookAt: () => {
        fits.current = false;
      },
      onMoveStart: (event) => {
        if (event) fits.current = false;
      },
    }),
    [fit, flow],
  );
  return { camera, pane };
}

function paneSize(element: HTMLElement | null): { width: number; height: number } | null {
  if (!element || element.clientWidth === 0 || element.clientHeight === 0) return null;
  return { width: element.clientWidth, height: element.clientHeight };
}
