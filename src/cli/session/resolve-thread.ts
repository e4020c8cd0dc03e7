import { AppError } from '../../shared/app-error.ts';
import { defaultThreadListing } from '../../shared/model/thread-listing.ts';
import { usageError } from '../args/usage-error.ts';
import type { Call } from './confirm-writes.ts';

// The beginning of a thread's ID as servers make them, but not all of it. Shorter ones are too likely to fit
// several.
const prefix = /^[0-9a-f]{4,8}$|^[0-9a-f]{8}-[0-9a-f-]{0,26}$/i;

const pageSize = 1_000;
// Threads that are searched for a prefix; a server with more needs the whole ID.
const maxThreads = 20_000;
// In an order that runs don't change meanwhile.
const listing = { ...defaultThreadListing, sortBy: 'created_at' } as const;
const maxListed = 5;

/**
 * The ID of a thread from the beginning of it. Any other text is taken for an ID as it is. Throws `AppError`: `not-found`
 * if no thread begins so, `invalid-input` if several do, or if there are too many threads to know.
 */
export async function resolveThread(call: Call, connectionId: string, typed: string): Promise<string> {
  if (!prefix.test(typed)) return typed;
  const name = typed.toLowerCase();
  const threadIds = new Set<string>();
  let offset: number | null = 0;
  while (offset !== null && offset < maxThreads) {
    // Sequential on purpose: each page names the next one.
    const page: {
      readonly threads: readonly { readonly threadId: string }[];
      readonly nextOffset: number | null;
    } = await call('threads.list', { connectionId, listing, limit: pageSize, offset });
    for (const { threadId } of page.threads) {
      if (threadId === typed) return typed;
      if (threadId.toLowerCase().startsWith(name)) threadIds.add(threadId);
    }
    offset = page.nextOffset;
  }
  const [only] = threadIds;
  if (threadIds.size > 1) {
    const listed = [...threadIds].slice(0, maxListed).join(', ');
    throw usageError(
      `${threadIds.size} threads begin with "${typed}".`,
      `Type more of the ID: ${listed}${threadIds.size > maxListed ? ', …' : ''}`,
    );
  }
  if (offset !== null) {
    throw usageError(
      `The server has more than ${maxThreads.toLocaleString('en')} threads, too many to look for "${typed}".`,
      'Type the whole ID.',
    );
  }
  if (only === undefined)
    throw new AppError('not-found', `No thread begins with "${typed}".`, { hint: 'See threads list.' });
  return only;
}
