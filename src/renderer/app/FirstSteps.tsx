import { Lightbulb, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useUnavailable } from '../rpc/server-features.ts';
import { useRunState } from '../run-state/run-state-store.ts';
import { draftKey, useDraft } from '../storage/drafts.ts';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { useHasPanes, useIsSheetOpen } from './ui-store.ts';
import { useWorkbench } from './use-workbench.ts';
import { formatDone, invitedStep, parseDone, stepsDone, type FirstStep, type Scene } from './first-steps.ts';
import styles from './shell/Banner.module.css';

export const firstStepsKey = draftKey('first-steps');

const sentences: Readonly<Record<FirstStep, string>> = {
  run: 'Press Run below the input to start your first run and watch its steps in the graph.',
  question: 'The run asks a question. Answer it on the left or on the right, and the run continues.',
  'time-travel':
    'Select an earlier checkpoint in the story to see the state at that point, and run again from there.',
};

// Run at the top only opens and closes the sheet.
const firstRunBySheet = 'Press Run at the top right for the input of your first run.';

/** Invites to the first run, question and time travel of the demo, in one sentence each, which goes once that is done. */
export function FirstSteps() {
  const { selection, server, assistant } = useWorkbench();
  const { connectionId, threadId, checkpointId } = selection;
  const { phase } = useRunState(connectionId, threadId);
  const [stored, store] = useDraft(firstStepsKey);
  const hasPanes = useHasPanes();
  const isSheetOpen = useIsSheetOpen();
  // All of them end with a run.
  const noRuns = useUnavailable(connectionId, 'runs.start');
  const isInPast = checkpointId !== null;
  const previous = useRef<Scene | null>(null);
  useEffect(() => {
    const scene: Scene = { threadId, phase, isInPast };
    const before = previous.current ?? scene;
    previous.current = scene;
    const done = parseDone(stored);
    const added = stepsDone(before, scene).filter((step) => !done.has(step));
    if (added.length > 0) store(formatDone(new Set([...done, ...added])));
  }, [threadId, phase, isInPast, stored, store]);

  const done = parseDone(stored);
  const step = invitedStep({ threadId, phase, isInPast }, done);
  const isDemo = server?.connection.kind === 'demo' && assistant !== null;
  if (!isDemo || !hasPanes || noRuns !== null || step === null) return null;
  return (
    <div className={styles.offer} role="region" aria-label="First steps">
      <Lightbulb size={14} aria-hidden />
      <span>{step === 'run' && !isSheetOpen ? firstRunBySheet : sentences[step]}</span>
      <IconButton
        size="small"
        label="Close"
        icon={<X size={14} aria-hidden />}
        onClick={() => store(formatDone(new Set([...done, step])))}
      />
    </div>
  );
}
