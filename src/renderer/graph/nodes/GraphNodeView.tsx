import { clsx } from 'clsx';
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { GraphNode } from '../../../shared/model/graph.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { useCanvas, useActivity, useAggregateStatus, useNodeDomId } from '../canvas/canvas-context.ts';
import { nodeTitle } from '../model/node-size.ts';
import type { NodeProps } from '@xyflow/react';
import type { CanvasNode } from '../canvas/react-flow-nodes.ts';
import { AgentRows, agentRowsLabel } from './AgentRows.tsx';
import { NodeShell, nodeParts } from './NodeShell.tsx';
import styles from '../canvas/Canvas.module.css';
import iconStyles from './NodeIcon.module.css';
import { nodeLabel } from '../model/node-labels.ts';
import type { Scene } from '../canvas/scene.ts';

export function CollapseButton({ node, open }: { readonly node: GraphNode; readonly open: boolean }) {
  const { toggleCollapsed } = useCanvas();
  return (
    <IconButton
      size="small"
      label={`${open ? 'Collapse' : 'Expand'} ${nodeTitle(node)}`}
      icon={open ? <ChevronDown size={13} aria-hidden /> : <ChevronRight size={13} aria-hidden />}
      tabIndex={-1}
      className={`nodrag ${styles.collapse ?? ''}`}
      onClick={(event) => {
        event.stopPropagation();
        toggleCollapsed(node.id);
      }}
    />
  );
}

/** A node of the graph on the canvas (React Flow): a plain one, or a subgraph that is collapsed or open. */
export function GraphNodeView({ data, selected }: NodeProps<CanvasNode>) {
  const { node, role, rows, current, holdsSelected } = data;
  const isOpen = role === 'open';
  const content = (
    <>
      <NodeIcon />
      <span className={styles.name}>{nodeTitle(node)}</span>
      <small className={styles.badge} data-part={nodeParts.badge} />
      {role === 'node' ? null : <CollapseButton node={node} open={isOpen} />}
      {rows.length === 0 ? null : <AgentRows nodeId={node.id} rows={rows} reachable={current} />}
    </>
  );
  return (
    <NodeShell
      node={node}
      selected={selected}
      current={current}
      holdsSelected={holdsSelected}
      open={isOpen}
      className={
        {
          node: clsx(styles.box, rows.length > 0 && styles.withRows),
          collapsed: styles.collapsed,
          open: styles.container,
        }[role]
      }
      labelSuffix={{ node: agentRowsLabel(rows), collapsed: ', collapsed', open: ', expanded' }[role]}
    >
      {isOpen ? <div className={styles.title}>{content}</div> : content}
    </NodeShell>
  );
}

function NodeIcon() {
  return <i className={iconStyles.icon} aria-hidden data-part={nodeParts.mark} />;
}

export function TerminalNode({ data, selected }: NodeProps<CanvasNode>) {
  return (
    <NodeShell node={data.node} selected={selected} current={data.current} className={styles.terminal}>
      {nodeTitle(data.node)}
    </NodeShell>
  );
}

interface OffscreenNodeProps {
  readonly scene: Scene;
  readonly nodeId: string;
  readonly selected: boolean;
}

/** An accessible stand-in for the focused node while it is not in the DOM: painted on the canvas, or out of view. */
export function OffscreenNode({ scene, nodeId, selected }: OffscreenNodeProps) {
  const nodeDomId = useNodeDomId();
  const status = useAggregateStatus(nodeId);
  const activity = useActivity(nodeId);
  const sceneNode = scene.nodes.find(({ id }) => id === nodeId);
  return sceneNode ? (
    <button
      type="button"
      id={nodeDomId(nodeId)}
      className={styles.offscreen}
      tabIndex={-1}
      aria-pressed={selected}
      aria-label={nodeLabel(sceneNode.visible.node, status, activity)}
    />
  ) : null;
}
