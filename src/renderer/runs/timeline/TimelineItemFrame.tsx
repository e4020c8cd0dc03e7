import { clsx } from 'clsx';
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AxisView } from './axis-view.ts';
import type { TimelineTask } from '../../../shared/thread-record/timeline-task.ts';
import { isGroup, isRunItem, type TimelineItem } from './timeline-items.ts';
import styles from './TimelineView.module.css';

// Height of a line, and of one whose bar is below its name, in pixels.
export const lineHeight = 22;
export const tallLineHeight = 36;

export interface TimelineItemProps<Item extends TimelineItem> {
  readonly id: string;
  readonly item: Item;
  readonly top: number;
  readonly expanded: boolean | null;
  readonly active: boolean;
  readonly chosen: boolean;
  readonly view: AxisView | null;
  readonly onPick: (item: TimelineItem) => void;
  readonly onToggle: (item: TimelineItem) => void;
  readonly onHover: (item: TimelineItem | null) => void;
  // `x`, `y`: in window coordinates.
  readonly onMenu: (item: TimelineItem, x: number, y: number) => void;
}

interface TimelineItemFrameProps extends TimelineItemProps<TimelineItem> {
  readonly label: string;
  // How often its node ran: which visit, and of how many; `null` outside of loops.
  readonly visit: readonly [number: number, of: number] | null;
  readonly status: string;
  readonly facts: readonly string[];
  readonly isOut?: boolean;
  readonly children: ReactNode;
}

export function TimelineItemFrame(props: TimelineItemFrameProps) {
  const { id, item, top, expanded, active, chosen, label, visit, status, facts, children } = props;
  const { depth } = item;
  const nodeId = isRunItem(item) ? item.label : item.nodeId;
  const Chevron = expanded ? ChevronDown : ChevronRight;
  return (
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-selected={chosen}
      {...(expanded === null ? {} : { 'aria-expanded': expanded })}
      aria-label={[label, ...(visit === null ? [] : [visitText(visit)]), ...facts].join(', ')}
      className={clsx(styles.task, active && styles.active)}
      style={{ top }}
      data-testid={`${isRunItem(item) ? 'run' : isGroup(item) ? 'tasks' : 'task'}-${nodeId}`}
      data-status={status}
      data-out={props.isOut || undefined}
      onClick={() => props.onPick(item)}
      onContextMenu={(event) => {
        event.preventDefault();
        props.onMenu(item, event.clientX, event.clientY);
      }}
      onPointerEnter={() => props.onHover(item)}
      onPointerLeave={() => props.onHover(null)}
    >
      <span
        className={clsx(styles.name, depth > 0 && styles.inner)}
        style={{ paddingLeft: Math.min(depth, 8) * 12 }}
      >
        {expanded === null ? null : (
          <button
            type="button"
            tabIndex={-1}
            className={styles.collapse}
            aria-label={expanded ? `Collapse ${label}` : `Expand ${label}`}
            onClick={(event) => {
              event.stopPropagation();
              props.onToggle(item);
            }}
          >
            <Chevron size={12} aria-hidden />
          </button>
        )}
        <span title={nodeId}>{label}</span>
        {visit === null ? null : (
          <small className={styles.visit} title={visitText(visit)}>
            {visit.join('/')}
          </small>
        )}
      </span>
      <span className={styles.track}>{children}</span>
      <small className={styles.properties} data-status={status}>
        {facts.join(' · ')}
      </small>
    </div>
  );
}

export function visitText([number, of]: readonly [number: number, of: number]): string {
  return `visit ${number} of ${of}`;
}

// Which visit of its node a task is; `null` for a node that ran once.
export function visitOf({
  siblings: { visit, visits },
}: Pick<TimelineTask, 'siblings'>): readonly [number: number, of: number] | null {
  return visits > 1 ? [visit, visits] : null;
}
