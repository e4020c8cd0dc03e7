import { ReactFlowProvider } from '@xyflow/react';
import { useMemo, useRef, useState } from 'react';
import { AppError } from '../../shared/app-error.ts';
import type { GraphShape } from '../../shared/model/graph.ts';
import type { NodeActivitySource } from '../client/node-activity.ts';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import { Loading } from '../ui/Loading.tsx';
import { CanvasContext, type CanvasContextValue } from './canvas-context.ts';
import { noExtras } from './canvas-extras.ts';
import { GraphCanvas } from './GraphCanvas.tsx';
import { GraphToolbar } from './GraphToolbar.tsx';
import { LayoutControls } from './LayoutControls.tsx';
import { keepDirection, readDirection } from './kept-direction.ts';
import { descendantsOf, indexShape } from './shape-index.ts';
import type { Camera } from './use-camera.ts';
import { useLayout } from './use-layout.ts';
import { usePlaces } from './use-places.ts';
import { useXray } from './use-xray.ts';
import styles from './Canvas.module.css';

export interface GraphViewProps {
  readonly connectionId: string;
  readonly assistantId: string;
  readonly version: number | null;
  readonly shape: GraphShape;
  readonly activity: NodeActivitySource;
  readonly selectedId: string | null;
  readonly onSelect: (nodeId: string | null) => void;
}

/** A graph that is known: its toolbar, and its canvas once it is laid out. */
export function GraphView(props: GraphViewProps) {
  const { connectionId, assistantId, version, shape, activity, selectedId, onSelect } = props;
  const xray = useXray(connectionId, assistantId, shape);
  const [direction, setDirection] = useState(readDirection);
  const { laidOut, problem, pending, retry } = useLayout(xray.visible, direction);
  const places = usePlaces(laidOut, [
    connectionId,
    assistantId,
    String(version),
    String(xray.level),
    direction,
  ]);
  const [camera, setCamera] = useState<Camera | null>(null);
  const heldCamera = useRef<Camera | null>(null);
  const { toggleFold } = xray;

  const canvas = useMemo<CanvasContextValue>(() => {
    const index = indexShape(shape);
    const inside = new Map<string, readonly string[]>();
    for (const id of index.childrenOf.keys()) if (id !== null) inside.set(id, descendantsOf(index, id));
    const none: readonly string[] = [];
    return {
      activity,
      extras: noExtras,
      insideOf: (nodeId) => inside.get(nodeId) ?? none,
      toggleFold: (containerId) => {
        heldCamera.current?.holdAt(containerId);
        toggleFold(containerId);
      },
    };
  }, [shape, activity, toggleFold]);

  return (
    <>
      <GraphToolbar
        xray={xray}
        camera={camera}
        note={pending && laidOut ? 'Laying out' : null}
        layout={
          <LayoutControls
            direction={direction}
            onDirection={(next) => {
              keepDirection(next);
              setDirection(next);
            }}
            onReset={places.moved ? places.reset : null}
          />
        }
      />
      <div className={styles.body}>
        {places.placed ? (
          <ReactFlowProvider>
            <CanvasContext value={canvas}>
              <GraphCanvas
                laidOut={places.placed}
                onDrag={places.onDrag}
                onReset={places.reset}
                selectedId={selectedId}
                onSelect={onSelect}
                onCamera={(next) => {
                  heldCamera.current = next;
                  setCamera(next);
                }}
              />
            </CanvasContext>
          </ReactFlowProvider>
        ) : problem === null ? (
          <Loading fill>Laying out the graph</Loading>
        ) : null}
        {problem === null ? null : (
          <div className={styles.problem}>
            <ErrorNote error={layoutFailed(problem)} onRetry={retry} />
          </div>
        )}
      </div>
    </>
  );
}

function layoutFailed(problem: string): AppError {
  return new AppError('internal', 'The graph could not be laid out.', {
    hint: 'Another x-ray level may work.',
    details: { problem },
  });
}
