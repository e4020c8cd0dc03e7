import { useCallback, useMemo, useState } from 'react';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { withUnseenRuns } from './pass/unseen-runs.ts';
import type { PassRun } from './pass/use-pass.ts';
import { itemIdOf, timelineItems, type PlacedRows, type TimelineItem } from './timeline-items.ts';
import { TimelineTree, type TimelineTreeSlots } from './TimelineTree.tsx';
import { useStory } from './use-story.ts';

export interface TimelineViewProps extends TimelineTreeSlots {
  /** One run, or the runs of a pass, oldest first. */
  readonly runs: readonly PassRun[];
  /** The pass has more runs. */
  readonly isCut: boolean;
}

/** The tasks of a run or of a pass as bars, nested by subgraph. */
export function TimelineView({ runs, isCut, ...props }: TimelineViewProps) {
  const story = useStory(runs, isCut);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [placed] = useState<PlacedRows>(() => new WeakMap());
  const { rows, unseen } = story;
  const items = useMemo(
    () => withUnseenRuns(timelineItems(rows, toggled, placed), unseen),
    [rows, unseen, toggled, placed],
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
    return (
      <EmptyState
        compact
        title="No tasks"
        sentence={runs.some(({ running }) => running) ? 'No node has started yet.' : 'No node ran.'}
      />
    );
  }
  return <TimelineTree {...props} story={story} items={items} toggled={toggled} onToggle={toggle} />;
}
