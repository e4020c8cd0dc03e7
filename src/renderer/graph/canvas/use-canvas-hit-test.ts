import { useReactFlow } from '@xyflow/react';
import { useState, type CSSProperties } from 'react';
import { nodeTitle } from '../model/node-size.ts';
import { nodeAt, type Scene, type SceneNode } from './scene.ts';

interface ClientPoint {
  readonly clientX: number;
  readonly clientY: number;
}

export interface CanvasHitTest {
  // The painted node under the pointer, or `null`.
  readonly at: (event: ClientPoint) => string | null;
  readonly onMove: (event: ClientPoint & { readonly currentTarget: Element }) => void;
  readonly onLeave: () => void;
  readonly hovered: string | null;
  readonly style: CSSProperties;
}

/** Hover and hit testing for painted nodes, which have no DOM elements. */
export function useCanvasHitTest(scene: Scene, isOverview: boolean): CanvasHitTest {
  const flow = useReactFlow();
  const [over, setOver] = useState<{
    readonly node: SceneNode;
    readonly x: number;
    readonly y: number;
  } | null>(null);
  const find = ({ clientX, clientY }: ClientPoint): SceneNode | null =>
    isOverview ? nodeAt(scene, flow.screenToFlowPosition({ x: clientX, y: clientY })) : null;
  const hoveredId = isOverview ? over : null;
  return {
    at: (event) => find(event)?.id ?? null,
    onMove: (event) => {
      const node = find(event);
      const pane = event.currentTarget.getBoundingClientRect();
      if (node === null) setOver(null);
      else if (node !== over?.node)
        setOver({ node, x: event.clientX - pane.left, y: event.clientY - pane.top });
    },
    onLeave: () => setOver(null),
    hovered: hoveredId && nodeTitle(hoveredId.node.visible.node),
    style: hoveredId ? { transform: `translate(${hoveredId.x + 12}px, ${hoveredId.y + 14}px)` } : {},
  };
}
