import { memberTexts, sameJson } from 'exact-json';
import { messagesEqual } from '../messages-equal.ts';
import type { SourceCheckpoint } from './source-history.ts';

export interface StepDifference {
  readonly step: number;
  readonly keys: readonly string[];
  // Next nodes of the source that the clone lacks.
  readonly missingNext: readonly string[];
  readonly extraNext: readonly string[];
  readonly isMissing: boolean;
}

// Compares two branches, oldest first, checkpoint by checkpoint: the values exactly, and what runs next.
export function compareBranches(
  source: readonly Pick<SourceCheckpoint, 'valuesText' | 'next'>[],
  clone: readonly (Pick<SourceCheckpoint, 'valuesText' | 'next'> | null)[],
): StepDifference[] {
  return source.flatMap((sourceCheckpoint, step): StepDifference[] => {
    const cloneCheckpoint = clone[step];
    if (!cloneCheckpoint) return [{ step, keys: [], missingNext: [], extraNext: [], isMissing: true }];
    const keys = differingKeys(sourceCheckpoint.valuesText, cloneCheckpoint.valuesText);
    const missingNext = namesWithout(sourceCheckpoint.next, cloneCheckpoint.next);
    const extraNext = namesWithout(cloneCheckpoint.next, sourceCheckpoint.next);
    if (keys.length + missingNext.length + extraNext.length === 0) return [];
    return [{ step, keys, missingNext, extraNext, isMissing: false }];
  });
}

// Keys whose values differ. Empty members that a server adds to messages are no difference.
function differingKeys(sourceText: string, cloneText: string): string[] {
  const sourceMembers = new Map(memberTexts(sourceText).map(({ key, text }) => [key, text]));
  const cloneMembers = new Map(memberTexts(cloneText).map(({ key, text }) => [key, text]));
  return [...new Set([...sourceMembers.keys(), ...cloneMembers.keys()])].filter((key) => {
    const [a, b] = [sourceMembers.get(key), cloneMembers.get(key)];
    if (a === undefined || b === undefined) return true;
    return !sameJson(a, b) && !(a.startsWith('[{') && messagesEqual(a, b));
  });
}

// The `names` that are not `excluded`, each as often as it is more often there: a node may be next several times.
function namesWithout(names: readonly string[], excluded: readonly string[]): string[] {
  const unmatched = [...excluded];
  return names.filter((name) => {
    const index = unmatched.indexOf(name);
    if (index < 0) return true;
    unmatched.splice(index, 1);
    return false;
  });
}
