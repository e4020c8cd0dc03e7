import type { NodeProps } from '@xyflow/react';
import type { CanvasNode } from '../canvas/react-flow-nodes.ts';
import { nodeTitle } from '../model/node-size.ts';
import { NodeShell } from './NodeShell.tsx';
import styles from '../canvas/Canvas.module.css';

export function TerminalNode({ data, selected }: NodeProps<CanvasNode>) {
  return (
    <NodeShell node={data.node} selected={selected} current={data.current} className={styles.terminal}>
      {nodeTitle(data.node)}
    </NodeShell>
  );
}
