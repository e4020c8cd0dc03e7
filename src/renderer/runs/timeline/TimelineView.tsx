import { useCallback, useId, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { rowForKey } from '../../ui/lists/list-navigation.ts';
import type { Run } from '../../../shared/model/runs/run.ts';
import { runDuration } from '../log/run-duration.ts';
import type { RunLogSnapshot } from '../log/run-log-store.ts';
import { useVirtualRows } from '../../ui/lists/use-virtual-rows.ts';
import { visibleTimelineRows, axisText, axisTimes } from './timeline-layout.ts';
import { barHeight, TimelineBar } from './TimelineBar.tsx';
import { TimelineSummary } from './TimelineSummary.tsx';
import type { TimelineMark, TimelineRow } from '../model/timeline.ts';
import { useAxisSpan } from './use-axis-span.ts';
import { useLiveClock } from './use-live-clock.ts';
import styles from './TimelineView.module.css';

/** Limits of axis labels and superstep lines; more would hide the bars. */
const mostTimes = 4;
const mostMarks = 200;

export interface TimelineViewProps {
  readonly log: RunLogSnapshot;
  readonly running: boolean;
  readonly run: Run | undefined;
  readonly nodeId: string | null;
  readonly onNode: (nodeId: string) => void;
}

/** The tasks of a run as bars, nested by subgraph. */
export function TimelineView({ log, running, run, nodeId, onNode }: TimelineViewProps) {
  const idBase = useId();
  const box = useRef<HTMLDivElement>(null);
  const { timeline, messages } = log.model;
  const all = timeline.rows();
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [activeId, setActiveId] = useState<string | null>(null);
  const [hovered, setHovered] = useState<TimelineRow | null>(null);
  const rows = useMemo(() => visibleTimelineRows(all, collapsed), [all, collapsed]);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualRows(scroller, rows.length, barHeight);
  const lastMs = log.model.lastMs();
  useLiveClock(box, running, lastMs, log.touchedAt);

  const toggleCollapsed = useCallback((row: TimelineRow, close?: boolean) => {
    setCollapsed((before) => {
      const next = new Set(before);
      if (close ?? !before.has(row.taskId)) next.add(row.taskId);
      else next.delete(row.taskId);
      return next;
    });
  }, []);
  const pick = useCallback(
    (row: TimelineRow) => {
      setActiveId(row.taskId);
      onNode(row.nodeId);
    },
    [onNode],
  );
  const found = rows.findIndex(({ taskId }) => taskId === activeId);
  const active = rows[found];
  const goTo = (index: number): void => {
    setActiveId(rows[index]?.taskId ?? null);
    list.scrollTo(index);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = rowForKey(event.key, found, rows.length, list.page);
    if (target !== null) goTo(target);
    else if (!active) return;
    else if (event.key === 'Enter' || event.key === ' ') onNode(active.nodeId);
    else if (event.key === 'ArrowRight' && active.container) toggleCollapsed(active, false);
    else if (event.key === 'ArrowLeft' && active.container && !collapsed.has(active.taskId))
      toggleCollapsed(active, true);
    else if (event.key === 'ArrowLeft')
      goTo(
        Math.max(
          0,
          rows.findIndex(({ taskId }) => taskId === active.parentId),
        ),
      );
    else return;
    event.preventDefault();
  };

  if (all.length === 0) {
    return (
      <EmptyState compact title="No tasks" sentence={running ? 'No node has started yet.' : 'No node ran.'} />
    );
  }
  const { from, to } = list;
  const summaryRow = hovered ?? active ?? null;
  const duration = running ? null : runDuration(run, log, null);
  return (
    <div className={styles.timeline} ref={box}>
      <Axis whole={lastMs} running={running} touchedAt={log.touchedAt} />
      <div
        ref={scroller}
        className={styles.rows}
        role="tree"
        aria-label="Timeline"
        tabIndex={0}
        {...(active ? { 'aria-activedescendant': `${idBase}${active.taskId}` } : {})}
        onScroll={list.onScroll}
        onKeyDown={onKeyDown}
      >
        <div className={styles.space} role="presentation" style={{ height: list.height }}>
          {rows.slice(from, to).map((row, index) => (
            <TimelineBar
              key={row.taskId}
              id={`${idBase}${row.taskId}`}
              row={row}
              top={list.topOf(from + index)}
              tokens={messages.usageOf(row.taskId)?.total ?? null}
              collapsed={collapsed.has(row.taskId)}
              active={row.taskId === activeId}
              chosen={row.nodeId === nodeId}
              onPick={pick}
              onToggleCollapsed={toggleCollapsed}
              onHover={setHovered}
            />
          ))}
          <Marks marks={timeline.marks()} />
        </div>
      </div>
      <TimelineSummary log={log} duration={duration} row={summaryRow} />
    </div>
  );
}

function Axis({
  whole,
  running,
  touchedAt,
}: {
  readonly whole: number;
  readonly running: boolean;
  readonly touchedAt: number;
}) {
  const span = useAxisSpan(running, whole, touchedAt);
  return (
    <div className={styles.axis} aria-hidden>
      <div className={styles.axisTrack}>
        {axisTimes(span, mostTimes).map((ms) => (
          <span key={ms} className={styles.time} style={at(ms)}>
            {axisText(ms)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Marks the start of each superstep of the root graph and each restart by the server. */
function Marks({ marks }: { readonly marks: readonly TimelineMark[] }) {
  const shown = marks.length > mostMarks ? marks.filter(({ kind }) => kind === 'attempt') : marks;
  return (
    <div className={styles.marks} aria-hidden>
      {shown.map(({ kind, number, atMs }) => (
        <i
          key={`${kind} ${number}`}
          className={styles.mark}
          data-kind={kind}
          data-number={kind === 'attempt' ? `try ${number}` : number}
          style={at(atMs)}
        />
      ))}
    </div>
  );
}

function at(ms: number): CSSProperties {
  return { '--from': ms } as CSSProperties;
}
