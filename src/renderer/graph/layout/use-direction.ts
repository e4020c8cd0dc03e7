import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import type { FlowDirection } from '../model/layout-types.ts';
import type { VisibleGraph } from '../model/visible-graph.ts';
import type { DirectionChoice } from '../preferences.ts';
import { fitZoom, legibleZoom, zoomRange, type Extent } from '../canvas/viewport.ts';
import { layoutGraph } from './layout-graph.ts';
import { layoutInput } from './layout-input.ts';
import { isLaidOutAtOnce } from './use-layout.ts';

// The pane is measured in steps of this many px, so that dragging its border rarely renders.
const step = 32;

/**
 * The chosen direction, or the one that suits the pane; `null` until the pane is measured. `visible` should not
 * depend on what the user collapsed, or the graph would turn meanwhile.
 */
export function useDirection(
  choice: DirectionChoice,
  visible: VisibleGraph,
  pane: RefObject<HTMLElement | null>,
): FlowDirection | null {
  const [size, setSize] = useState<Extent | null>(null);
  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return;
    const measure = (): void => {
      const width = Math.floor(element.clientWidth / step) * step;
      const height = Math.floor(element.clientHeight / step) * step;
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [pane]);
  return useMemo(() => {
    if (choice !== 'auto') return choice;
    if (size === null) return null;
    // Parts of both layouts are cached, so that the one that is drawn costs little more.
    const sizeIn = (direction: FlowDirection): Extent => layoutGraph(layoutInput(visible, direction));
    return chooseDirection(size, isLaidOutAtOnce(visible) ? sizeIn : null);
  }, [choice, size, visible]);
}

// From this ratio of width to height, a pane is wide.
const wideness = 1.5;

// The flow direction that suits a pane: left to right in a wide one, else top to bottom. The other one is
// better if only it shows the whole graph legibly, or if neither does and it shows more of it. `sizeIn` gives
// the size of the graph; `null` if that is unknown.
export function chooseDirection(
  pane: Extent,
  sizeIn: ((direction: FlowDirection) => Extent) | null,
): FlowDirection {
  const usual: FlowDirection = pane.width > pane.height * wideness ? 'right' : 'down';
  if (sizeIn === null || pane.width === 0 || pane.height === 0) return usual;
  const other: FlowDirection = usual === 'right' ? 'down' : 'right';
  const defaultZoom = fitZoom(sizeIn(usual), pane, zoomRange.min);
  if (defaultZoom >= legibleZoom) return usual;
  return fitZoom(sizeIn(other), pane, zoomRange.min) > defaultZoom ? other : usual;
}
