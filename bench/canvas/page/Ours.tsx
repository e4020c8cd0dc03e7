import { ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { useEffect, useMemo, useState } from 'react';
import { CanvasContext, type CanvasContextValue } from '../../../src/renderer/graph/canvas/canvas-context.ts';
import type { CanvasDecorations } from '../../../src/renderer/graph/model/canvas-decorations.ts';
import { GraphCanvas } from '../../../src/renderer/graph/GraphCanvas.tsx';
import { descendantsOf, indexGraph } from '../../../src/renderer/graph/model/graph-index.ts';
import type { Camera } from '../../../src/renderer/graph/canvas/use-camera.ts';
import { nodesInView, type ShowProps } from './rendered-graph.ts';

const noExtras: CanvasDecorations = {
  Badges: null,
  onMenu: null,
  onBreak: null,
  descriptions: new Map(),
  tints: new Map(),
  nodeChanges: new Map(),
  edgeStyles: new Map(),
  edgeNotes: new Map(),
  extraEdges: [],
};

const nothing = (): void => undefined;

export function Ours({ laidOut, shape, activity, viewport, onReady }: ShowProps) {
  const canvas = useMemo((): CanvasContextValue => {
    const index = indexGraph(shape);
    const inside = new Map<string, readonly string[]>();
    for (const id of index.childrenOf.keys()) if (id !== null) inside.set(id, descendantsOf(index, id));
    const none: readonly string[] = [];
    return {
      activity,
      extras: noExtras,
      insideOf: (id) => inside.get(id) ?? none,
      toggleCollapsed: () => undefined,
      selectTask: () => undefined,
    };
  }, [shape, activity]);
  const [camera, setCamera] = useState<Camera | null>(null);
  return (
    <ReactFlowProvider>
      <CanvasContext value={canvas}>
        <GraphCanvas
          laidOut={laidOut}
          shape={shape}
          selectedId={null}
          // As in the studio after the camera was moved by hand.
          isFollowing={false}
          onUserMove={nothing}
          onSelect={nothing}
          onCamera={setCamera}
          onDrag={nothing}
          onReset={nothing}
          onDisplayed={nothing}
        />
        {camera ? (
          <Ready
            laidOut={laidOut}
            camera={camera}
            activity={activity}
            viewport={viewport}
            onReady={onReady}
          />
        ) : null}
      </CanvasContext>
    </ReactFlowProvider>
  );
}

function Ready({
  laidOut,
  activity,
  viewport,
  onReady,
  camera,
}: Omit<ShowProps, 'shape'> & { camera: Camera }) {
  const flow = useReactFlow();
  useEffect(() => {
    if (viewport === null) camera.showAll();
    else {
      camera.lookAt();
      void flow.setViewport(viewport);
    }
    onReady({
      setStatuses: (statuses) => activity.set(statuses),
      panBy: (x, y) => {
        const at = flow.getViewport();
        void flow.setViewport({ ...at, x: at.x + x, y: at.y + y });
      },
      inView: () => nodesInView(laidOut, flow.getViewport()),
    });
  }, [flow, laidOut, activity, viewport, onReady, camera]);
  return null;
}
