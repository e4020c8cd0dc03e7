import { useCallback, useId, useMemo, useRef, useState, memo, type KeyboardEvent } from 'react';
import { CompareIconButton } from '../../shared-ui/CompareItem.tsx';
import type { TrayEntry } from '../../shared-ui/compare-tray.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { listKey, rowForKey } from '../../ui/lists/list-navigation.ts';
import { SelectionMenu } from '../../ui/popups/SelectionMenu.tsx';
import { useVirtualRows } from '../../ui/lists/use-virtual-rows.ts';
import type { Wait } from '../../../shared/thread-record/timeline-axis.ts';
import type { TimelineTask } from '../../../shared/thread-record/timeline-task.ts';
import { isInView, type AxisView } from './axis-view.ts';
import { spanText } from './timeline-labels.ts';
import { TaskGroupBar } from './TaskGroupBar.tsx';
import { TimelineAxis, useWidth } from './TimelineAxis.tsx';
import { TimelineBar } from './TimelineBar.tsx';
import {
  lineHeight,
  tallLineHeight,
  TimelineItemFrame,
  type TimelineItemProps,
} from './TimelineItemFrame.tsx';
import { isGroup, isRunItem, itemIdOf, type TimelineItem } from './timeline-items.ts';
import { TimelineMenu } from './TimelineMenu.tsx';
import { TimelineMarks } from './TimelineMarks.tsx';
import { TimelineSummary } from './TimelineSummary.tsx';
import { useAxisView } from './use-axis-view.ts';
import { useLiveClock } from './use-live-clock.ts';
import type { TimelineData, TimelineExtent } from './use-timeline.ts';
import styles from './TimelineView.module.css';
import type { RunItem } from './run-items.ts';
import { TimelineSpan } from './TimelineSpan.tsx';

export interface TimelineTreeSlots {
  readonly connectionId: string;
  readonly threadId: string | null;
  readonly extent: TimelineExtent;
  // Shows more or less; `null` where all is the same.
  readonly onExtent: ((extent: TimelineExtent) => void) | null;
  // The shown run or turn for the compare tray; `null` for a stateless run, of which servers keep nothing.
  readonly trayEntry: TrayEntry | null;
  readonly nodeId: string | null;
  readonly onNode: (nodeId: string, taskId: string | null) => void;
}

interface TimelineTreeProps extends TimelineTreeSlots {
  readonly timeline: TimelineData;
  readonly items: readonly TimelineItem[];
  // Collapsed tasks and expanded groups.
  readonly toggled: ReadonlySet<string>;
  readonly onToggle: (item: TimelineItem) => void;
}

interface OpenMenu {
  readonly item: TimelineItem;
  readonly x: number;
  readonly y: number;
}

// In a narrower pane each bar is below its name, so that it has room. In pixels.
const narrowPx = 380;

// A group of tasks stands for its node.
function taskIdOf(item: TimelineItem): string | null {
  return 'taskId' in item ? item.taskId : null;
}

export function TimelineTree(props: TimelineTreeProps) {
  const { timeline, items, toggled, onToggle, extent, onExtent, trayEntry, nodeId, onNode } = props;
  const idBase = useId();
  const container = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const { layout, clock } = timeline;
  const [activeId, setActiveId] = useState<string | null>(null);
  const [hovered, setHovered] = useState<TimelineItem | null>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(container);
  const isNarrow = width > 0 && width < narrowPx;
  const list = useVirtualRows(scroller, items.length, isNarrow ? tallLineHeight : lineHeight);
  // Another run has another axis.
  const axisId = `${extent} ${timeline.runs[0]?.runId ?? ''}`;
  const axis = useAxisView(container, track, layout.fromMs, clock, axisId);
  useLiveClock(container, clock, layout.fromMs, axis.view);

  const expandedOf = (item: TimelineItem): boolean | null => {
    if (isRunItem(item)) return null;
    if (isGroup(item)) return toggled.has(item.groupId);
    return item.container ? !toggled.has(item.executionId) : null;
  };
  const pick = useCallback(
    (item: TimelineItem) => {
      setActiveId(itemIdOf(item));
      if (!isRunItem(item)) onNode(item.nodeId, taskIdOf(item));
    },
    [onNode],
  );
  const activeIndex = useMemo(
    () => (activeId === null ? -1 : items.findIndex((item) => itemIdOf(item) === activeId)),
    [items, activeId],
  );
  const active = items[activeIndex];
  const goTo = (index: number): void => {
    const item = items[index];
    setActiveId(item === undefined ? null : itemIdOf(item));
    list.scrollTo(index);
  };
  const openMenu = useCallback((item: TimelineItem, x: number, y: number) => {
    setActiveId(itemIdOf(item));
    setMenu({ item, x, y });
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      if (active === undefined) return;
      event.preventDefault();
      const row = document.getElementById(`${idBase}${activeIndex}`)?.getBoundingClientRect();
      return openMenu(active, (row?.left ?? 0) + 40, row?.bottom ?? 0);
    }
    if (axis.onKey(event, event.shiftKey)) return;
    const target = rowForKey(listKey(event), activeIndex, items.length, list.page);
    const expanded = active === undefined ? null : expandedOf(active);
    if (target !== null) goTo(target);
    else if (!active) return;
    else if (event.key === 'Enter' || event.key === ' ') pick(active);
    else if (event.key === 'ArrowRight' && expanded !== null) {
      if (!expanded) onToggle(active);
    } else if (event.key === 'ArrowLeft' && expanded === true) onToggle(active);
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

  const menuActions = {
    connectionId: props.connectionId,
    threadId: props.threadId,
    trayEntry,
    onPick: pick,
    onToggle,
  };
  const axisView = axis.view ?? { fromMs: layout.fromMs, toMs: clock.lastMs };
  const { from, to } = list;
  const described = hovered ?? active ?? null;
  return (
    <div className={styles.timeline} ref={container} data-narrow={isNarrow || undefined}>
      <TimelineAxis timeline={timeline} control={axis} track={track} />
      <div
        ref={scroller}
        className={styles.rows}
        role="tree"
        aria-label="Timeline"
        tabIndex={0}
        {...(active && list.isDrawn(activeIndex)
          ? { 'aria-activedescendant': `${idBase}${activeIndex}` }
          : {})}
        onScroll={list.onScroll}
        onKeyDown={onKeyDown}
      >
        <div className={styles.space} role="presentation" style={{ height: list.height }}>
          {items.slice(from, to).map((item, index) => {
            const itemId = itemIdOf(item);
            const slot = list.slotOf(from + index);
            const shared = {
              id: `${idBase}${from + index}`,
              top: list.topOf(from + index),
              expanded: expandedOf(item),
              active: itemId === activeId,
              chosen: !isRunItem(item) && item.nodeId === nodeId,
              view: axis.view,
              onPick: pick,
              onToggle,
              onHover: setHovered,
              onMenu: openMenu,
            };
            if (isRunItem(item)) return <RunBar key={slot} {...shared} item={item} />;
            return isGroup(item) ? (
              <TaskGroupBar key={slot} {...shared} item={item} />
            ) : (
              <TimelineBar
                key={slot}
                {...shared}
                item={item}
                {...writtenProps(timeline, item, axisView, layout.waits)}
              />
            );
          })}
          <TimelineMarks timeline={timeline} view={axis.view} />
        </div>
      </div>
      <div className={styles.footer}>
        <TimelineSummary timeline={timeline} item={described} />
        <span className="visually-hidden" aria-live="polite">
          {axis.view === null ? '' : `Displayed: ${spanText(axis.view, layout.waits)}`}
        </span>
        {axis.view === null ? null : (
          <Button size="small" onClick={() => axis.set(null)}>
            Show all
          </Button>
        )}
        {trayEntry === null ? null : <CompareIconButton entry={trayEntry} />}
        {onExtent === null ? null : (
          <SegmentedControl
            label="Timeline scope"
            value={extent}
            onChange={onExtent}
            options={[
              { value: 'run', label: 'This run' },
              { value: 'turn', label: 'Turn' },
              { value: 'thread', label: 'Thread' },
            ]}
          />
        )}
      </div>
      {menu === null ? null : (
        <TimelineMenu
          key={`${itemIdOf(menu.item)} ${menu.x} ${menu.y}`}
          {...menuActions}
          item={menu.item}
          expanded={expandedOf(menu.item)}
          at={menu}
          onClose={() => setMenu(null)}
        />
      )}
      {active === undefined ? null : (
        <SelectionMenu>
          {(place) => (
            <TimelineMenu {...place} {...menuActions} item={active} expanded={expandedOf(active)} />
          )}
        </SelectionMenu>
      )}
    </div>
  );
}

// What the events of the displayed run report of a task, as single values, which stay the same while the run
// grows.
function writtenProps({ log }: TimelineData, task: TimelineTask, axisView: AxisView, waits: readonly Wait[]) {
  const row = log.model.timeline.rowOf(task.taskId);
  const written = row?.written ?? null;
  const space = written === null ? null : labelSpace(task.endMs, task.startMs, axisView, waits);
  return {
    written,
    calls: row?.calls ?? null,
    writtenSide: space?.side ?? null,
    writtenFromMs: space?.fromMs ?? null,
    writtenToMs: space?.toMs ?? null,
  };
}

// A run without tasks: from its creation to its end, by the server.
const RunBar = memo(function RunBar(props: TimelineItemProps<RunItem>) {
  const { label, facts, startMs, endMs, hasFailed } = props.item;
  const status = hasFailed ? 'failed' : 'unknown';
  return (
    <TimelineItemFrame {...props} label={label} visit={null} status={status} facts={facts}>
      <TimelineSpan className={styles.bar} status={status} fromMs={startMs} toMs={endMs} view={props.view} />
    </TimelineItemFrame>
  );
});

// The space beside a task's bars: from its end or to its start, up to a wait; `null`: up to the end of the axis.
interface LabelSpace {
  readonly side: 'before' | 'after';
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

// Where there is more space in the displayed span; `null` while it runs and out of sight. `startMs`: its first bar.
export function labelSpace(
  endMs: number | null,
  startMs: number,
  axisView: AxisView,
  waits: readonly Wait[],
): LabelSpace | null {
  if (endMs === null || !isInView(axisView, startMs, endMs)) return null;
  const nextMs = waits.find(({ toMs }) => toMs > endMs)?.fromMs ?? null;
  const beforeMs = waits.findLast(({ fromMs }) => fromMs < startMs)?.toMs ?? null;
  const after = Math.min(axisView.toMs, nextMs ?? axisView.toMs) - endMs;
  const before = startMs - Math.max(axisView.fromMs, beforeMs ?? axisView.fromMs);
  return after >= before
    ? { side: 'after', fromMs: endMs, toMs: nextMs }
    : { side: 'before', fromMs: beforeMs, toMs: startMs };
}
