import { sameJson } from '../../../../exact-json/diff/compare.ts';
import { readStateMessages, editByIdProblem, type StateMessage } from './message-list.ts';

/** A message that is not the same for all: as it was seen, as it is now, and as the edit wants it. */
export interface MessageConflict {
  /** Who speaks, and the message's id. */
  readonly name: string;
  /** What is said, and which tools are called; `null`: the message is not there. */
  readonly seenText: string | null;
  readonly newestText: string | null;
  readonly editedText: string | null;
  /** The edit changes it. */
  readonly mine: boolean;
  readonly isConflict: boolean;
}

/**
 * The messages of three lists that differ, in order; `edited` is what the edit would make of the newest. `null` where they are no lists of messages that can be told apart by
 * their ids.
 */
export function findMessageConflicts(
  seen: string,
  newest: string,
  edited: string,
): readonly MessageConflict[] | null {
  const [before, now, wanted] = [seen, newest, edited].map(byId);
  if (!before || !now || !wanted) return null;
  const ids = new Set([...before.keys(), ...now.keys(), ...wanted.keys()]);
  return [...ids].flatMap((id) => {
    const [old, current, own] = [before.get(id), now.get(id), wanted.get(id)];
    const theirs = !isSame(old, current);
    // What they changed and the edit leaves as it is now is none of the edit's.
    const mine = !isSame(theirs ? current : old, own);
    if (!mine && !theirs) return [];
    const message = own ?? current ?? old;
    return {
      name: `${message?.role ?? 'message'} ${id}`,
      seenText: words(old),
      newestText: words(current),
      editedText: words(own),
      mine,
      isConflict: mine && theirs,
    };
  });
}

function byId(text: string): ReadonlyMap<string, StateMessage> | null {
  const messages = readStateMessages(text);
  if (messages === null || editByIdProblem(messages) !== null) return null;
  return new Map(messages.map((message) => [message.id ?? '', message]));
}

function isSame(a: StateMessage | undefined, b: StateMessage | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameJson(a.text, b.text);
}

function words(message: StateMessage | undefined): string | null {
  if (!message) return null;
  const { summary, contentText, calls } = message;
  const called = calls.map(({ name, argsText }) => `calls ${name} ${argsText}`);
  return [summary ?? contentText, ...called].filter((part) => part !== '').join('\n');
}
