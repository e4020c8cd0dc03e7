import type { NodeProps } from '@xyflow/react';
import type { CanvasNode } from './scene/react-flow-nodes.ts';
import { CollapseButton } from './FoldButton.tsx';
import { nodeTitle } from './model/node-size.ts';
import { NodeShell } from './nodes/NodeShell.tsx';
import { NodeIcon } from './nodes/NodeIcon.tsx';
import { nodeParts } from './nodes/use-imperative-status.ts';
import styles from './canvas/Canvas.module.css';

/** A plain node, a folded container, or an open one: then its name is a title above what lies in it. */
export function GraphNodeView({ data, selected }: NodeProps<CanvasNode>) {
  const { node, role, current } = data;
  const isOpen = role === 'open';
  const content = (
    <>
      <NodeIcon />
      <span className={styles.name}>{nodeTitle(node)}</span>
      <small className={styles.duration} data-part={nodeParts.spent} />
      {role === 'node' ? null : <CollapseButton node={node} open={isOpen} />}
    </>
  );
  return (
    <NodeShell
      node={node}
      selected={selected}
      current={current}
      open={isOpen}
      className={{ node: styles.box, folded: styles.collapsed, open: styles.container }[role]}
      labelSuffix={{ node: '', folded: ', folded', open: ', unfolded' }[role]}
    >
      {isOpen ? <div className={styles.title}>{content}</div> : content}
    </NodeShell>
  );
}
