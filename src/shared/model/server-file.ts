import { z } from 'zod';
import { ServerPreferences } from './connection.ts';
import { CredentialSource } from './credential.ts';

/**
 * A server as exported: everything but secrets. Header values are secrets, so only their names are there.
 *
 * - `hasKey`: Whether it had a key, which must be entered again.
 * - `credential`: Where its credential comes from. On another computer, nobody has agreed to its command yet, or is
 *   signed in.
 * - `certificates`: Additional certificates as PEM. Not secret.
 */
export const ExportedServer = z.strictObject({
  name: z.string().max(200),
  url: z.string().max(2048),
  hasKey: z.boolean(),
  headerNames: z.array(z.string().max(256)).max(64),
  certificates: z
    .string()
    .max(256 * 1024)
    .nullable(),
  credential: CredentialSource.optional(),
  ...ServerPreferences.shape,
});
export type ExportedServer = z.infer<typeof ExportedServer>;

export const ServerFile = z.strictObject({
  format: z.literal('remotegraph-studio-servers'),
  version: z.literal(1),
  servers: z.array(ExportedServer).max(200),
});
export type ServerFile = z.infer<typeof ServerFile>;
