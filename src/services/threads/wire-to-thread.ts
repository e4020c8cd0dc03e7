import type { Thread } from '../../shared/model/thread.ts';
import { itemsOf, knownWord, membersOf, textOrNull, timeOrNull } from '../read-wire.ts';
import { threadName } from './thread-name.ts';

const statuses = ['idle', 'busy', 'interrupted', 'error'] as const;

/** A thread record (docs/protocol.md, Thread records) as lists show it; `null` for a record without an id. */
export function threadOf(wire: unknown): Thread | null {
  const record = membersOf(wire);
  const threadId = textOrNull(record['thread_id']);
  if (threadId === null) return null;
  const metadata = membersOf(record['metadata']);
  return {
    threadId,
    status: knownWord(statuses, record['status']),
    name: threadName(metadata, record['values']),
    tags: itemsOf(metadata['tags']).filter((tag) => typeof tag === 'string'),
    graphId: textOrNull(metadata['graph_id']),
    assistantId: textOrNull(metadata['assistant_id']),
    createdAt: timeOrNull(record['created_at']),
    updatedAt: timeOrNull(record['updated_at']),
  };
}
