import { ReactFlowProvider } from '@xyflow/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { AppError } from '../../shared/app-error.ts';
import type { GraphShape } from '../../shared/model/graph.ts';
import type { NodeActivitySource } from '../client/node-activity.ts';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import { Loading } from '../ui/Loading.tsx';
import { CanvasContext, type CanvasContextValue } from './canvas-context.ts';
import { BadgesContext } from './badges-context.ts';
import { CanvasOverlays } from './CanvasOverlays.tsx';
import { GraphCanvas } from './GraphCanvas.tsx';
import { GraphToolbar } from './GraphToolbar.tsx';
import { LayoutControls } from './LayoutControls.tsx';
import { directionForm } from './kept-choices.ts';
import type { NodeActions } from './menu/NodeMenu.tsx';
import type { ShownGraph } from './picture/use-shown.ts';
import { descendantsOf, indexShape } from './shape-index.ts';
import type { Camera } from './use-camera.ts';
import { useCanvasTools } from './use-canvas-tools.ts';
import { useKeptChoice } from './use-kept-choice.ts';
import { useLayout } from './use-layout.ts';
import { usePlaces } from './use-places.ts';
import { useXray } from './use-xray.ts';
import styles from './Canvas.module.css';

export interface GraphViewProps {
  readonly connectionId: string;
  readonly assistantId: string;
  readonly version: number | null;
  /** What the graph is called, for files. */
  readonly name: string;
  readonly threadId: string | null;
  /** Grows with each wish to find a node. */
  readonly findAsked: number;
  readonly actions: NodeActions;
  readonly shape: GraphShape;
  /** The server was asked again and did not answer well: the shape is as it was last seen. */
  readonly old: boolean;
  readonly activity: NodeActivitySource;
  readonly selectedId: string | null;
  readonly onSelect: (nodeId: string | null) => void;
  /** What the pane shows; `null` for a failure. */
  readonly onShown: (shown: ShownGraph | null) => void;
}

/** A graph that is known: its toolbar, and its canvas once it is laid out. */
export function GraphView(props: GraphViewProps) {
  const { connectionId, assistantId, version, shape, activity, selectedId, onSelect, onShown } = props;
  const xray = useXray(connectionId, assistantId, shape);
  const [direction, changeDirection] = useKeptChoice(['direction'], directionForm);
  const { laidOut, problem, pending, retry } = useLayout(xray.visible, direction);
  const places = usePlaces(laidOut, [
    connectionId,
    assistantId,
    String(version),
    String(xray.level),
    direction,
  ]);
  useEffect(() => {
    if (problem !== null) onShown(null);
  }, [problem, onShown]);
  const [camera, setCamera] = useState<Camera | null>(null);
  const heldCamera = useRef<Camera | null>(null);
  const { toggleFold } = xray;

  const inside = useMemo(() => {
    const index = indexShape(shape);
    const found = new Map<string, readonly string[]>();
    for (const id of index.childrenOf.keys()) if (id !== null) found.set(id, descendantsOf(index, id));
    const none: readonly string[] = [];
    return (nodeId: string) => found.get(nodeId) ?? none;
  }, [shape]);
  const fold = useCallback(
    (containerId: string) => {
      heldCamera.current?.holdAt(containerId);
      toggleFold(containerId);
    },
    [toggleFold],
  );
  const tools = useCanvasTools({
    connectionId,
    assistantId,
    name: props.name,
    threadId: props.threadId,
    shape,
    activity,
    placed: places.placed,
    direction,
    camera: heldCamera,
    insideOf: inside,
    toggleFold: fold,
    onSelect,
    findAsked: props.findAsked,
  });
  const { extras } = tools;
  const canvas = useMemo<CanvasContextValue>(
    () => ({ activity, extras, insideOf: inside, toggleFold: fold }),
    [activity, extras, inside, fold],
  );
  const body = useRef<HTMLDivElement>(null);

  return (
    <>
      <GraphToolbar
        xray={xray}
        camera={camera}
        tools={tools}
        note={pending && laidOut ? 'Laying out' : props.old ? 'As last seen' : null}
        layout={
          <LayoutControls
            direction={direction}
            onDirection={changeDirection}
            onReset={places.moved ? places.reset : null}
          />
        }
      />
      <div className={styles.body} ref={body}>
        {places.placed ? (
          <ReactFlowProvider>
            <CanvasContext value={canvas}>
              <BadgesContext value={tools.badges}>
                <GraphCanvas
                  laidOut={places.placed}
                  onDrag={places.onDrag}
                  onReset={places.reset}
                  selectedId={selectedId}
                  onSelect={onSelect}
                  onShown={onShown}
                  onCamera={(next) => {
                    heldCamera.current = next;
                    setCamera(next);
                  }}
                />
              </BadgesContext>
            </CanvasContext>
            <CanvasOverlays
              tools={tools}
              shape={shape}
              placed={places.placed}
              threadId={props.threadId}
              actions={props.actions}
              camera={camera}
              direction={direction}
              onDirection={changeDirection}
              onSelect={onSelect}
              onFold={fold}
              onLeave={() => body.current?.querySelector<HTMLElement>('[data-testid=graph-canvas]')?.focus()}
            />
          </ReactFlowProvider>
        ) : problem === null ? (
          <Loading fill>Laying out the graph</Loading>
        ) : null}
        {problem === null ? null : (
          <div className={styles.problem}>
            <ErrorNote action={null} error={layoutFailed(problem)} onRetry={retry} />
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
