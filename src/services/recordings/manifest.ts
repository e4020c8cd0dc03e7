import { z } from 'zod';
import { FrameTimes } from '../runs/log/frame-times.ts';

// The word that a manifest begins with, and the version that this studio writes and reads.
export const recordingFormat = 'remote-graph-recording';
export const recordingVersion = 1;

// Longest manifest in bytes.
export const maxManifestBytes = 16 * 2 ** 20;

const maxEntries = 20_000;

const count = z.int().nonnegative();
const shortText = z.string().max(4096);

// The only names that files of a recording have: no name leads out of its folder, on any system.
export const entryPath =
  /^(?:server|thread)\.json$|^(?:threads|records|values|assistants|assistant-versions|graphs|schemas|subgraphs|states|history|subgraph-history|runs|logs|deliveries|requests)\.ndjson$|^frames\/[0-9A-Za-z][0-9A-Za-z_-]{0,79}\.ndjson$/;

export const RecordingEntry = z.strictObject({
  path: z.string().regex(entryPath),
  bytes: count,
  // Records, each on a line of its own.
  lines: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type RecordingEntry = z.infer<typeof RecordingEntry>;

// Something that the server or the studio no longer had, and why.
export const MissingPart = z.strictObject({
  what: z.enum([
    'server',
    'assistant',
    'assistant-versions',
    'graph',
    'schemas',
    'subgraphs',
    'state',
    'history',
    'subgraph-history',
    'runs',
    'frames',
    'times',
    'later-events',
    'deliveries',
    'requests',
    // Of files that an older studio has shortened: one that was cut off is refused.
    'truncated',
  ]),
  run_id: shortText.optional(),
  checkpoint_ns: shortText.optional(),
  reason: shortText,
});
export type MissingPart = z.infer<typeof MissingPart>;

// `manifest.json`: what a recording has, what it lacks, and the digest of each of its files.
// - `recorded_at`: ISO 8601, by the clock of the computer that recorded.
// - `url: null`: left out by the person who recorded.
// - `run_id`: The only run that was recorded; `null`: all of the thread.
// - `scrubbed`: Values that were replaced by `[secret]` or `[host]`.
export const RecordingManifest = z.strictObject({
  format: z.literal(recordingFormat),
  version: z.literal(recordingVersion),
  recorded_at: shortText,
  recorded_by: z.strictObject({ name: shortText, version: shortText }),
  server: z.strictObject({
    name: shortText,
    url: shortText.nullable(),
  }),
  thread_id: shortText,
  run_id: shortText.nullable(),
  counts: z.strictObject({
    assistants: count,
    checkpoints: count,
    subgraph_checkpoints: count,
    runs: count,
    frames: count,
    deliveries: count,
    requests: count,
    // Threads of an import that it does not have.
    unlisted_threads: count.optional(),
  }),
  scrubbed: z.strictObject({ known: count, likely: count, hosts: count }),
  missing: z.array(MissingPart).max(maxEntries),
  entries: z.array(RecordingEntry).max(maxEntries),
});
export type RecordingManifest = z.infer<typeof RecordingManifest>;

// A line of `logs.ndjson`: how the events of a run ended, and where they are.
// - `joined_late`: Reading started while the run was active: what came before is missing.
// - `first_frame_ms`: Milliseconds from the run's creation to its first frame; `null` if unknown, and then frames have no times.
// - `times`: How the times of its frames are known; omitted by programs that do not note it.
export const RecordedLogFacts = z.strictObject({
  run_id: shortText,
  path: z.string().regex(entryPath),
  frames: count,
  outcome: z.enum(['finished', 'interrupted', 'failed', 'cancelled', 'lost']),
  error: z.string().nullable(),
  incomplete: z.boolean(),
  joined_late: z.boolean(),
  first_frame_ms: z.number().nonnegative().nullable(),
  times: z
    .strictObject({
      server_start_ms: z.number().nullable(),
      spans: FrameTimes.shape.spans,
    })
    .optional(),
  tokens: count.nullable(),
});
export type RecordedLogFacts = z.infer<typeof RecordedLogFacts>;

/** Two-space JSON with a final line break, so that a manifest in a folder is readable and shows small diffs. */
export function formatManifest(manifest: RecordingManifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
