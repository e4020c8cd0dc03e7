import { Background, ReactFlow, type NodeChange, type NodeTypes } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { clsx } from 'clsx';
import { useEffect, useMemo, type CSSProperties } from 'react';
import { useCanvas, useNodeDomId } from './canvas/canvas-context.ts';
import { EdgeLayer } from './canvas/EdgeLayer.tsx';
import { OverviewLayer } from './canvas/OverviewLayer.tsx';
import { toReactFlowNodes, holderOf, markSelectedNodes, type CanvasNode } from './canvas/react-flow-nodes.ts';
import type { Point } from './model/layout-types.ts';
import { MiniMap } from './canvas/MiniMap.tsx';
import { GraphNodeView, TerminalNode, OffscreenNode } from './nodes/GraphNodeView.tsx';
import { creditsPositions, useCreditsCorner } from './canvas/use-credits-corner.ts';
import { useReportDisplayedGraph, type DisplayedGraph } from './canvas/use-report-displayed-graph.ts';
import { useThemeColors } from './canvas/use-theme-colors.ts';
import { placeEdgeNotes } from './canvas/place-edge-notes.ts';
import { buildScene } from './canvas/scene.ts';
import { statusIconImages } from './nodes/status-icons.ts';
import { useCamera, type Camera } from './canvas/use-camera.ts';
import { useLevelOfDetail, useNameSize, useOverviewStroke } from './canvas/use-level-of-detail.ts';
import { useCanvasHitTest } from './canvas/use-canvas-hit-test.ts';
import { useCanvasKeyboard } from './canvas/use-canvas-keyboard.ts';
import type { LaidOut } from './layout/use-layout.ts';
import { zoomRange } from './canvas/viewport.ts';
import styles from './canvas/Canvas.module.css';

const nodeTypes: NodeTypes = { box: GraphNodeView, pill: TerminalNode };

const none: readonly never[] = [];

const plainLabel =
  'Graph. Arrow keys move between nodes, Enter selects, F fits, Shift+F shows the whole graph, Shift and an arrow key moves a node.';
const fullLabel =
  'Graph. Arrow keys move between nodes, Enter selects, F fits, Shift+F shows the whole graph, B sets a breakpoint, Shift and an arrow key moves a node, the menu key opens its menu, Tab goes to its sub-agents.';

export interface GraphCanvasProps {
  readonly laidOut: LaidOut;
  readonly shape: unknown;
  readonly selectedId: string | null;
  readonly isFollowing: boolean;
  // As in `CameraOptions`.
  readonly minZoom?: number;
  readonly onUserMove: () => void;
  readonly onSelect: (nodeId: string | null) => void;
  // Called with the camera, and with `null` on unmount. Must be stable.
  readonly onCamera: (camera: Camera | null) => void;
  // A node was dragged by this distance; `done` at the end of a drag.
  readonly onDrag: (nodeId: string, by: Point, done: boolean) => void;
  readonly onReset: () => void;
  readonly onDisplayed: (displayedGraph: DisplayedGraph) => void;
}

export function GraphCanvas(props: GraphCanvasProps) {
  const { laidOut, selectedId, onSelect, onCamera, onDrag, onReset } = props;
  const { activity, insideOf, extras } = useCanvas();
  const { onMenu, onBreak, edgeStyles, extraEdges } = extras;
  const nodeDomId = useNodeDomId();
  const { isFollowing, onUserMove } = props;
  const { camera, pane } = useCamera({
    laidOut,
    shape: props.shape,
    activity,
    insideOf,
    isFollowing,
    onUserMove,
    minZoom: props.minZoom,
  });
  const nudge = (id: string, by: Point): void => onDrag(id, by, true);
  // The menu key opens the menu below the current node, or in the middle of the canvas.
  const menuByKey = (id: string | null): void => {
    const element = id === null ? null : document.getElementById(nodeDomId(id));
    const paneBounds = (element ?? pane.current)?.getBoundingClientRect();
    if (!paneBounds) return;
    onMenu?.(element ? id : null, {
      x: paneBounds.left + paneBounds.width / 2,
      y: element ? paneBounds.bottom : paneBounds.top + paneBounds.height / 2,
    });
  };
  const keyboard = useCanvasKeyboard({
    laidOut,
    camera,
    selectedId,
    onSelect,
    onNudge: nudge,
    onReset,
    onMenu: menuByKey,
    onBreak,
  });
  useEffect(() => {
    onCamera(camera);
    return () => onCamera(null);
  }, [camera, onCamera]);

  const holderId = holderOf(laidOut.layout.nodes, selectedId);
  const shownId = holderId ?? selectedId;
  useEffect(() => {
    if (shownId !== null) camera.bringIntoView(shownId);
  }, [camera, shownId]);

  const scene = useMemo(() => buildScene(laidOut), [laidOut]);
  useReportDisplayedGraph(scene, pane, props.onDisplayed);
  const credits = useCreditsCorner(scene);
  const detail = useLevelOfDetail(scene, pane);
  const overviewStroke = useOverviewStroke();
  const nameSize = useNameSize();
  const palette = useThemeColors(pane);
  const icons = useMemo(() => (palette ? statusIconImages(palette) : undefined), [palette]);
  const pointer = useCanvasHitTest(scene, detail.isOverview);
  const notes = useMemo(
    () => placeEdgeNotes(detail.nodes, detail.edges, extras.edgeNotes),
    [detail, extras.edgeNotes],
  );
  const placed = useMemo(() => toReactFlowNodes(detail.nodes), [detail.nodes]);
  const nodes = useMemo(
    () => markSelectedNodes(placed, { selectedId, holderId, currentId: keyboard.currentId }),
    [placed, selectedId, holderId, keyboard.currentId],
  );
  const select = (nodeId: string | null): void => {
    if (nodeId !== null) keyboard.moveTo(nodeId);
    onSelect(nodeId);
  };
  const onNodesChange = (changes: NodeChange<CanvasNode>[]): void => {
    for (const change of changes) {
      if (change.type !== 'position' || !change.position) continue;
      const box = laidOut.layout.nodes.get(change.id);
      if (!box) continue;
      const by = { x: change.position.x - Math.round(box.x), y: change.position.y - Math.round(box.y) };
      const isDone = change.dragging !== true;
      if (isDone || by.x !== 0 || by.y !== 0) onDrag(change.id, by, isDone);
    }
  };

  return (
    <div
      ref={pane}
      className={styles.pane}
      style={icons as CSSProperties}
      // The menu key also triggers this event on the focused element; the menu is open by then.
      onContextMenu={(event) => event.preventDefault()}
    >
      <ReactFlow
        className={clsx(
          styles.flow,
          nameSize !== null && styles.reduced,
          overviewStroke !== null && styles.overview,
          pointer.hovered && styles.overNode,
        )}
        style={
          {
            ...(overviewStroke === null ? {} : { '--overview-stroke': `${overviewStroke}px` }),
            ...(nameSize === null ? {} : { '--name-size': `${nameSize}px` }),
          } as CSSProperties
        }
        data-testid="graph-canvas"
        data-detail={detail.isOverview ? 'far' : 'near'}
        aria-label={onMenu === null ? plainLabel : fullLabel}
        aria-activedescendant={keyboard.currentId === null ? undefined : nodeDomId(keyboard.currentId)}
        tabIndex={0}
        onKeyDown={keyboard.onKeyDown}
        nodes={nodes}
        nodeTypes={nodeTypes}
        onNodesChange={onNodesChange}
        zIndexMode="manual"
        minZoom={zoomRange.min}
        maxZoom={zoomRange.max}
        nodesConnectable={false}
        nodesFocusable={false}
        elementsSelectable={false}
        nodeDragThreshold={4}
        disableKeyboardA11y
        deleteKeyCode={null}
        zoomOnDoubleClick={false}
        attributionPosition={creditsPositions[credits]}
        onMoveStart={camera.onMoveStart}
        onNodeClick={(_, { id }) => select(id)}
        onPaneClick={(event) => select(pointer.at(event))}
        onPaneMouseMove={pointer.onMove}
        onPaneMouseLeave={pointer.onLeave}
        onPaneContextMenu={(event) => {
          if (onMenu === null) return;
          event.preventDefault();
          onMenu(pointer.at(event), { x: event.clientX, y: event.clientY });
        }}
      >
        <EdgeLayer
          layout={laidOut.layout}
          edges={detail.edges}
          edgeStyles={edgeStyles}
          extraEdges={detail.isOverview ? none : extraEdges}
          notes={notes}
        />
        <Background gap={22} size={1} />
      </ReactFlow>
      {detail.isOverview ? (
        <OverviewLayer scene={scene} selectedId={shownId} currentId={keyboard.currentId} />
      ) : null}
      {pointer.hovered === null ? null : (
        <div className={styles.hoverName} style={pointer.style} data-testid="graph-hover-name">
          {pointer.hovered}
        </div>
      )}
      {keyboard.currentId !== null && !detail.nodes.some(({ id }) => id === keyboard.currentId) ? (
        <OffscreenNode
          scene={scene}
          nodeId={keyboard.currentId}
          selected={keyboard.currentId === selectedId}
        />
      ) : null}
      {scene.nodes.length > 3 ? (
        <MiniMap scene={scene} notes={notes} credits={credits} onMove={camera.lookAt} />
      ) : null}
    </div>
  );
}
