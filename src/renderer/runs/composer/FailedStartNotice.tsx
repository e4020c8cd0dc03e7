import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { useCurrentRun } from '../current-run.ts';
import { isResumeStart, type FailedStart, type RunStart } from './run-start.ts';

export interface FailedStartNoticeProps {
  readonly failed: FailedStart | null;
  /** The input as it would be sent now. */
  readonly inputText: string;
  readonly onRetried: (start: RunStart) => void;
}

/**
 * Why a run did not start, and a button that tries exactly that again. Once the input or the checkpoint is another
 * one, the notice goes: it was not about them.
 */
export function FailedStartNotice({ failed, inputText, onRetried }: FailedStartNoticeProps) {
  const { checkpointId, onRun } = useCurrentRun();
  if (failed === null) return null;
  const { start, error } = failed;
  if (isResumeStart(start)) {
    const action = start.trigger.kind === 'resume' ? 'Resume failed' : 'Continue failed';
    return <ErrorNotice action={action} error={error} />;
  }
  if (start.isRerun !== true) {
    const hasInput = start.trigger.kind !== 'input' || start.trigger.inputText === inputText;
    if (!hasInput || start.checkpointId !== checkpointId) return null;
  }
  return (
    <ErrorNotice
      action="Could not start the run"
      error={error}
      onRetry={() => void onRun(start, () => onRetried(start))}
    />
  );
}
