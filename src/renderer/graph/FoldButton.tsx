import { ChevronDown, ChevronRight } from 'lucide-react';
import type { GraphNode } from '../../shared/model/graph.ts';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { useCanvas } from './canvas-context.ts';
import { nodeTitle } from './model/node-size.ts';
import styles from './canvas/Canvas.module.css';

/** Folds an open container, or unfolds a folded one. */
export function CollapseButton({ node, open }: { readonly node: GraphNode; readonly open: boolean }) {
  const { toggleCollapsed } = useCanvas();
  return (
    <IconButton
      size="small"
      label={`${open ? 'Fold' : 'Unfold'} ${nodeTitle(node)}`}
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
