import { sameJson } from 'exact-json';
import { readStateMessages, editByIdProblem, type StateMessage } from './message-list.ts';

export interface MessageConflict {
  readonly name: string;
  // The content and tool calls; `null`: the message is not there.
  readonly seenText: string | null;
  readonly newestText: string | null;
  readonly editedText: string | null;
  readonly mine: boolean;
  readonly isConflict: boolean;
}

/**
 * The messages that differ between three lists, in order; `edited` is the result of the edit on the newest
 * list. `null` unless the lists hold messages with distinct ids.
 */
export function findMessageConflicts(
  base: string,
  newest: string,
  edited: string,
): readonly MessageConflict[] | null {
  const [before, now, wanted] = [base, newest, edited].map(byId);
  if (!before || !now || !wanted) return null;
  const ids = new Set([...before.keys(), ...now.keys(), ...wanted.keys()]);
  return [...ids].flatMap((id) => {
    const [old, current, editedMessage] = [before.get(id), now.get(id), wanted.get(id)];
    const hasServerChange = !isSame(old, current);
    // A change by another client that the edit leaves alone is not part of the edit.
    const hasOwnChange = !isSame(hasServerChange ? current : old, editedMessage);
    if (!hasOwnChange && !hasServerChange) return [];
    const message = editedMessage ?? current ?? old;
    return {
      name: `${message?.role ?? 'message'} ${id}`,
      seenText: contentOf(old),
      newestText: contentOf(current),
      editedText: contentOf(editedMessage),
      mine: hasOwnChange,
      isConflict: hasOwnChange && hasServerChange,
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

function contentOf(message: StateMessage | undefined): string | null {
  if (!message) return null;
  const { summary, contentText, calls } = message;
  const called = calls.map(({ name, argsText }) => `calls ${name} ${argsText}`);
  return [summary ?? contentText, ...called].filter((part) => part !== '').join('\n');
}
