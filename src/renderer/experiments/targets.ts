import type { Assistant } from '../../shared/model/assistant.ts';
import type { ExperimentRow, ExperimentTarget } from '../../shared/model/experiment.ts';
import { pathLabel } from '../../shared/inputs/experiment-labels.ts';
import type { TrayEntry } from '../shared-ui/compare-tray.ts';
import { runTrayEntry, threadTrayEntry } from '../shared-ui/tray-entries.ts';

export interface TargetServer {
  readonly connectionId: string;
  readonly name: string;
}

export function targetOf({ connectionId, name }: TargetServer, assistant: Assistant): ExperimentTarget {
  const { assistantId, name: assistantName, graphId, version } = assistant;
  return { connectionId, serverName: name, assistantId, assistantName, graphId, version, isPinned: false };
}

export function isSameTarget(a: ExperimentTarget, b: ExperimentTarget): boolean {
  return targetKey(a) === targetKey(b);
}

// Equal for targets that run the same way.
export function targetKey({ connectionId, assistantId, version, isPinned }: ExperimentTarget): string {
  return JSON.stringify([connectionId, assistantId, isPinned ? version : null]);
}

// The assistant's name, with its version if that is not the latest: one experiment may have both.
export function targetLabel(target: ExperimentTarget | undefined): string {
  if (target === undefined) return '';
  const { assistantName, version, isPinned } = target;
  return isPinned ? `${assistantName} v${version ?? '?'}` : assistantName;
}

// The run of a row for the compare tray, else its thread; `null` before it has one.
export function rowTrayEntry(
  { threadId, runId, path }: ExperimentRow,
  target: ExperimentTarget | null | undefined,
): TrayEntry | null {
  if (threadId === null || target == null) return null;
  const { connectionId } = target;
  const threadName = pathLabel(path);
  return runId === null
    ? threadTrayEntry({ connectionId, threadId, name: threadName, createdAt: null })
    : runTrayEntry('run', { connectionId, threadId, runId, number: null, threadName, createdAt: null });
}
