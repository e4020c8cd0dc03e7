import { z } from 'zod';
import { ServerPreferences } from '../../shared/model/connection.ts';
import type { DocumentSpec } from '../storage/versioned-document.ts';

// A secret in the file: encrypted by the system's key store, or plain text by the user's choice, or only a note that there
// was one, which was kept in memory until the studio quit.
// - `sealed`: The value, encrypted by the vault of the host.
// - `backend`: A sentence about the key store that encrypted it, for the message if another one is found later.
export const StoredSecret = z.discriminatedUnion('place', [
  z.strictObject({
    place: z.literal('sealed'),
    sealed: z.string(),
    backend: z.string(),
    last4: z.string().nullable(),
  }),
  z.strictObject({ place: z.literal('plain'), value: z.string() }),
  z.strictObject({ place: z.literal('session'), id: z.string() }),
]);
export type StoredSecret = z.infer<typeof StoredSecret>;

export const StoredConnection = z.strictObject({
  id: z.string(),
  name: z.string(),
  url: z.string().refine((url) => URL.canParse(url)),
  key: StoredSecret.nullable(),
  headers: z.array(z.strictObject({ name: z.string(), secret: StoredSecret })),
  // Additional certificates as PEM. Not secret: servers show certificates to everybody.
  ca: z.string().optional(),
  insecure: z.literal(true).optional(),
  ...ServerPreferences.shape,
});
export type StoredConnection = z.infer<typeof StoredConnection>;

const StoredConnections = z.strictObject({ connections: z.array(StoredConnection) });

export type StoredConnections = z.infer<typeof StoredConnections>;

export const connectionsDocument: DocumentSpec<StoredConnections> = {
  name: 'connections',
  version: 1,
  schema: StoredConnections,
  initial: { connections: [] },
};
