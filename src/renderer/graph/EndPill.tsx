import type { NodeProps } from '@xyflow/react';
import type { CanvasNode } from './flow-elements.ts';
import { nodeTitle } from './node-size.ts';
import { NodeFrame } from './NodeFrame.tsx';
import styles from './Canvas.module.css';

/** The start or the end of a graph. */
export function EndPill({ data, selected }: NodeProps<CanvasNode>) {
  return (
    <NodeFrame node={data.node} selected={selected} current={data.current} className={styles.pill}>
      {nodeTitle(data.node)}
    </NodeFrame>
  );
}
