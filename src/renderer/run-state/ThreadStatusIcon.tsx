import type { Thread } from '../../shared/model/thread.ts';
import { listedThreadStatus } from '../../shared/status-labels.ts';
import { StatusIcon } from '../ui/display/StatusIcon.tsx';
import { styleNameOfStatus } from '../ui/display/status-styles.ts';
import { statusOfPhase } from './run-state-labels.ts';
import { useRunState } from './run-state-store.ts';

export interface ThreadStatusIconProps {
  readonly thread: Thread;
  // The server of the open thread; other threads show only what the list says.
  readonly openConnectionId: string | null;
}

/** A thread's status in a list: what its server says of it, or how it stands by its record, if it is the open one. */
export function ThreadStatusIcon({ thread, openConnectionId }: ThreadStatusIconProps) {
  const run = useRunState(openConnectionId, thread.threadId);
  const isKnown = run.phase !== 'none' && run.phase !== 'unknown' && run.phase !== 'reading';
  return <StatusIcon status={isKnown ? statusOfPhase(run) : styleNameOfStatus[listedThreadStatus(thread)]} />;
}
