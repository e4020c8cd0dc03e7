import { z } from 'zod';
import { WireError } from '../../shared/wire-error.ts';
import { StoredSecret } from '../connections/stored-connections.ts';
import type { DocumentSpec } from '../storage/versioned-document.ts';

/** Where the traces of a server are sent, as `TraceSettings` says. */
export const StoredTraceSettings = z.strictObject({
  connectionId: z.string(),
  isOn: z.boolean(),
  url: z.string(),
  headers: z.array(z.strictObject({ name: z.string(), secret: StoredSecret })),
  withContent: z.boolean(),
  service: z.string().nullable(),
  traceUrl: z.string().nullable(),
});
export type StoredTraceSettings = z.infer<typeof StoredTraceSettings>;

const TraceSettingsList = z.strictObject({ servers: z.array(StoredTraceSettings) });
export type TraceSettingsList = z.infer<typeof TraceSettingsList>;

export const traceSettingsDocument: DocumentSpec<TraceSettingsList> = {
  name: 'traces',
  version: 1,
  schema: TraceSettingsList,
  initial: { servers: [] },
};

/**
 * What was sent of a server since sending was turned on. Runs that ended before `sinceMs`, by the server's clock, are
 * not sent; `done` has the later ones that are sent, are queued, or can't be sent.
 */
export const TraceProgress = z.strictObject({
  connectionId: z.string(),
  sinceMs: z.number(),
  done: z.array(z.strictObject({ runId: z.string(), endedMs: z.number() })),
  sent: z.int().nonnegative(),
  dropped: z.int().nonnegative(),
  refused: z.int().nonnegative(),
  unread: z.int().nonnegative(),
  lastSentAt: z.number().nullable(),
  lastError: z.nullable(z.strictObject({ time: z.number(), problem: WireError })),
});
export type TraceProgress = z.infer<typeof TraceProgress>;

const TraceProgressList = z.strictObject({ servers: z.array(TraceProgress) });
export type TraceProgressList = z.infer<typeof TraceProgressList>;

export const traceProgressDocument: DocumentSpec<TraceProgressList> = {
  name: 'trace-sending',
  version: 1,
  schema: TraceProgressList,
  initial: { servers: [] },
};
