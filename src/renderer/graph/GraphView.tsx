import { ReactFlowProvider } from '@xyflow/react';
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { AppError } from '../../shared/app-error.ts';
import type { GraphShape } from '../../shared/model/graph.ts';
import { compareGraphs, isSameGraph } from '../shared-ui/compare-graphs.ts';
import { dismissGraphChanges, useGraphBaseline } from '../shared-ui/graph-baselines.ts';
import type { NodeActivitySource } from '../shared-ui/node-activity.ts';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { CanvasContext, SelectedTaskContext, type CanvasContextValue } from './canvas/canvas-context.ts';
import { BadgesContext } from './nodes/badges-context.ts';
import { CanvasOverlays } from './CanvasOverlays.tsx';
import { GraphCanvas } from './GraphCanvas.tsx';
import { GraphToolbar, type ToolbarNote } from './GraphToolbar.tsx';
import { LayoutControls } from './LayoutControls.tsx';
import { directionPreference, usePreference } from './preferences.ts';
import type { NodeActions } from './NodeMenu.tsx';
import type { DisplayedGraph } from './canvas/use-report-displayed-graph.ts';
import { descendantsOf, indexGraph } from './model/graph-index.ts';
import type { Camera } from './canvas/use-camera.ts';
import { useGraphCommands } from './use-graph-commands.ts';
import { markModelNodes } from './model/agent-rows.ts';
import { useAgentRows } from './nodes/use-agent-rows.ts';
import { groupSiblings } from './model/sibling-groups.ts';
import { useCanvasTools } from './use-canvas-tools.ts';
import { useFollowRun } from './use-follow-run.ts';
import { useDirection } from './layout/use-direction.ts';
import { useLayout } from './layout/use-layout.ts';
import { useNodePositions } from './layout/use-node-positions.ts';
import { useXray } from './use-xray.ts';
import styles from './canvas/Canvas.module.css';

export interface GraphViewProps {
  readonly connectionId: string;
  readonly assistantId: string;
  readonly graphId: string;
  readonly version: number | null;
  readonly name: string;
  readonly threadId: string | null;
  readonly actions: NodeActions;
  readonly shape: GraphShape;
  readonly namesDeclared: boolean | null;
  // A refetch failed, so the shape may be outdated.
  readonly old: boolean;
  readonly activity: NodeActivitySource;
  readonly banner: ReactNode;
  readonly selectedId: string | null;
  readonly selectedTaskId: string | null;
  readonly onSelect: (nodeId: string | null, taskId?: string) => void;
  // `null` on failure.
  readonly onDisplayed: (displayedGraph: DisplayedGraph | null) => void;
}

export function GraphView(props: GraphViewProps) {
  const { connectionId, assistantId, version, shape, activity, selectedId, onSelect, onDisplayed } = props;
  const grouped = useMemo(() => groupSiblings(markModelNodes(shape)), [shape]);
  const xray = useXray(connectionId, assistantId, grouped);
  const body = useRef<HTMLDivElement>(null);
  const [choice, chooseDirection] = usePreference(['direction'], directionPreference);
  const direction = useDirection(choice, xray.visibleAtLevel, body);
  const visible = useAgentRows(xray.visible, activity);
  const { laidOut, problem, pending, retry } = useLayout(visible, direction);
  const follow = useFollowRun(activity);
  const positioned = useNodePositions(laidOut, [
    connectionId,
    assistantId,
    String(version),
    String(xray.level),
    direction ?? '',
  ]);
  useEffect(() => {
    if (problem !== null) onDisplayed(null);
  }, [problem, onDisplayed]);
  const isCut = useSyncExternalStore(activity.subscribeCut, activity.isCut);
  const [camera, setCamera] = useState<Camera | null>(null);
  const heldCamera = useRef<Camera | null>(null);
  const holdCamera = useCallback((next: Camera | null) => {
    heldCamera.current = next;
    setCamera(next);
  }, []);
  const { toggleCollapsed } = xray;

  const inside = useMemo(() => {
    const index = indexGraph(grouped);
    const descendants = new Map<string, readonly string[]>();
    for (const id of index.childrenOf.keys()) if (id !== null) descendants.set(id, descendantsOf(index, id));
    const none: readonly string[] = [];
    return (nodeId: string) => descendants.get(nodeId) ?? none;
  }, [grouped]);
  const collapse = useCallback(
    (containerId: string) => {
      heldCamera.current?.keepInPlace(containerId);
      toggleCollapsed(containerId);
    },
    [toggleCollapsed],
  );
  const baseline = useGraphBaseline(connectionId, assistantId);
  const changes = useMemo(() => {
    const graphChanges = baseline && compareGraphs(baseline, shape);
    return graphChanges && !isSameGraph(graphChanges) ? graphChanges : null;
  }, [baseline, shape]);
  const tools = useCanvasTools({
    connectionId,
    assistantId,
    graphId: props.graphId,
    name: props.name,
    threadId: props.threadId,
    shape,
    grouped,
    activity,
    changes,
    laidOut: positioned.laidOut,
    direction: direction ?? 'down',
    camera: heldCamera,
    insideOf: inside,
    toggleCollapsed: collapse,
    onSelect,
  });
  useGraphCommands({
    shape,
    xray,
    camera,
    tools,
    follow,
    selectedId,
    direction: direction ?? 'down',
    onDirection: chooseDirection,
  });
  const select = (nodeId: string | null): void => {
    if (nodeId === null || !grouped.groups.has(nodeId)) {
      onSelect(nodeId);
      return;
    }
    // The server knows no such node: a click shows those in it.
    const isOpen = xray.visible.nodes.some(({ id, role }) => id === nodeId && role === 'open');
    if (!isOpen) collapse(nodeId);
  };
  const { decorations } = tools;
  const canvas = useMemo<CanvasContextValue>(
    () => ({
      activity,
      extras: decorations,
      insideOf: inside,
      toggleCollapsed: collapse,
      selectTask: onSelect,
    }),
    [activity, decorations, inside, collapse, onSelect],
  );

  return (
    <>
      <GraphToolbar
        xray={xray}
        camera={camera}
        tools={tools}
        follow={follow}
        note={noteOf(pending && laidOut !== null, props.old, isCut)}
        layout={
          <LayoutControls
            direction={choice}
            onDirection={chooseDirection}
            drawn={direction ?? 'down'}
            onReset={positioned.moved ? positioned.reset : null}
          />
        }
      />
      {props.banner}
      <div className={styles.body} ref={body}>
        {positioned.laidOut ? (
          <ReactFlowProvider>
            <CanvasContext value={canvas}>
              <BadgesContext value={tools.badges}>
                <SelectedTaskContext value={props.selectedTaskId}>
                  <GraphCanvas
                    laidOut={positioned.laidOut}
                    shape={shape}
                    onDrag={positioned.onDrag}
                    onReset={positioned.reset}
                    selectedId={selectedId}
                    isFollowing={follow.isFollowing}
                    onUserMove={follow.pause}
                    onSelect={select}
                    onDisplayed={onDisplayed}
                    onCamera={holdCamera}
                  />
                </SelectedTaskContext>
              </BadgesContext>
            </CanvasContext>
            <CanvasOverlays
              assistantId={assistantId}
              connectionId={connectionId}
              tools={tools}
              changes={
                changes && {
                  graphChanges: changes,
                  dismiss: () => dismissGraphChanges(connectionId, assistantId),
                }
              }
              shape={shape}
              namesDeclared={props.namesDeclared}
              groups={grouped.groups}
              laidOut={positioned.laidOut}
              threadId={props.threadId}
              actions={props.actions}
              camera={camera}
              direction={choice}
              onDirection={chooseDirection}
              selectedId={props.selectedId}
              onSelect={onSelect}
              onToggleCollapsed={collapse}
              onLeave={() => body.current?.querySelector<HTMLElement>('[data-testid=graph-canvas]')?.focus()}
            />
          </ReactFlowProvider>
        ) : problem === null ? (
          <Loading fill>Laying out the graph</Loading>
        ) : null}
        {problem === null ? null : (
          <div className={styles.problem}>
            <ErrorNotice action={null} error={layoutFailed(problem)} onRetry={retry} />
          </div>
        )}
      </div>
    </>
  );
}

function noteOf(isLayingOut: boolean, isOld: boolean, isCut: boolean): ToolbarNote | null {
  if (isLayingOut) return { text: 'Laying out' };
  if (isOld) return { text: 'As last seen' };
  if (!isCut) return null;
  return {
    text: 'Older steps are missing',
    title:
      'The oldest checkpoints of this turn were deleted, or there are more than the studio reads. Statuses, visits and times do not include them.',
  };
}

function layoutFailed(problem: string): AppError {
  return new AppError('internal', 'Could not lay out the graph.', {
    hint: 'Try another x-ray level.',
    details: { problem },
  });
}
