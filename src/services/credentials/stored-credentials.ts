import { z } from 'zod';
import { CredentialSource } from '../../shared/model/credential.ts';
import { StoredSecret } from '../connections/stored-connections.ts';
import type { DocumentSpec } from '../storage/versioned-document.ts';

// - `origin`: The only server that gets it.
// - `allowed`: Digest of the command that a person has agreed to, on this computer (`consentDigest`); `null` for none.
// - `tokens`: JSON of {@link OAuthTokens}; `null` while signed out.
const StoredCredential = z.strictObject({
  connectionId: z.string(),
  origin: z.string(),
  source: CredentialSource,
  allowed: z.string().nullable(),
  tokens: StoredSecret.nullable(),
});
export type StoredCredential = z.infer<typeof StoredCredential>;

const StoredCredentials = z.strictObject({ credentials: z.array(StoredCredential) });
export type StoredCredentials = z.infer<typeof StoredCredentials>;

/** Beside the list of servers, which older studios can read. */
export const credentialsDocument: DocumentSpec<StoredCredentials> = {
  name: 'credentials',
  version: 1,
  schema: StoredCredentials,
  initial: { credentials: [] },
};
