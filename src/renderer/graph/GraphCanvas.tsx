import { Background, MiniMap, ReactFlow, useStore, type NodeTypes } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { clsx } from 'clsx';
import { useEffect, useMemo } from 'react';
import { useCanvas } from './canvas-context.ts';
import { ContainerBox } from './ContainerBox.tsx';
import { domId } from './dom-id.ts';
import { EdgeLayer } from './EdgeLayer.tsx';
import { EndPill } from './EndPill.tsx';
import { flowNodes, markNodes } from './flow-elements.ts';
import { MiniMapBox } from './MiniMapBox.tsx';
import { NodeBox } from './NodeBox.tsx';
import { useCamera, type Camera } from './use-camera.ts';
import { useKeyboard } from './use-keyboard.ts';
import type { LaidOut } from './use-layout.ts';
import { zoomRange } from './viewport-fit.ts';
import styles from './Canvas.module.css';

const nodeTypes: NodeTypes = { box: NodeBox, pill: EndPill, container: ContainerBox };

/** Above this many nodes only what is in view is in the page. */
const renderAllUpTo = 300;

/** Below this zoom names can't be read: nodes are drawn as plain blocks in their status' colour. */
const farBelow = 0.3;

export interface GraphCanvasProps {
  readonly laidOut: LaidOut;
  readonly selectedId: string | null;
  readonly onSelect: (nodeId: string | null) => void;
  /** Hands the camera to the toolbar, `null` when the canvas goes. */
  readonly onCamera: (camera: Camera | null) => void;
}

/** The drawn graph. It is only looked at: nothing can be moved or connected. */
export function GraphCanvas({ laidOut, selectedId, onSelect, onCamera }: GraphCanvasProps) {
  const { onMenu, edgeLooks, extraEdges } = useCanvas().extras;
  const { camera, pane } = useCamera(laidOut);
  const keyboard = useKeyboard(laidOut, camera, selectedId, onSelect);
  useEffect(() => {
    onCamera(camera);
    return () => onCamera(null);
  }, [camera, onCamera]);

  const isFar = useStore((flow) => flow.transform[2] < farBelow);
  const placed = useMemo(() => flowNodes(laidOut), [laidOut]);
  const nodes = useMemo(
    () => markNodes(placed, selectedId, keyboard.currentId),
    [placed, selectedId, keyboard.currentId],
  );

  return (
    <div ref={pane} className={styles.pane}>
      <ReactFlow
        className={clsx(styles.flow, isFar && styles.far)}
        data-testid="graph-canvas"
        aria-label="Graph. Arrow keys move between nodes, Enter selects, F fits."
        aria-activedescendant={keyboard.currentId === null ? undefined : domId(keyboard.currentId)}
        tabIndex={0}
        onKeyDown={keyboard.onKeyDown}
        nodes={nodes}
        nodeTypes={nodeTypes}
        zIndexMode="manual"
        minZoom={zoomRange.least}
        maxZoom={zoomRange.most}
        onlyRenderVisibleElements={nodes.length > renderAllUpTo}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        zoomOnDoubleClick={false}
        attributionPosition="bottom-left"
        onMoveStart={camera.onMoveStart}
        onNodeClick={(_, { id }) => {
          keyboard.moveTo(id);
          onSelect(id);
        }}
        onPaneClick={() => onSelect(null)}
        onPaneContextMenu={(event) => {
          if (onMenu === null) return;
          event.preventDefault();
          onMenu(null, { x: event.clientX, y: event.clientY });
        }}
      >
        <EdgeLayer laidOut={laidOut} edgeLooks={edgeLooks} extraEdges={extraEdges} />
        <Background gap={22} size={1} />
        {nodes.length > 3 ? (
          <MiniMap
            className={styles.mini ?? ''}
            nodeComponent={MiniMapBox}
            nodeClassName={(node) => node.type ?? ''}
            ariaLabel="Map of the graph"
            pannable
            zoomable
          />
        ) : null}
      </ReactFlow>
    </div>
  );
}
