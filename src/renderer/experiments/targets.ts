import type { Assistant } from '../../shared/model/assistant.ts';
import type { ExperimentTarget } from '../../shared/model/inputs/experiment.ts';

/** A server that can run inputs. */
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

/** The same for targets that would run alike. */
export function targetKey({ connectionId, assistantId, version, isPinned }: ExperimentTarget): string {
  return JSON.stringify([connectionId, assistantId, isPinned ? version : null]);
}

/** Its name, with its version if that is not the latest: both may be in one experiment. */
export function targetLabel(target: ExperimentTarget | undefined): string {
  if (target === undefined) return '';
  const { assistantName, version, isPinned } = target;
  return isPinned ? `${assistantName} v${version ?? '?'}` : assistantName;
}
