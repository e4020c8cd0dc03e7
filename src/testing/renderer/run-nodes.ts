import type { RunModel } from '../../renderer/runs/model/run-model.ts';
import { emptyRecord, mergeEvents } from '../../shared/run-events/merge-events.ts';
import { canvasNodes, type CanvasNode } from '../../shared/thread-record/canvas.ts';

/** What the canvas shows of a run by its events alone. */
export function nodesOfRun(model: Pick<RunModel, 'events'>): ReadonlyMap<string, CanvasNode> {
  const origin = { kind: 'input', checkpointId: null } as const;
  const events = model.events({ runId: 'r', origin, createdAt: null, firstFrameMs: null });
  return canvasNodes(mergeEvents(emptyRecord('t'), [events]), { kind: 'run', runId: 'r' }) ?? new Map();
}
