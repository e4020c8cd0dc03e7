import { useCallback, useMemo, useState } from 'react';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { withRunItems } from './run-items.ts';
import { itemIdOf, timelineItems, type PlacedTasks, type TimelineItem } from './timeline-items.ts';
import { recordedRunText } from '../../../shared/status-labels.ts';
import { TimelineTree, type TimelineTreeSlots } from './TimelineTree.tsx';
import type { TimelineData } from './use-timeline.ts';

export interface TimelineViewProps extends TimelineTreeSlots {
  readonly timeline: TimelineData;
}

export function TimelineView({ timeline, ...props }: TimelineViewProps) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [placed] = useState<PlacedTasks>(() => new WeakMap());
  const { tasks, runs, isActive } = timeline;
  const items = useMemo(
    () => withRunItems(timelineItems(tasks, toggled, placed), timeline),
    [tasks, timeline, toggled, placed],
  );
  const toggle = useCallback((item: TimelineItem) => {
    const id = itemIdOf(item);
    setToggled((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  if (items.length === 0) {
    const [only] = runs;
    const text = runs.length === 1 && only?.run?.status === 'ended' ? recordedRunText(only.run) : null;
    return (
      <EmptyState
        compact
        title="No tasks"
        sentence={isActive ? 'No node has started yet.' : `No node ran${text === null ? '' : `: ${text}`}.`}
      />
    );
  }
  return <TimelineTree {...props} timeline={timeline} items={items} toggled={toggled} onToggle={toggle} />;
}
