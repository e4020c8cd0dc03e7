import * as z from 'zod/mini';
import { WireError } from '../wire-error.ts';
import { Thread } from './thread.ts';

const filterText = z.string().check(z.maxLength(100_000));

/**
 * Which threads. `null` omits a condition.
 *
 * - `metadataText`: JSON object that the thread's metadata must contain.
 * - `valuesText`: JSON object that the thread's newest values must contain.
 */
export const ThreadListFilter = z.strictObject({
  status: z.nullable(z.enum(['idle', 'busy', 'interrupted', 'error'])),
  graphId: z.nullable(z.string().check(z.maxLength(1000))),
  metadataText: z.nullable(filterText),
  valuesText: z.nullable(filterText),
});
export type ThreadListFilter = z.infer<typeof ThreadListFilter>;

export const ThreadSort = z.enum(['updated_at', 'created_at', 'status', 'thread_id']);
export type ThreadSort = z.infer<typeof ThreadSort>;

export const ThreadListing = z.strictObject({
  filter: ThreadListFilter,
  sortBy: ThreadSort,
  sortOrder: z.enum(['asc', 'desc']),
});
export type ThreadListing = z.infer<typeof ThreadListing>;

/** All threads, last changed first. */
export const defaultThreadListing: ThreadListing = {
  filter: { status: null, graphId: null, metadataText: null, valuesText: null },
  sortBy: 'updated_at',
  sortOrder: 'desc',
};

/**
 * - `nextOffset`: Requests the next page; `null` at the end.
 * - `isFilteredHere`: The server fails for a filter by values, so that the studio applied it to the threads that it read.
 */
export const ThreadPage = z.strictObject({
  threads: z.array(Thread),
  nextOffset: z.nullable(z.int()),
  isFilteredHere: z.boolean(),
});
export type ThreadPage = z.infer<typeof ThreadPage>;

/**
 * What a search of all threads of a server has found.
 *
 * - `searched`: Threads whose records were read; `null` if the server did the search.
 * - `isComplete`: There are no more threads than were searched.
 * - `unnamed`: Searched threads whose first message was not read, so that it could not be searched.
 */
export const ThreadSearchResult = z.strictObject({
  threads: z.array(Thread),
  found: z.int().check(z.nonnegative()),
  searched: z.nullable(z.int().check(z.nonnegative())),
  isComplete: z.boolean(),
  unnamed: z.int().check(z.nonnegative()),
});
export type ThreadSearchResult = z.infer<typeof ThreadSearchResult>;

export const ThreadActionResult = z.strictObject({ threadId: z.string(), problem: z.nullable(WireError) });
export type ThreadActionResult = z.infer<typeof ThreadActionResult>;
