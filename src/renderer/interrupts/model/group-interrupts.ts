import type { PendingInterrupt } from '../../../shared/model/threads/thread.ts';

/** A question to answer: the interrupts that share an id get one answer together. */
export interface AnswerableInterrupt extends PendingInterrupt {
  /** The server's id; of a question without one, what it is told apart by here. */
  readonly id: string;
  /** The server gave it no id. It is the only one that waits, so that its answer needs no address. */
  readonly isPlain: boolean;
  /** Other nodes that get the same answer, because the server gave them the same id. */
  readonly sharedWith: readonly string[];
  /** Its place among all that wait. */
  readonly position: number;
}

/** The interrupts that can be answered, in the order of the server. */
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

/** Questions to which no answer can be addressed. */
export function unanswerableInterrupts(interrupts: readonly PendingInterrupt[]): PendingInterrupt[] {
  return interrupts.length > 1 ? interrupts.filter(({ id }) => id === null) : [];
}

/** A node's id as a path to read. */
export function nodePathLabel(nodeId: string): string {
  return nodeId.replaceAll(':', ' › ');
}
