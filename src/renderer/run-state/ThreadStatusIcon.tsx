import type { Thread } from '../../shared/model/threads/thread.ts';
import { StatusIcon } from '../ui/display/StatusIcon.tsx';
import { threadStatusOfPhase } from './run-state-labels.ts';
import { useRunState } from './run-state-store.ts';

export interface ThreadStatusIconProps {
  readonly thread: Thread;
  /** The server that the thread is on, for the thread that the window shows; its record alone counts for others. */
  readonly shownOn: string | null;
}

/** The status of a thread in a list: as its record says, unless newer things are known of it. */
export function ThreadStatusIcon({ thread, shownOn }: ThreadStatusIconProps) {
  const run = useRunState(shownOn, thread.threadId);
  return <StatusIcon status={threadStatusOfPhase(run) ?? thread.status} />;
}
