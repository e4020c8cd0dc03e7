import { changedMembers } from '../../exact-json/compare.ts';
import { memberText } from '../../exact-json/members.ts';
import { messageWays } from './messages/message-ways.ts';
import type { SentChange } from './sent-changes.ts';

/** A top-level key, or a message of one, that the edit or somebody else changed. `null`: it is not there. */
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
export function threeWays(seenText: string, newestText: string, changes: readonly SentChange[]): ThreeWay[] {
  const { changed, removed } = changedMembers(seenText, newestText);
  const theirs = new Set([...changed.map(({ key }) => key), ...removed]);
  const mine = new Map(changes.map((change) => [change.key, change]));
  return [...new Set([...mine.keys(), ...theirs])].flatMap((key) => {
    const own = mine.get(key);
    const seen = memberText(seenText, key);
    const newest = memberText(newestText, key);
    const edited = own ? (own.update?.wantedText ?? own.valueText) : null;
    const messages =
      own && !own.update ? null : messageWays(seen ?? '', newest ?? '', edited ?? newest ?? '');
    if (messages && messages.length > 0) {
      return messages.map(({ name, mine: isMine, editedText, ...way }) => ({
        ...way,
        key: `${key}: ${name}`,
        editedText: isMine ? (editedText ?? 'removed') : null,
      }));
    }
    return {
      key,
      seenText: seen,
      newestText: newest,
      editedText: edited,
      clash: own !== undefined && theirs.has(key) && clashes(own, newest),
    };
  });
}

/** Of a list that is written anew, all that others changed is replaced. */
function clashes({ update, valueText }: SentChange, newestText: string | null): boolean {
  return update ? update.clash : !sameValue(newestText, valueText);
}

function sameValue(a: string | null, b: string): boolean {
  return a !== null && changedMembers(`{"a":${a}}`, `{"a":${b}}`).changed.length === 0;
}
