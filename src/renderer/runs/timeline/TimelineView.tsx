import { useCallback, useId, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { rowForKey } from '../../ui/lists/list-navigation.ts';
import type { Run } from '../../../shared/model/runs/run.ts';
import { runDuration } from '../log/run-duration.ts';
import type { RunLogSnapshot } from '../log/run-log-store.ts';
import { useVirtualRows } from '../../ui/lists/use-virtual-rows.ts';
import { axisText, axisTimes } from './timeline-layout.ts';
import { TaskGroupBar } from './TaskGroupBar.tsx';
import { TimelineBar } from './TimelineBar.tsx';
import { barHeight } from './TimelineItemFrame.tsx';
import { isGroup, itemIdOf, timelineItems, type TimelineItem } from './timeline-items.ts';
import { TimelineSummary } from './TimelineSummary.tsx';
import type { TimelineMark } from '../model/timeline.ts';
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
  readonly onNode: (nodeId: string, taskId: string | null) => void;
}

/** A group of tasks stands for its node. */
function taskIdOf(item: TimelineItem): string | null {
  return isGroup(item) ? null : item.taskId;
}

/** The tasks of a run as bars, nested by subgraph. */
export function TimelineView({ log, running, run, nodeId, onNode }: TimelineViewProps) {
  const idBase = useId();
  const box = useRef<HTMLDivElement>(null);
  const { timeline, messages } = log.model;
  const all = timeline.rows();
  // Collapsed tasks and expanded groups.
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [activeId, setActiveId] = useState<string | null>(null);
  const [hovered, setHovered] = useState<TimelineItem | null>(null);
  const items = useMemo(() => timelineItems(all, toggled), [all, toggled]);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualRows(scroller, items.length, barHeight);
  const lastMs = log.model.lastMs();
  useLiveClock(box, running, lastMs, log.touchedAt);

  const expandedOf = (item: TimelineItem): boolean | null => {
    if (isGroup(item)) return toggled.has(item.groupId);
    return item.container ? !toggled.has(item.taskId) : null;
  };
  const toggle = useCallback((item: TimelineItem) => {
    const id = itemIdOf(item);
    setToggled((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const pick = useCallback(
    (item: TimelineItem) => {
      setActiveId(itemIdOf(item));
      onNode(item.nodeId, taskIdOf(item));
    },
    [onNode],
  );
  const found = items.findIndex((item) => itemIdOf(item) === activeId);
  const active = items[found];
  const goTo = (index: number): void => {
    const item = items[index];
    setActiveId(item === undefined ? null : itemIdOf(item));
    list.scrollTo(index);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = rowForKey(event.key, found, items.length, list.page);
    const expanded = active === undefined ? null : expandedOf(active);
    if (target !== null) goTo(target);
    else if (!active) return;
    else if (event.key === 'Enter' || event.key === ' ') onNode(active.nodeId, taskIdOf(active));
    else if (event.key === 'ArrowRight' && expanded !== null) {
      if (!expanded) toggle(active);
    } else if (event.key === 'ArrowLeft' && expanded === true) toggle(active);
    else if (event.key === 'ArrowLeft')
      goTo(
        Math.max(
          0,
          items.findIndex((item) => itemIdOf(item) === active.parentId),
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
  const described = hovered ?? active ?? null;
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
        {...(active ? { 'aria-activedescendant': `${idBase}${found}` } : {})}
        onScroll={list.onScroll}
        onKeyDown={onKeyDown}
      >
        <div className={styles.space} role="presentation" style={{ height: list.height }}>
          {items.slice(from, to).map((item, index) => {
            const itemId = itemIdOf(item);
            const shared = {
              id: `${idBase}${from + index}`,
              top: list.topOf(from + index),
              expanded: expandedOf(item),
              active: itemId === activeId,
              chosen: item.nodeId === nodeId,
              onPick: pick,
              onToggle: toggle,
              onHover: setHovered,
            };
            return isGroup(item) ? (
              <TaskGroupBar key={itemId} {...shared} item={item} />
            ) : (
              <TimelineBar
                key={itemId}
                {...shared}
                item={item}
                tokens={messages.usageOf(itemId)?.total ?? null}
              />
            );
          })}
          <Marks marks={timeline.marks()} />
        </div>
      </div>
      <TimelineSummary log={log} duration={duration} item={described} />
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
