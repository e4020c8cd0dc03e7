import type { MessagesReducer } from '../model/messages-reducer.ts';

export interface VisibleMessage {
  readonly key: string;
  // The node that speaks from here on; `null` if unchanged.
  readonly heading: string | null;
}

export interface VisibleMessages {
  readonly rows: readonly VisibleMessage[];
  readonly nodes: readonly { readonly id: string; readonly count: number }[];
}

// The messages of a node and its subgraph, or all with `null`. Tool results are displayed with their calls
// unless the calls are filtered out. Without `showsCalls`, results of tools are left out.
export function filterMessages(
  messages: Pick<MessagesReducer, 'get' | 'isAnswer'>,
  keys: readonly string[],
  nodeId: string | null,
  showsCalls = true,
): VisibleMessages {
  const counts = new Map<string, number>();
  const rows: VisibleMessage[] = [];
  let speaker: string | null = null;
  for (const key of keys) {
    const message = messages.get(key);
    const from = message?.nodeId ?? '';
    if (from !== '') counts.set(from, (counts.get(from) ?? 0) + 1);
    if (nodeId === null ? messages.isAnswer(key) : from !== nodeId && !from.startsWith(`${nodeId}:`))
      continue;
    if (!showsCalls && message?.type === 'tool') continue;
    rows.push({ key, heading: from === speaker ? null : from });
    speaker = from;
  }
  return { rows, nodes: [...counts].map(([id, count]) => ({ id, count })) };
}
