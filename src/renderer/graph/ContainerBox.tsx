import type { NodeProps } from '@xyflow/react';
import { ChevronDown } from 'lucide-react';
import { IconButton } from '../ui/IconButton.tsx';
import { useActivity, useCanvas, useShownStatus } from './canvas-context.ts';
import type { CanvasNode } from './flow-elements.ts';
import { nodeTitle } from './node-size.ts';
import { nodeWords, spentText } from './node-words.ts';
import { NodeFrame } from './NodeFrame.tsx';
import { NodeMark } from './NodeMark.tsx';
import styles from './Canvas.module.css';

/** An open subgraph: a title with the button that folds it, around the nodes that lie in it. */
export function ContainerBox({ id, data, selected }: NodeProps<CanvasNode>) {
  const { node, current } = data;
  const { toggleFold } = useCanvas();
  const activity = useActivity(id);
  const status = useShownStatus(id);
  const spent = spentText(activity);
  return (
    <NodeFrame
      node={node}
      status={status}
      selected={selected}
      current={current}
      className={styles.container}
      open
      words={`${nodeWords(node, status, activity)}, unfolded`}
    >
      <div className={styles.title}>
        {status === 'idle' ? null : <NodeMark kind={node.kind} status={status} />}
        <span className={styles.name}>{nodeTitle(node)}</span>
        {spent === '' ? null : <small className={styles.spent}>{spent}</small>}
        <IconButton
          size="small"
          label={`Fold ${nodeTitle(node)}`}
          icon={<ChevronDown size={13} aria-hidden />}
          tabIndex={-1}
          className={styles.fold}
          onClick={(event) => {
            event.stopPropagation();
            toggleFold(id);
          }}
        />
      </div>
    </NodeFrame>
  );
}
