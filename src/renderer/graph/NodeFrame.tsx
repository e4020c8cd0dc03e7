import { clsx } from 'clsx';
import type { CSSProperties, ReactNode } from 'react';
import type { GraphNode } from '../../shared/model/graph.ts';
import type { NodeStatus } from '../client/node-activity.ts';
import { useCanvas } from './canvas-context.ts';
import { domId } from './dom-id.ts';
import { WaitingBadge } from './WaitingBadge.tsx';
import styles from './Canvas.module.css';

export interface NodeFrameProps {
  readonly node: GraphNode;
  readonly status: NodeStatus;
  readonly selected: boolean;
  /** The keyboard is on it. */
  readonly current: boolean;
  readonly className: string | undefined;
  /** An open container. */
  readonly open?: boolean;
  readonly words: string;
  readonly children: ReactNode;
}

/** What all nodes share: their name and status for people and tests, the selection ring, the ring while they run. */
export function NodeFrame(props: NodeFrameProps) {
  const { node, status, selected, current, className, open = false, words, children } = props;
  const { Badges, onMenu, tints, words: more } = useCanvas().extras;
  const moreWords = more.get(node.id);
  const tint = tints.get(node.id);
  return (
    <div
      className={clsx(styles.frame, className, selected && styles.selected, current && styles.current)}
      data-testid={`node-${node.id}`}
      data-status={status}
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
      {status === 'running' ? (
        <svg className={styles.ring} aria-hidden>
          <rect pathLength={100} />
        </svg>
      ) : null}
      <button
        type="button"
        id={domId(node.id)}
        className={styles.hit}
        tabIndex={-1}
        aria-label={moreWords === undefined ? words : `${words}, ${moreWords}`}
        aria-pressed={selected}
      />
      {children}
      {Badges === null ? null : <Badges node={node} open={open} />}
      <WaitingBadge nodeId={node.id} open={open} />
    </div>
  );
}
