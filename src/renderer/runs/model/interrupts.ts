import { memberText } from 'exact-json';
import { readInterrupts } from '../../../shared/read-interrupts.ts';
import type { RunFrame } from '../../../shared/model/run.ts';
import type { PendingInterrupt } from '../../../shared/model/thread.ts';
import { createAttemptReader, type TaskFrame } from '../../../shared/run-events/task-frame.ts';

// The interrupts of a run so far, in the order of their events. Those that a thread has besides are not in it.
export interface InterruptsReducer {
  add(frame: RunFrame, task: TaskFrame | null): void;
  list(): readonly PendingInterrupt[];
}

// More are not shown on a canvas.
const maxInterrupts = 50;

export function createInterruptsReducer(): InterruptsReducer {
  const attemptOf = createAttemptReader();
  let pendingInterrupts: readonly PendingInterrupt[] = [];
  return {
    add(frame, task) {
      // A further attempt asks again.
      if (attemptOf(frame) !== null) pendingInterrupts = [];
      if (task?.outcome !== 'waiting' || task.kind !== 'result') return;
      const { nodeId, taskId } = task;
      // A container repeats what was asked inside it.
      const isRepeated = (id: string | null): boolean =>
        pendingInterrupts.some((one) => (id === null ? one.nodeId.startsWith(`${nodeId}:`) : one.id === id));
      const added = interruptsIn(frame)
        .filter(({ id }) => !isRepeated(id))
        .slice(0, maxInterrupts - pendingInterrupts.length);
      if (added.length > 0)
        pendingInterrupts = [...pendingInterrupts, ...added.map((one) => ({ ...one, taskId, nodeId }))];
    },
    list: () => pendingInterrupts,
  };
}

function interruptsIn({ mode, text }: RunFrame): Pick<PendingInterrupt, 'index' | 'id' | 'valueText'>[] {
  const payload = mode === 'debug' ? (memberText(text, 'payload') ?? '{}') : text;
  return readInterrupts(memberText(payload, 'interrupts')).map(({ id, valueText }, index) => ({
    index,
    id,
    valueText,
  }));
}
