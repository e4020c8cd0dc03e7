import { useEffect, useRef, useState } from 'react';
import { dispatch, useCommandHandler, type CommandOf } from '../../commands/command-queue.ts';
import { useCommandBindings, type CommandBinding } from '../../commands/command-registry.ts';
import { CompareTray } from '../../compare/CompareTray.tsx';
import {
  clearTray,
  entryName,
  pickForCompare,
  swapSides,
  useCompareTray,
  waitingEntry,
  type TrayEntry,
} from '../../shared-ui/compare-tray.ts';
import { lazyOverlay } from '../../ui/lazy-view.tsx';
import { displayedRun, useSession } from '../../runs/run-session.ts';
import { useUi, useUiStore } from '../ui-store.ts';
import { useWorkbench } from '../use-workbench.ts';
import { assistantEntry, checkpointEntry, runEntry, threadEntry } from './selected-entries.ts';
import { useCompareTrayProps } from './use-compare-tray-props.ts';

const LazyWhatChanged = lazyOverlay(
  async () => (await import('../../compare/WhatChangedDialog.tsx')).WhatChangedDialog,
  ({ onClose }) => onClose(),
);

/** The compare tray below the other views, while one side is chosen or something is dragged; and its commands. */
export function CompareTrayPane() {
  const workbench = useWorkbench();
  const store = useUiStore();
  const isShown = useUi(({ railView }) => railView === 'compare');
  const run = useSession(displayedRun);
  const waiting = useCompareTray(waitingEntry);
  const isDragging = useCompareTray((tray) => tray.isDragging);
  const isEmpty = useCompareTray(({ left, right }) => left === null && right === null);
  const completions = useCompareTray((tray) => tray.completions);
  const opened = useRef(0);
  const props = useCompareTrayProps();
  useEffect(() => {
    if (completions === opened.current) return;
    opened.current = completions;
    store.setState({ railView: 'compare' });
    // The menu that was used is covered now.
    document.getElementById('main')?.focus();
  }, [completions, store]);

  const pick = (what: string, entry: TrayEntry | null, blockedReason: string): CommandBinding => ({
    run: () => {
      if (entry !== null) pickForCompare(entry);
    },
    blocked: entry === null ? blockedReason : null,
    title:
      waiting === null ? `Compare this ${what} with…` : `Compare this ${what} with ${entryName(waiting)}`,
  });
  const { connectionId } = workbench.selection;
  const shownRun =
    connectionId === null || run === null || run.threadId === null
      ? null
      : { connectionId, threadId: run.threadId, runId: run.runId };
  const nothing = isEmpty ? 'The compare tray is empty.' : null;
  useCommandBindings({
    'compare.checkpoint': pick('checkpoint', checkpointEntry(workbench), 'Select an older checkpoint first.'),
    'compare.run': pick('run', runEntry(workbench, run), 'Show a run of a thread first.'),
    'compare.turn': pick('turn', runEntry(workbench, run, 'turn'), 'Show a run of a thread first.'),
    'compare.assistant': pick('assistant', assistantEntry(workbench), 'Select an assistant first.'),
    'compare.thread': pick('thread', threadEntry(workbench), 'Select a thread first.'),
    'run.what-changed': {
      run: () => shownRun !== null && void dispatch({ type: 'what-changed', ...shownRun }),
      blocked: shownRun === null ? 'Show a run of a thread first.' : null,
    },
    'compare.swap': { run: swapSides, blocked: nothing },
    'compare.clear': { run: clearTray, blocked: nothing },
  });
  const [askedRun, setAskedRun] = useState<CommandOf<'what-changed'> | null>(null);
  useCommandHandler('what-changed', setAskedRun);
  return (
    <>
      {isShown || (waiting === null && !isDragging) ? null : <CompareTray {...props} />}
      {askedRun === null ? null : (
        <LazyWhatChanged
          connectionId={askedRun.connectionId}
          threadId={askedRun.threadId}
          runId={askedRun.runId}
          onClose={() => setAskedRun(null)}
        />
      )}
    </>
  );
}
