import type { PendingInterrupt } from '../../../shared/model/threads/thread.ts';

/** Interrupts that share an ID get one answer. */
export interface AnswerableInterrupt extends PendingInterrupt {
  /** The server's ID, or a local one if it has none. */
  readonly id: string;
  /** It has no ID and is the only pending interrupt, so its answer needs no ID. */
  readonly isPlain: boolean;
  /** Other nodes that get the same answer, because the server gave them the same ID. */
  readonly sharedWith: readonly string[];
  /** Its index among all pending interrupts. */
  readonly position: number;
}

/** In the order of the server. */
export function answerableInterrupts(interrupts: readonly PendingInterrupt[]): AnswerableInterrupt[] {
  return interrupts.flatMap((one, at): AnswerableInterrupt[] => {
    if (one.id === null) {
      const id = `no id: ${one.nodeId} ${one.valueText.slice(0, 200)}`;
      return interrupts.length === 1 ? [{ ...one, id, isPlain: true, sharedWith: [], position: at }] : [];
    }
    const others = interrupts.filter((other, otherAt) => otherAt !== at && other.id === one.id);
    return [
      { ...one, id: one.id, isPlain: false, sharedWith: others.map(({ nodeId }) => nodeId), position: at },
    ];
  });
}

/** Interrupts that no answer can be addressed to. */
export function unanswerableInterrupts(interrupts: readonly PendingInterrupt[]): PendingInterrupt[] {
  return interrupts.length > 1 ? interrupts.filter(({ id }) => id === null) : [];
}

export function nodePathLabel(nodeId: string): string {
  return nodeId.replaceAll(':', ' › ');
}
