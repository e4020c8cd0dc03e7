import { clsx } from 'clsx';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, type CSSProperties } from 'react';
import { durationText } from '../../ui/display/format.ts';
import type { TimelineRow } from '../model/timeline.ts';
import styles from './TimelineView.module.css';

export const barHeight = 22;

/** Empty for the status that needs no label. */
export const taskStatusLabels: Readonly<Record<TimelineRow['status'], string>> = {
  running: 'running',
  finished: '',
  failed: 'failed',
  waiting: 'waiting',
  stopped: 'stopped',
  unknown: 'unknown outcome',
};

export interface TimelineBarProps {
  readonly id: string;
  readonly row: TimelineRow;
  readonly top: number;
  readonly tokens: number | null;
  readonly collapsed: boolean;
  readonly active: boolean;
  /** Its node is selected on the canvas. */
  readonly chosen: boolean;
  readonly onPick: (row: TimelineRow) => void;
  readonly onToggleCollapsed: (row: TimelineRow) => void;
  readonly onHover: (row: TimelineRow | null) => void;
}

/** One task. CSS properties of the enclosing box set position and length, so that the clock moves without a render. */
export const TimelineBar = memo(function TimelineBar(props: TimelineBarProps) {
  const { id, row, top, tokens, collapsed, active, chosen, onPick, onToggleCollapsed, onHover } = props;
  const { label, depth, status, container } = row;
  const facts = [
    row.attempts > 1 ? `try ${row.attempts}` : '',
    taskStatusLabels[status],
    spentText(row),
    tokens === null ? '' : `${tokens} tok`,
  ].filter((fact) => fact !== '');
  const Chevron = collapsed ? ChevronRight : ChevronDown;
  return (
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-selected={chosen}
      {...(container ? { 'aria-expanded': !collapsed } : {})}
      aria-label={[label, ...facts].join(', ')}
      className={clsx(styles.task, active && styles.active)}
      style={{ top }}
      data-testid={`task-${row.nodeId}`}
      data-status={status}
      onClick={() => onPick(row)}
      onPointerEnter={() => onHover(row)}
      onPointerLeave={() => onHover(null)}
    >
      <span
        className={clsx(styles.name, depth > 0 && styles.inner)}
        style={{ paddingLeft: Math.min(depth, 8) * 12 }}
      >
        {container ? (
          <button
            type="button"
            tabIndex={-1}
            className={styles.collapse}
            aria-label={collapsed ? `Expand ${label}` : `Collapse ${label}`}
            onClick={(event) => {
              event.stopPropagation();
              onToggleCollapsed(row);
            }}
          >
            <Chevron size={12} aria-hidden />
          </button>
        ) : null}
        <span title={row.nodeId}>{label}</span>
      </span>
      <span className={styles.track}>
        {row.startMs - row.readyMs >= 1 ? (
          <i className={styles.queued} style={span(row.readyMs, row.startMs)} />
        ) : null}
        <i
          className={clsx(styles.bar, container && styles.around)}
          data-status={status}
          style={span(row.startMs, row.endMs)}
        />
        {status === 'waiting' ? (
          <i className={styles.waiting} style={span(row.endMs ?? row.startMs, null)} />
        ) : null}
      </span>
      <small className={styles.properties} data-status={status}>
        {facts.join(' · ')}
      </small>
    </div>
  );
});

/** A task that is running, interrupted or of unknown outcome has no final duration. */
function spentText({ status, startMs, endMs }: TimelineRow): string {
  return endMs === null || status === 'waiting' || status === 'unknown' ? '' : durationText(endMs - startMs);
}

/** Start and end as CSS properties; `null` is open-ended. */
function span(fromMs: number, toMs: number | null): CSSProperties {
  return { '--from': fromMs, '--to': toMs ?? 'var(--now)' } as CSSProperties;
}
