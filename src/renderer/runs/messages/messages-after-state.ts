import type { MessagesReducer } from '../model/messages-reducer.ts';

export interface ShownConversation {
  readonly ids: ReadonlySet<string>;
  // The text of its last human message. The input of a run comes without its ID.
  readonly lastHuman: string | null;
}

// The messages of a run that the state doesn't contain yet, without results that are shown with their calls.
export function messagesAfterState(
  messages: Pick<MessagesReducer, 'get' | 'isAnswer'>,
  keys: readonly string[],
  { ids, lastHuman }: ShownConversation,
): readonly string[] {
  const added = keys.filter((key) => {
    const message = messages.get(key);
    if (!message || ids.has(key)) return false;
    return message.nodeId !== '' || message.type !== 'human' || message.text !== lastHuman;
  });
  const calls = new Set(added.flatMap((key) => messages.get(key)?.toolCalls.map(({ id }) => id) ?? []));
  return added.filter((key) => !calls.has(messages.get(key)?.toolCallId ?? ''));
}
