import type { PendingInterrupt } from '../../shared/model/thread.ts';
import { answerKeys } from '../shared-ui/interrupt-keys.ts';

export interface InterruptGroup {
  readonly size: number;
  /** How many of them each node has, in the order of the server. */
  readonly sizeByNode: ReadonlyMap<string, number>;
}

/** Interrupts that share an ID get one answer. */
export interface AnswerableInterrupt extends PendingInterrupt {
  /** The server's ID, or a local one if it has none. */
  readonly id: string;
  /** Identifies the answer: another question under the same ID has another one. */
  readonly answerKey: string;
  /** It has no ID and is the only pending interrupt, so its answer needs no ID. */
  readonly isPlain: boolean;
  /** All that get the same answer, because the server gave them the same ID; one object for all of them. */
  readonly group: InterruptGroup;
  readonly position: number;
}

/** In the order of the server. */
export function answerableInterrupts(interrupts: readonly PendingInterrupt[]): AnswerableInterrupt[] {
  const groups = groupById(interrupts);
  const keys = answerKeys(interrupts);
  return interrupts.flatMap((one, position): AnswerableInterrupt[] => {
    const group = groups.get(one.id) ?? { size: 1, sizeByNode: new Map() };
    const answerKey = keys[position] ?? '';
    if (one.id !== null) return [{ ...one, id: one.id, answerKey, isPlain: false, group, position }];
    if (interrupts.length > 1) return [];
    const id = `no id: ${one.nodeId} ${one.valueText.slice(0, 200)}`;
    return [{ ...one, id, answerKey: `${id}${answerKey}`, isPlain: true, group, position }];
  });
}

// In one pass, because there may be any number of interrupts, also under one ID.
function groupById(interrupts: readonly PendingInterrupt[]): Map<string | null, InterruptGroup> {
  const groups = new Map<string | null, { size: number; sizeByNode: Map<string, number> }>();
  for (const { id, nodeId } of interrupts) {
    const group = groups.get(id) ?? { size: 0, sizeByNode: new Map<string, number>() };
    group.size += 1;
    group.sizeByNode.set(nodeId, (group.sizeByNode.get(nodeId) ?? 0) + 1);
    groups.set(id, group);
  }
  return groups;
}

// Longest list of nodes in a note.
const maxNodes = 20;

/** The nodes of the other interrupts of a group, each once, bounded. */
export function otherNodesLabel({ nodeId, group }: AnswerableInterrupt): string {
  const labels: string[] = [];
  for (const [other, size] of group.sizeByNode) {
    if (other === nodeId && size === 1) continue;
    if (labels.length === maxNodes) return `${labels.join(', ')} and more`;
    labels.push(nodePathLabel(other));
  }
  return labels.join(', ');
}

/** Interrupts that no answer can be addressed to. */
export function unanswerableInterrupts(interrupts: readonly PendingInterrupt[]): PendingInterrupt[] {
  return interrupts.length > 1 ? interrupts.filter(({ id }) => id === null) : [];
}

export function nodePathLabel(nodeId: string): string {
  return nodeId.replaceAll(':', ' › ');
}
