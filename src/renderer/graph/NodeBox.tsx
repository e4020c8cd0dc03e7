import type { NodeProps } from '@xyflow/react';
import { ChevronRight } from 'lucide-react';
import { IconButton } from '../ui/IconButton.tsx';
import { useActivity, useCanvas, useShownStatus } from './canvas-context.ts';
import type { CanvasNode } from './flow-elements.ts';
import { nodeTitle } from './node-size.ts';
import { nodeWords, spentText } from './node-words.ts';
import { NodeFrame } from './NodeFrame.tsx';
import { NodeMark } from './NodeMark.tsx';
import styles from './Canvas.module.css';

/** A plain node, or a folded container with the button that opens it. */
export function NodeBox({ id, data, selected }: NodeProps<CanvasNode>) {
  const { node, role, current } = data;
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
      className={role === 'folded' ? styles.folded : styles.box}
      words={`${nodeWords(node, status, activity)}${role === 'folded' ? ', folded' : ''}`}
    >
      <NodeMark kind={node.kind} status={status} />
      <span className={styles.name}>{nodeTitle(node)}</span>
      {spent === '' ? null : <small className={styles.spent}>{spent}</small>}
      {role === 'folded' ? (
        <IconButton
          size="small"
          label={`Unfold ${nodeTitle(node)}`}
          icon={<ChevronRight size={13} aria-hidden />}
          tabIndex={-1}
          className={styles.fold}
          onClick={(event) => {
            event.stopPropagation();
            toggleFold(id);
          }}
        />
      ) : null}
    </NodeFrame>
  );
}
