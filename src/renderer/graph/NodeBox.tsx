import type { NodeProps } from '@xyflow/react';
import type { CanvasNode } from './flow-elements.ts';
import { FoldButton } from './FoldButton.tsx';
import { nodeTitle } from './node-size.ts';
import { NodeFrame } from './NodeFrame.tsx';
import { NodeMark } from './NodeMark.tsx';
import { nodeParts } from './written-status.ts';
import styles from './Canvas.module.css';

/** A plain node, a folded container, or an open one: then its name is a title above what lies in it. */
export function NodeBox({ data, selected }: NodeProps<CanvasNode>) {
  const { node, role, current } = data;
  const isOpen = role === 'open';
  const content = (
    <>
      <NodeMark />
      <span className={styles.name}>{nodeTitle(node)}</span>
      <small className={styles.spent} data-part={nodeParts.spent} />
      {role === 'node' ? null : <FoldButton node={node} open={isOpen} />}
    </>
  );
  return (
    <NodeFrame
      node={node}
      selected={selected}
      current={current}
      open={isOpen}
      className={{ node: styles.box, folded: styles.folded, open: styles.container }[role]}
      words={{ node: '', folded: ', folded', open: ', unfolded' }[role]}
    >
      {isOpen ? <div className={styles.title}>{content}</div> : content}
    </NodeFrame>
  );
}
