import type { Thread } from '../../shared/model/threads/thread.ts';
import { StatusIcon } from '../ui/display/StatusIcon.tsx';
import { threadStatusOfPhase } from './run-state-labels.ts';
import { useRunState } from './run-state-store.ts';

export interface ThreadStatusIconProps {
  readonly thread: Thread;
  /** The server of the open thread; other threads show only their record. */
  readonly shownOn: string | null;
}

/** A thread's status in a list: its record, unless newer evidence is known. */
export function ThreadStatusIcon({ thread, shownOn }: ThreadStatusIconProps) {
  const run = useRunState(shownOn, thread.threadId);
  return <StatusIcon status={threadStatusOfPhase(run) ?? thread.status} />;
}
