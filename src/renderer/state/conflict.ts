import { changedMembers } from '../../exact-json/compare.ts';
import { memberText } from '../../exact-json/members.ts';
import type { ChangedMember } from '../../exact-json/compare.ts';

/** A top-level key that the edit or somebody else changed. `null`: the key is not there. */
export interface ThreeWay {
  readonly key: string;
  readonly seenText: string | null;
  readonly newestText: string | null;
  /** `null` when the edit does not touch the key. */
  readonly editedText: string | null;
  /** Both changed it, to different values: the edit would replace what is there now. */
  readonly clash: boolean;
}

/** What was seen, what is there now and what the edit wants, for each key where they are not the same (row D-7). */
export function threeWays(
  seenText: string,
  newestText: string,
  changes: readonly ChangedMember[],
): ThreeWay[] {
  const { changed, removed } = changedMembers(seenText, newestText);
  const theirs = new Set([...changed.map(({ key }) => key), ...removed]);
  const mine = new Map(changes.map(({ key, valueText }) => [key, valueText]));
  return [...new Set([...mine.keys(), ...theirs])].map((key) => ({
    key,
    seenText: memberText(seenText, key),
    newestText: memberText(newestText, key),
    editedText: mine.get(key) ?? null,
    clash: theirs.has(key) && mine.has(key) && !sameValue(memberText(newestText, key), mine.get(key) ?? null),
  }));
}

function sameValue(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && changedMembers(`{"a":${a}}`, `{"a":${b}}`).changed.length === 0;
}
