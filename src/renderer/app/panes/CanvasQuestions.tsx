import { useLayoutEffect, useMemo } from 'react';
import { readOnlyReason } from '../../../shared/model/read-only.ts';
import type { PendingInterrupt } from '../../../shared/model/thread.ts';
import { noQuestions } from '../../shared-ui/node-activity.ts';
import { interruptSummaries } from '../../interrupts/interrupt-summary.ts';
import { usePlayedInterrupts } from '../../runs/use-played-interrupts.ts';
import { useCurrentRun } from '../../runs/current-run.ts';
import { useSession } from '../../runs/run-session.ts';

const noInterrupts: readonly PendingInterrupt[] = [];

/** Shows on the canvas what the thread asks, or in a playback what its run had asked by now. Renders nothing. */
export function CanvasQuestions() {
  const activity = useSession((state) => state.activity);
  const { connectionId, waiting, isViewingOlder } = useCurrentRun();
  const played = usePlayedInterrupts();
  const isRecording = readOnlyReason(connectionId) !== null;
  // They wait at the newest checkpoint, which is not the one on the canvas.
  const isElsewhere = isViewingOlder && !isRecording;
  const interrupts = played ?? (isElsewhere ? null : waiting?.interrupts) ?? noInterrupts;
  const isAnswerable = played === null && !isRecording;
  const questions = useMemo(() => {
    const lines = interruptSummaries(interrupts);
    return {
      questions: interrupts.map(({ nodeId }, index) => ({ nodeId, line: lines[index] ?? '' })),
      isAnswerable,
    };
  }, [interrupts, isAnswerable]);
  useLayoutEffect(() => {
    activity.setQuestions(questions);
    return () => activity.setQuestions(noQuestions);
  }, [activity, questions]);
  return null;
}
