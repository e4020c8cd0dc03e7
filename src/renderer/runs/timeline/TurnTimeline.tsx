import { runTrayEntry } from '../../shared-ui/tray-entries.ts';
import { draftKey, useDraft } from '../../storage/drafts.ts';
import { Loading } from '../../ui/display/Loading.tsx';
import { TimelineView } from './TimelineView.tsx';
import { useTimeline, type DisplayedRun, type TimelineExtent } from './use-timeline.ts';

export interface TurnTimelineProps extends DisplayedRun {
  readonly nodeId: string | null;
  readonly onNode: (nodeId: string, taskId: string | null) => void;
}

/** The timeline of the displayed run, of the turn that it is part of, or of the whole thread. The choice is stored. */
export function TurnTimeline({ nodeId, onNode, ...shownRun }: TurnTimelineProps) {
  const { connectionId, threadId, runId, log } = shownRun;
  const [stored, store] = useDraft(draftKey('timeline', 'span'));
  const extent: TimelineExtent = stored === 'run' || stored === 'thread' ? stored : 'turn';
  const timeline = useTimeline(shownRun, extent);
  const { runs, tasks, isReading, isActive, threadRuns } = timeline;
  if (tasks.length === 0) {
    if (isReading) return <Loading fill>Reading what ran</Loading>;
    if (log.frames.length === 0 && runs.length === 1) {
      if (log.problem && isActive) return null;
      if (log.end === null && shownRun.running) return <Loading fill>Waiting for the first event</Loading>;
    }
  }
  const [first] = runs;
  const trayEntry =
    threadId === null || first === undefined
      ? null
      : runTrayEntry(runs.length > 1 ? 'turn' : 'run', {
          connectionId,
          threadId,
          runId: runs.length > 1 ? first.runId : runId,
          number: null,
          threadName: null,
          createdAt: null,
        });
  return (
    <TimelineView
      key={threadId ?? runId}
      connectionId={connectionId}
      threadId={threadId}
      trayEntry={extent === 'thread' ? null : trayEntry}
      timeline={timeline}
      extent={extent}
      onExtent={threadRuns < 2 ? null : (next) => store(next === 'turn' ? null : next)}
      nodeId={nodeId}
      onNode={onNode}
    />
  );
}
