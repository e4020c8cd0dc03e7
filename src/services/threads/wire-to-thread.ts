import type { Thread } from '../../shared/model/threads/thread.ts';
import { arrayOrEmpty, enumOrUnknown, recordOrEmpty, nonEmptyStringOrNull, timeOrNull } from '../parsing/narrow.ts';
import { threadName } from './thread-name.ts';

const statuses = ['idle', 'busy', 'interrupted', 'error'] as const;

/** A thread record (docs/protocol.md, Thread records) as lists show it; `null` for a record without an id. */
export function toThread(wire: unknown): Thread | null {
  const record = recordOrEmpty(wire);
  const threadId = nonEmptyStringOrNull(record['thread_id']);
  if (threadId === null) return null;
  const metadata = recordOrEmpty(record['metadata']);
  return {
    threadId,
    status: enumOrUnknown(statuses, record['status']),
    name: threadName(metadata, record['values']),
    tags: arrayOrEmpty(metadata['tags']).filter((tag) => typeof tag === 'string'),
    graphId: nonEmptyStringOrNull(metadata['graph_id']),
    assistantId: nonEmptyStringOrNull(metadata['assistant_id']),
    createdAt: timeOrNull(record['created_at']),
    updatedAt: timeOrNull(record['updated_at']),
  };
}
