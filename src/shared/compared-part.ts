import type { ComparedPart } from './model/comparison.ts';

export type PartVerdict = 'unknown' | 'same' | 'only-ids' | 'different';

export function partVerdict({ equal, onlyIds }: Pick<ComparedPart, 'equal' | 'onlyIds'>): PartVerdict {
  if (equal === null) return 'unknown';
  if (equal) return 'same';
  return onlyIds ? 'only-ids' : 'different';
}
