import { z } from 'zod';
import { Connection } from './connection.ts';

/** A draft makes room by discarding the oldest one of its owner. A host for a team sets it to the member. */
export const DraftOwner = z.string().max(100).optional();

/**
 * - `runId`: The only run to record; `null`: the whole thread.
 * - `scrubLikely`: Also removes what looks like a secret: by the name of its member, or by its form. Known secrets always go.
 * - `hideHosts`: Also removes the hosts of addresses.
 */
export const RecordingRequest = z.strictObject({
  connectionId: z.string(),
  threadId: z.string(),
  runId: z.string().nullable(),
  scrubLikely: z.boolean(),
  hideHosts: z.boolean(),
  draftOwner: DraftOwner,
});
export type RecordingRequest = z.infer<typeof RecordingRequest>;

/** Values that look like a secret: by the name of their member, or by the ID of the rule that their form fits. */
export const RemovedKind = z.strictObject({ kind: z.string(), count: z.int().positive() });
export type RemovedKind = z.infer<typeof RemovedKind>;

/**
 * A recording that is made but not saved: what is in it, and what is not.
 *
 * - `zipBytes`: Size of the file, and of its content.
 * - `missing`: What is missing, as sentences; the first few.
 * - `scrubbed`: How many values were removed. `kinds`: of those that look like a secret.
 */
export const RecordingPreview = z.strictObject({
  draftId: z.string(),
  fileName: z.string(),
  zipBytes: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  counts: z.strictObject({
    checkpoints: z.int().nonnegative(),
    subgraphCheckpoints: z.int().nonnegative(),
    runs: z.int().nonnegative(),
    frames: z.int().nonnegative(),
    deliveries: z.int().nonnegative(),
    requests: z.int().nonnegative(),
  }),
  missing: z.array(z.string()),
  missingTotal: z.int().nonnegative(),
  scrubbed: z.strictObject({
    known: z.int().nonnegative(),
    likely: z.int().nonnegative(),
    hosts: z.int().nonnegative(),
    kinds: z.array(RemovedKind),
  }),
});
export type RecordingPreview = z.infer<typeof RecordingPreview>;

/** How far recording is: what is read, and how many of it. The last one has the preview. */
export const RecordingProgress = z.strictObject({
  step: z.enum(['thread', 'history', 'subgraphs', 'runs', 'frames', 'packing', 'done']),
  done: z.int().nonnegative(),
  preview: RecordingPreview.nullable(),
});
export type RecordingProgress = z.infer<typeof RecordingProgress>;

/** A record that has a text in it. `excerpt`: the text around its first occurrence. */
export const RecordingMatch = z.strictObject({
  path: z.string(),
  line: z.int().positive(),
  excerpt: z.string(),
});
export type RecordingMatch = z.infer<typeof RecordingMatch>;

/** Matches of a search, bounded; `total`: of all records, unless the search was cut at `isCut`. */
export const RecordingMatches = z.strictObject({
  matches: z.array(RecordingMatch),
  total: z.int().nonnegative(),
  isCut: z.boolean(),
});
export type RecordingMatches = z.infer<typeof RecordingMatches>;

export const uploadPartBytes = 2 * 2 ** 20;
export const maxUploadBytes = 2 * 2 ** 30;

/** The address of a recording elsewhere. Its query may be a secret, so it is sent to the host and never comes back. */
export const RecordingAddress = z.string().min(1).max(10_000);

/**
 * What is at an address, before it is downloaded.
 *
 * - `host`: Where it comes from, after redirects. `place`: that and the path.
 * - `bytes`: Its size; `null` if the server does not say.
 */
export const RemoteRecording = z.strictObject({
  host: z.string(),
  place: z.string(),
  fileName: z.string(),
  bytes: z.int().nonnegative().nullable(),
});
export type RemoteRecording = z.infer<typeof RemoteRecording>;

/** How many bytes of a recording are here or there. The last one of a download has what was opened. */
export const RecordingTransfer = z.strictObject({
  done: z.int().nonnegative(),
  total: z.int().nonnegative().nullable(),
  connection: Connection.nullable(),
});
export type RecordingTransfer = z.infer<typeof RecordingTransfer>;
