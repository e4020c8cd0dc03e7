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
    const got = clone[step];
    if (!got) return [{ step, keys: [], missingNext: [], extraNext: [], isMissing: true }];
    const keys = differingKeys(sourceCheckpoint.valuesText, got.valuesText);
    const missingNext = without(sourceCheckpoint.next, got.next);
    const extraNext = without(got.next, sourceCheckpoint.next);
    if (keys.length + missingNext.length + extraNext.length === 0) return [];
    return [{ step, keys, missingNext, extraNext, isMissing: false }];
  });
}

// Keys whose values differ. Empty members that a server adds to messages are no difference.
function differingKeys(wantedText: string, gotText: string): string[] {
  const sourceMembers = new Map(memberTexts(wantedText).map(({ key, text }) => [key, text]));
  const got = new Map(memberTexts(gotText).map(({ key, text }) => [key, text]));
  return [...new Set([...sourceMembers.keys(), ...got.keys()])].filter((key) => {
    const [a, b] = [sourceMembers.get(key), got.get(key)];
    if (a === undefined || b === undefined) return true;
    return !sameJson(a, b) && !(a.startsWith('[{') && messagesEqual(a, b));
  });
}

// What `all` has more of than `some`: a node may be next several times.
function without(all: readonly string[], some: readonly string[]): string[] {
  const left = [...some];
  return all.filter((name) => {
    const index = left.indexOf(name);
    if (index < 0) return true;
    left.splice(index, 1);
    return false;
  });
}
