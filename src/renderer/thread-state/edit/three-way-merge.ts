import { changedMembers, memberText } from 'exact-json';
import { findMessageConflicts } from '../messages/message-conflicts.ts';
import type { UpdateEntry } from './build-update.ts';

// A top-level key, or a message under one, that the edit or another client changed. `null`: absent.
export interface MergeConflict {
  readonly key: string;
  readonly seenText: string | null;
  readonly newestText: string | null;
  // `null` if the edit does not change the key.
  readonly editedText: string | null;
  // Both changed it to different values, so the edit would overwrite the newest one.
  readonly isConflict: boolean;
}

/** Merges an edit with what another client changed meanwhile: base, newest and edited value of each key that differs. */
export function threeWayMerge(
  seenText: string,
  newestText: string,
  changes: readonly UpdateEntry[],
): MergeConflict[] {
  const { changed, removed } = changedMembers(seenText, newestText);
  const keysOfServer = new Set([...changed.map(({ key }) => key), ...removed]);
  const ownChanges = new Map(changes.map((change) => [change.key, change]));
  return [...new Set([...ownChanges.keys(), ...keysOfServer])].flatMap((key) => {
    const updateEntry = ownChanges.get(key);
    const baseText = memberText(seenText, key);
    const newest = memberText(newestText, key);
    const edited = updateEntry ? (updateEntry.update?.targetText ?? updateEntry.valueText) : null;
    const messages =
      updateEntry && !updateEntry.update
        ? null
        : findMessageConflicts(baseText ?? '', newest ?? '', edited ?? newest ?? '');
    if (messages && messages.length > 0) {
      return messages.map(({ name, mine: isMine, editedText, ...conflict }) => ({
        ...conflict,
        key: `${key}: ${name}`,
        editedText: isMine ? (editedText ?? 'removed') : null,
      }));
    }
    return {
      key,
      seenText: baseText,
      newestText: newest,
      editedText: edited,
      isConflict: updateEntry !== undefined && keysOfServer.has(key) && clashes(updateEntry, newest),
    };
  });
}

// A list that is rewritten overwrites every change of other clients.
function clashes({ update, valueText }: UpdateEntry, newestText: string | null): boolean {
  return update ? update.isConflict : !sameValue(newestText, valueText);
}

function sameValue(a: string | null, b: string): boolean {
  return a !== null && changedMembers(`{"a":${a}}`, `{"a":${b}}`).changed.length === 0;
}
