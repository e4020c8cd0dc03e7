import { z } from 'zod';
import { Thread } from './thread.ts';

/** The longest filter that a person types, in UTF-16 units. */
const filterText = z.string().max(100_000);

/** Which threads. `null` leaves a part out. */
export const ThreadListFilter = z.strictObject({
  status: z.enum(['idle', 'busy', 'interrupted', 'error']).nullable(),
  graphId: z.string().max(1000).nullable(),
  /** A JSON object that must be part of the thread's metadata. */
  metadataText: filterText.nullable(),
  /** A JSON object that must be part of the thread's newest values. */
  valuesText: filterText.nullable(),
});
export type ThreadListFilter = z.infer<typeof ThreadListFilter>;

export const ThreadSort = z.enum(['updated_at', 'created_at', 'status', 'thread_id']);
export type ThreadSort = z.infer<typeof ThreadSort>;

/** What a list of threads shows, and in which order. */
export const ThreadListing = z.strictObject({
  filter: ThreadListFilter,
  sortBy: ThreadSort,
  sortOrder: z.enum(['asc', 'desc']),
});
export type ThreadListing = z.infer<typeof ThreadListing>;

/** Everything, what changed last first. */
export const defaultThreadListing: ThreadListing = {
  filter: { status: null, graphId: null, metadataText: null, valuesText: null },
  sortBy: 'updated_at',
  sortOrder: 'desc',
};

/** `nextOffset` asks for the next page; `null` at the end. */
export const ThreadPage = z.strictObject({ threads: z.array(Thread), nextOffset: z.int().nullable() });
export type ThreadPage = z.infer<typeof ThreadPage>;

/** What came of one item of an act on many: `problem` is `null` where it went well (row D-10). */
export const ThreadActionResult = z.strictObject({ threadId: z.string(), problem: z.string().nullable() });
export type ThreadActionResult = z.infer<typeof ThreadActionResult>;
