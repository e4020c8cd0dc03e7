import type { PendingInterrupt } from '../../shared/model/thread.ts';

/** A question to answer: the interrupts that share an id get one answer together. */
export interface Answerable extends PendingInterrupt {
  readonly id: string;
  /** Other nodes that get the same answer, because the server gave them the same id. */
  readonly sharedWith: readonly string[];
}

/** The interrupts that have an id to be answered by, in the order of the server. */
export function answerable(interrupts: readonly PendingInterrupt[]): Answerable[] {
  return interrupts.flatMap((one, at) => {
    if (one.id === null) return [];
    const others = interrupts.filter((other, otherAt) => otherAt !== at && other.id === one.id);
    return [{ ...one, id: one.id, sharedWith: others.map(({ nodeId }) => nodeId) }];
  });
}

/** Questions to which no answer can be addressed. */
export function withoutId(interrupts: readonly PendingInterrupt[]): PendingInterrupt[] {
  return interrupts.filter(({ id }) => id === null);
}

/** A node's id as a path to read. */
export function pathWords(nodeId: string): string {
  return nodeId.replaceAll(':', ' › ');
}
