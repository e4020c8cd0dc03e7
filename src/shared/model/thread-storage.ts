import { z } from 'zod';

const amount = z.int().nonnegative().nullable();

/** What a part of a thread takes; `null` where the server does not say. */
export const StorageAmount = z.strictObject({ count: amount, bytes: amount });
export type StorageAmount = z.infer<typeof StorageAmount>;

/** All versions of a channel's value. */
export const StoredChannel = z.strictObject({ name: z.string(), versions: amount, bytes: amount });
export type StoredChannel = z.infer<typeof StoredChannel>;

/**
 * What a thread takes in the server's store, as the server counts it; `null` where it does not say.
 *
 * - `channels`: The largest first, those of unknown size last; `null` if the server lists none of them.
 * - `moreChannels`: How many further channels the server listed.
 */
export const ThreadStorage = z.strictObject({
  totalBytes: amount,
  checkpoints: StorageAmount,
  channelValues: StorageAmount,
  pendingWrites: StorageAmount,
  channels: z.array(StoredChannel).nullable(),
  moreChannels: z.int().nonnegative(),
});
export type ThreadStorage = z.infer<typeof ThreadStorage>;
