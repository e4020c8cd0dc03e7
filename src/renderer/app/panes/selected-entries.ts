import type { TrayEntry } from '../../shared-ui/compare-tray.ts';
import {
  assistantTrayEntry,
  checkpointTrayEntry,
  runTrayEntry,
  threadTrayEntry,
} from '../../shared-ui/tray-entries.ts';
import type { Workbench } from '../use-workbench.ts';

type Selected = Pick<Workbench, 'selection' | 'thread' | 'assistant'>;

interface DisplayedRun {
  readonly threadId: string | null;
  readonly runId: string;
}

export function threadEntry({ selection: { connectionId, threadId }, thread }: Selected): TrayEntry | null {
  if (connectionId === null || threadId === null) return null;
  const { name = null, createdAt = null } = thread ?? {};
  return threadTrayEntry({ connectionId, threadId, name, createdAt });
}

/** The run in the dock, or its turn; servers keep nothing of a stateless one. */
export function runEntry(
  { selection, thread }: Selected,
  run: DisplayedRun | null,
  kind: 'run' | 'turn' = 'run',
): TrayEntry | null {
  const { connectionId } = selection;
  if (connectionId === null || run === null || run.threadId === null) return null;
  const { threadId, runId } = run;
  const threadName = thread?.threadId === threadId ? thread.name : null;
  return runTrayEntry(kind, { connectionId, threadId, runId, number: null, threadName, createdAt: null });
}

export function checkpointEntry({ selection, thread }: Selected): TrayEntry | null {
  const { connectionId, threadId, checkpointId, inner } = selection;
  const displayedId = inner?.checkpointId ?? checkpointId;
  if (connectionId === null || threadId === null || displayedId === null) return null;
  return {
    ...checkpointTrayEntry({
      connectionId,
      threadId,
      checkpointId: displayedId,
      checkpointNs: inner?.checkpointNs ?? '',
      step: null,
      createdAt: null,
    }),
    of: thread?.name ?? null,
  };
}

export function assistantEntry({ selection: { connectionId }, assistant }: Selected): TrayEntry | null {
  if (connectionId === null || assistant === null) return null;
  return assistantTrayEntry(connectionId, assistant, null);
}

export function selectedEntries(selected: Selected, run: DisplayedRun | null): readonly TrayEntry[] {
  return [
    runEntry(selected, run),
    runEntry(selected, run, 'turn'),
    checkpointEntry(selected),
    threadEntry(selected),
    assistantEntry(selected),
  ].filter((entry) => entry !== null);
}
