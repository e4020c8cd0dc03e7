import { clsx } from 'clsx';
import { useRef, useLayoutEffect, type CSSProperties, type ReactNode, type RefObject } from 'react';
import type { GraphNode } from '../../../shared/model/graph.ts';
import { useBadgeData } from './badges-context.ts';
import { useCanvas, useNodeDomId } from '../canvas/canvas-context.ts';
import { nodeTitle } from '../model/node-size.ts';
import { InterruptBadge } from './InterruptBadge.tsx';
import styles from '../canvas/Canvas.module.css';
import badgeStyles from '../overlay/ChangeBadge.module.css';
import type { NodeActivity, NodeStatus } from '../../shared-ui/node-activity.ts';
import { nodeLabel, visitSummary } from '../model/node-labels.ts';
import { aggregateStatus } from '../model/aggregate-status.ts';

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

// Shared by all nodes: accessible name and status, selection ring, running ring. The status is written to the
// DOM without a render.
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
  const { Badges, onMenu, tints, nodeChanges, descriptions: more, hasNoRun } = useCanvas().extras;
  const nodeDomId = useNodeDomId();
  const change = nodeChanges.get(node.id);
  const extraLabel = more.get(node.id);
  const frame = useRef<HTMLDivElement>(null);
  useImperativeStatus(frame, {
    node,
    more: `${labelSuffix}${holdsSelected ? ', contains the selected task' : ''}${extraLabel === undefined ? '' : `, ${extraLabel}`}`,
    note: useBadgeData().notes.get(node.id),
    hasNoRun: hasNoRun === true,
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
      title={extraLabel === undefined ? node.id : `${node.id}: ${extraLabel}`}
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

function ChangeBadge({ change }: { readonly change: 'new' | 'changed' | undefined }) {
  if (change === undefined) return null;
  return (
    <span className={clsx(badgeStyles.badge, badgeStyles[change])} data-part="change" aria-hidden>
      {change}
    </span>
  );
}

// The parts of a node's box that depend on its status, by `data-part`.
export const nodeParts = { hit: 'hit', mark: 'mark', badge: 'badge' } as const;

// Nodes that run longer are marked as `data-lasting`; most finish sooner and only need a ring.
const lastingMs = 400;

interface ImperativeStatus {
  readonly node: GraphNode;
  readonly more: string;
  // The overlay's note, instead of the visits and time of the run.
  readonly note: string | undefined;
  readonly hasNoRun: boolean;
}

// Writes a node's status to its box, now and on every change. Re-rendering the box would cost ten times as
// much, and many nodes change many times a second; so React renders no part of the box that depends on the
// status.
function useImperativeStatus(
  frame: RefObject<HTMLElement | null>,
  { node, more, note, hasNoRun }: ImperativeStatus,
): void {
  const { activity, insideOf } = useCanvas();
  // Without a dependency list, because a re-render (for example after collapsing) may change the parts.
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const inside = insideOf(node.id);
    let written: { readonly status: NodeStatus; readonly own: NodeActivity } | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const time = (isRunning: boolean): void => {
      if (isRunning) {
        timer ??= setTimeout(() => element.setAttribute('data-lasting', ''), lastingMs);
        return;
      }
      clearTimeout(timer);
      timer = undefined;
      element.removeAttribute('data-lasting');
    };
    const write = (): void => {
      const nodeActivity = activity.get(node.id);
      const status = aggregateStatus(activity, node.id, inside);
      if (written?.status === status && written.own === nodeActivity) return;
      written = { status, own: nodeActivity };
      element.setAttribute('data-status', status);
      partOf(element, 'hit')?.setAttribute(
        'aria-label',
        nodeLabel(node, hasNoRun ? null : status, nodeActivity) + more,
      );
      partOf(element, 'mark')?.setAttribute('data-sign', status === 'idle' ? node.kind : status);
      const badge = partOf(element, 'badge');
      if (badge) badge.textContent = note ?? visitSummary(nodeActivity);
      time(status === 'running');
    };
    write();
    const stops = [node.id, ...inside].map((id) => activity.subscribe(id, write));
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  });
}

function partOf(box: HTMLElement, part: keyof typeof nodeParts): Element | null {
  return box.querySelector(`[data-part=${nodeParts[part]}]`);
}
