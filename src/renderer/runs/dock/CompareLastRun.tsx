import { GitCompareArrows } from 'lucide-react';
import { hasMoreRuns } from '../../../shared/model/run.ts';
import { compareBoth } from '../../shared-ui/compare-tray.ts';
import { runTrayEntry } from '../../shared-ui/tray-entries.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { useCurrentRun } from '../current-run.ts';
import { previousTurn } from './previous-turn.ts';

/** Compares the turn of the displayed run with the one before it, to see what a changed input or setting has changed. */
export function CompareLastRun({ runId }: { readonly runId: string }) {
  const { connectionId, runs } = useCurrentRun();
  const last = previousTurn(runs, runId);
  const displayed = runs.find((run) => run.runId === runId);
  if (last === null || displayed === undefined) return null;
  const entryOf = (run: typeof last) =>
    runTrayEntry('turn', {
      connectionId,
      threadId: run.threadId,
      runId: run.runId,
      number: hasMoreRuns(runs) ? null : runs.length - runs.indexOf(run),
      threadName: null,
      createdAt: run.createdAt,
    });
  return (
    <IconButton
      size="small"
      label="Compare with the last run"
      icon={<GitCompareArrows size={14} aria-hidden />}
      onClick={() => compareBoth(entryOf(last), entryOf(displayed))}
    />
  );
}
