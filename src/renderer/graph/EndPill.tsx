import type { NodeProps } from '@xyflow/react';
import { useActivity } from './canvas-context.ts';
import type { CanvasNode } from './flow-elements.ts';
import { nodeTitle } from './node-size.ts';
import { nodeWords } from './node-words.ts';
import { NodeFrame } from './NodeFrame.tsx';
import styles from './Canvas.module.css';

/** The start or the end of a graph. */
export function EndPill({ id, data, selected }: NodeProps<CanvasNode>) {
  const activity = useActivity(id);
  return (
    <NodeFrame
      node={data.node}
      status={activity.status}
      selected={selected}
      current={data.current}
      className={styles.pill}
      words={nodeWords(data.node, activity.status, activity)}
    >
      {nodeTitle(data.node)}
    </NodeFrame>
  );
}
