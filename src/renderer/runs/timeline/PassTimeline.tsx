import { runTrayEntry } from '../../domain/compare/tray-entries.ts';
import { draftKey, useDraft } from '../../storage/drafts.ts';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { TimelineView } from './TimelineView.tsx';
import { usePass, type DisplayedRun } from './pass/use-pass.ts';

export interface PassTimelineProps extends DisplayedRun {
  readonly nodeId: string | null;
  readonly onNode: (nodeId: string, taskId: string | null) => void;
}

/** The timeline of the displayed run, or of the whole pass that it is a part of. The choice is stored. */
export function PassTimeline({ nodeId, onNode, ...shown }: PassTimelineProps) {
  const { runId, log } = shown;
  const [stored, store] = useDraft(draftKey('timeline', 'span'));
  const isWhole = stored !== 'run';
  const { runs: pass, isCut } = usePass(shown, isWhole);
  const own = pass.filter((one) => one.runId === runId);
  const runs = isWhole ? pass : own;
  if (runs.length === 1 && log.frames.length === 0) {
    if (log.problem) return null;
    if (log.end === null) return <Loading fill>Waiting for the first event</Loading>;
  }
  const { connectionId, threadId } = shown;
  const named = runs[0];
  const trayEntry =
    threadId === null || named === undefined
      ? null
      : runTrayEntry(runs.length > 1 ? 'pass' : 'run', {
          connectionId,
          threadId,
          runId: runs.length > 1 ? named.runId : runId,
          number: null,
          threadName: null,
          createdAt: named.run?.createdAt ?? null,
        });
  return (
    <TimelineView
      connectionId={connectionId}
      threadId={threadId}
      trayEntry={trayEntry}
      key={pass[0]?.runId}
      runs={runs}
      isCut={isWhole && isCut}
      isWhole={isWhole}
      onWhole={pass.length === 1 ? null : (whole) => store(whole ? null : 'run')}
      nodeId={nodeId}
      onNode={onNode}
    />
  );
}
