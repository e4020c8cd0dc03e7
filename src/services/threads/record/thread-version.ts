import { createHash } from 'node:crypto';
import type { GraphClient } from 'remote-graph-client/client';
import { nonEmptyStringOrNull } from '../../common/narrow.ts';

// What a server says of a thread as a whole, which changes with its runs and its edits.
export interface ThreadVersion {
  readonly status: string | null;
  readonly updatedAt: string | null;
  // Digest of its values; `null` if they were not asked for.
  readonly values: string | null;
}

// Asks for it by a search, which the JavaScript server does not take for a use of its data (docs/protocol.md, Limits of the
// JavaScript server). `null` if the answer is not this thread.
export async function readThreadVersion(
  client: GraphClient,
  threadId: string,
  withValues: boolean,
  options: { readonly signal: AbortSignal; readonly purpose: string },
): Promise<ThreadVersion | null> {
  const select = ['thread_id', 'status', 'updated_at', ...(withValues ? ['values'] : [])];
  const threads = await client.threads
    .search({ ids: [threadId], limit: 1, select }, options)
    .catch((error: unknown) => {
      if (options.signal.aborted) throw error;
      // What is asked next fails as well, or needs no version.
      return [];
    });
  const [thread] = threads;
  if (thread === undefined || thread.thread_id !== threadId) return null;
  const values = withValues ? digestOf(thread.values) : null;
  return {
    status: nonEmptyStringOrNull(thread.status),
    updatedAt: nonEmptyStringOrNull(thread.updated_at),
    values,
  };
}

// Whether a thread without a new run was edited between two versions. What a busy one says is not settled.
export function isEdited(before: ThreadVersion, after: ThreadVersion, byValues: boolean): boolean {
  if (before.status === 'busy') return false;
  return byValues ? before.values !== after.values : before.updatedAt !== after.updatedAt;
}

function digestOf(values: unknown): string {
  return createHash('sha1')
    .update(JSON.stringify(values ?? null))
    .digest('base64');
}
