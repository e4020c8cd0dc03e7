import type { RunModel } from '../../renderer/runs/model/run-model.ts';
import { emptyRecord, mergeEvents } from '../../shared/run-events/merge-events.ts';
import { nodeStatuses, type NodeStatusEntry } from '../../shared/thread-record/node-statuses.ts';

/** What the canvas shows of a run by its events alone. */
export function nodesOfRun(model: Pick<RunModel, 'events'>): ReadonlyMap<string, NodeStatusEntry> {
  const origin = { kind: 'input', checkpointId: null } as const;
  const events = model.events({ runId: 'r', origin, createdAt: null, firstFrameMs: null });
  return nodeStatuses(mergeEvents(emptyRecord('t'), [events]), { kind: 'run', runId: 'r' }) ?? new Map();
}
