import type { AlignedExecution, ExecutionMark, ComparedPart } from './model/comparison.ts';

/** The node's id on the canvas: the subgraph nodes above it and its own, joined by `:`. */
export function alignedNodeId({ path, node }: Pick<AlignedExecution, 'path' | 'node'>): string {
  return [...path, node].join(':');
}

/** Whether the sides are known to differ in it. What is unknown is no difference. */
export function isDifferentMark(mark: ExecutionMark): boolean {
  return mark !== 'same' && mark !== 'unknown';
}

/** Whether both sides differ in anything. */
export function isDifferent({ mark, moved }: Pick<AlignedExecution, 'mark' | 'moved'>): boolean {
  return moved || isDifferentMark(mark);
}

// What the sides are called where it ran on one only.
export interface SideNames {
  readonly left: string;
  readonly right: string;
}

/** How the sides compare in it, in words: `different output, different order`, `only left`. */
export function alignedText(
  { mark, moved }: Pick<AlignedExecution, 'mark' | 'moved'>,
  sides: SideNames,
): string {
  const texts: Readonly<Record<ExecutionMark, string>> = {
    same: 'same',
    'other-output': 'different output',
    'other-input': 'different input, same output',
    'only-left': `only ${sides.left}`,
    'only-right': `only ${sides.right}`,
    unknown: 'unknown',
  };
  if (!moved) return texts[mark];
  return mark === 'same' ? 'different order' : `${texts[mark]}, different order`;
}

export type PartVerdict = 'unknown' | 'same' | 'only-ids' | 'different';

export function partVerdict({ equal, onlyIds }: Pick<ComparedPart, 'equal' | 'onlyIds'>): PartVerdict {
  if (equal === null) return 'unknown';
  if (equal) return 'same';
  return onlyIds ? 'only-ids' : 'different';
}
