import type { NodeProps } from '@xyflow/react';
import { useActivity, useShownStatus } from './canvas-context.ts';
import type { CanvasNode } from './flow-elements.ts';
import { FoldButton } from './FoldButton.tsx';
import { nodeTitle } from './node-size.ts';
import { useBadgeFacts } from './badges-context.ts';
import { nodeWords, spentText } from './node-words.ts';
import { NodeFrame } from './NodeFrame.tsx';
import { NodeMark } from './NodeMark.tsx';
import styles from './Canvas.module.css';

/** A plain node, a folded container, or an open one: then its name is a title above what lies in it. */
export function NodeBox({ id, data, selected }: NodeProps<CanvasNode>) {
  const { node, role, current } = data;
  const activity = useActivity(id);
  const status = useShownStatus(id);
  // The overlay's own word says it, perhaps of more than this run.
  const spent = useBadgeFacts().notes.has(id) ? '' : spentText(activity);
  const isOpen = role === 'open';
  const content = (
    <>
      {isOpen && status === 'idle' ? null : <NodeMark kind={node.kind} status={status} />}
      <span className={styles.name}>{nodeTitle(node)}</span>
      {spent === '' ? null : <small className={styles.spent}>{spent}</small>}
      {role === 'node' ? null : <FoldButton node={node} open={isOpen} />}
    </>
  );
  return (
    <NodeFrame
      node={node}
      status={status}
      selected={selected}
      current={current}
      open={isOpen}
      className={{ node: styles.box, folded: styles.folded, open: styles.container }[role]}
      words={`${nodeWords(node, status, activity)}${{ node: '', folded: ', folded', open: ', unfolded' }[role]}`}
    >
      {isOpen ? <div className={styles.title}>{content}</div> : content}
    </NodeFrame>
  );
}
