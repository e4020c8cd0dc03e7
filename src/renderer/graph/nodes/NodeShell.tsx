import { clsx } from 'clsx';
import { useRef, type CSSProperties, type ReactNode } from 'react';
import type { GraphNode } from '../../../shared/model/graph.ts';
import { useBadgeData } from './badges-context.ts';
import { useCanvas, useNodeDomId } from '../canvas/canvas-context.ts';
import { ChangeBadge } from '../overlay/ChangeBadge.tsx';
import { nodeTitle } from '../model/node-size.ts';
import { InterruptBadge } from './InterruptBadge.tsx';
import { nodeParts, useImperativeStatus } from './use-imperative-status.ts';
import styles from '../canvas/Canvas.module.css';

export interface NodeShellProps {
  readonly node: GraphNode;
  readonly selected: boolean;
  readonly current: boolean;
  readonly holdsSelected?: boolean;
  readonly className: string | undefined;
  readonly open?: boolean;
  readonly labelSuffix?: string;
  readonly children: ReactNode;
}

/**
 * Shared by all nodes: accessible name and status, selection ring, running ring. The status is written to the
 * DOM without a render.
 */
export function NodeShell(props: NodeShellProps) {
  const {
    node,
    selected,
    current,
    holdsSelected = false,
    className,
    open = false,
    labelSuffix = '',
    children,
  } = props;
  const { Badges, onMenu, tints, nodeChanges, descriptions: more } = useCanvas().extras;
  const nodeDomId = useNodeDomId();
  const change = nodeChanges.get(node.id);
  const extraLabel = more.get(node.id);
  const frame = useRef<HTMLDivElement>(null);
  useImperativeStatus(frame, {
    node,
    more: `${labelSuffix}${holdsSelected ? ', contains the selected task' : ''}${extraLabel === undefined ? '' : `, ${extraLabel}`}`,
    note: useBadgeData().notes.get(node.id),
  });
  const tint = tints.get(node.id);
  return (
    <div
      ref={frame}
      className={clsx(
        styles.frame,
        className,
        selected && styles.selected,
        holdsSelected && styles.holdsSelected,
        current && styles.current,
      )}
      data-testid={`node-${node.id}`}
      data-change={change}
      data-tinted={tint === undefined ? undefined : true}
      style={tint === undefined ? undefined : ({ '--tint': `${Math.round(tint * 100)}%` } as CSSProperties)}
      title={node.id}
      onContextMenu={
        onMenu
          ? (event) => {
              event.preventDefault();
              event.stopPropagation();
              onMenu(node.id, { x: event.clientX, y: event.clientY });
            }
          : undefined
      }
    >
      <button
        type="button"
        id={nodeDomId(node.id)}
        className={styles.hitArea}
        tabIndex={-1}
        data-part={nodeParts.hit}
        // `useImperativeStatus` appends the status.
        aria-label={nodeTitle(node)}
        aria-pressed={selected}
      />
      {children}
      {Badges === null ? null : <Badges node={node} open={open} />}
      <ChangeBadge change={change} />
      <InterruptBadge nodeId={node.id} open={open} />
    </div>
  );
}
