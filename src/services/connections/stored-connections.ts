import { z } from 'zod';
import type { DocumentSpec } from '../storage/versioned-document.ts';

/**
 * A secret as the file has it: sealed by the system's key store; as plain text because the user chose so; or only
 * the fact that there was one, kept in memory until the studio ended.
 */
export const StoredSecret = z.discriminatedUnion('place', [
  z.strictObject({
    place: z.literal('sealed'),
    sealed: z.string(),
    /** What the key store called itself, for the message when another one is found later (row E-21). */
    backend: z.string(),
    last4: z.string().nullable(),
  }),
  z.strictObject({ place: z.literal('plain'), value: z.string() }),
  z.strictObject({ place: z.literal('session'), id: z.string() }),
]);
export type StoredSecret = z.infer<typeof StoredSecret>;

/** A connection as the file has it. */
export const StoredConnection = z.strictObject({
  id: z.string(),
  name: z.string(),
  url: z.string().refine((url) => URL.canParse(url)),
  key: StoredSecret.nullable(),
  headers: z.array(z.strictObject({ name: z.string(), secret: StoredSecret })),
  /** Certificates to trust beside the usual ones, as PEM. No secret: a certificate is shown to everybody. */
  ca: z.string().optional(),
  insecure: z.literal(true).optional(),
});
export type StoredConnection = z.infer<typeof StoredConnection>;

const StoredConnections = z.strictObject({ connections: z.array(StoredConnection) });

/** Everything in `connections.json`. */
export type StoredConnections = z.infer<typeof StoredConnections>;

/** The file `connections.json`, version 1. */
export const connectionsDocument: DocumentSpec<StoredConnections> = {
  name: 'connections',
  version: 1,
  schema: StoredConnections,
  initial: { connections: [] },
};
