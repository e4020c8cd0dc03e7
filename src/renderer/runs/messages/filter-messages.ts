import type { MessagesReducer } from '../model/messages.ts';

export interface VisibleMessage {
  readonly key: string;
  /** The node that speaks from here on; `null` when it is the one before. */
  readonly heading: string | null;
}

export interface VisibleMessages {
  readonly rows: readonly VisibleMessage[];
  /** Every node that spoke, with how many messages. */
  readonly nodes: readonly { readonly id: string; readonly count: number }[];
}

/**
 * The messages of a node and of all inside of it, or all with `null`; answers of tools are shown with their calls,
 * unless the calls are not shown.
 */
export function filterMessages(
  messages: Pick<MessagesReducer, 'get' | 'isAnswer'>,
  keys: readonly string[],
  nodeId: string | null,
): VisibleMessages {
  const counts = new Map<string, number>();
  const rows: VisibleMessage[] = [];
  let speaker: string | null = null;
  for (const key of keys) {
    const from = messages.get(key)?.nodeId ?? '';
    if (from !== '') counts.set(from, (counts.get(from) ?? 0) + 1);
    if (nodeId === null ? messages.isAnswer(key) : from !== nodeId && !from.startsWith(`${nodeId}:`))
      continue;
    rows.push({ key, heading: from === speaker ? null : from });
    speaker = from;
  }
  return { rows, nodes: [...counts].map(([id, count]) => ({ id, count })) };
}
