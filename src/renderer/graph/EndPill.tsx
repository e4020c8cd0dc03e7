import type { NodeProps } from '@xyflow/react';
import type { CanvasNode } from './flow-elements.ts';
import { nodeTitle } from './node-size.ts';
import { NodeShell } from './NodeFrame.tsx';
import styles from './Canvas.module.css';

/** The start or the end of a graph. */
export function TerminalNode({ data, selected }: NodeProps<CanvasNode>) {
  return (
    <NodeShell node={data.node} selected={selected} current={data.current} className={styles.terminal}>
      {nodeTitle(data.node)}
    </NodeShell>
  );
}
