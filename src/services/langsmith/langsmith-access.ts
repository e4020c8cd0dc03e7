import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import {
  defaultLangsmithUrl,
  type LangsmithAccess,
  type LangsmithAccessDraft,
} from '../../shared/model/langsmith.ts';
import type { SecretVault } from '../common/platform.ts';
import { locked } from '../connections/connection-errors.ts';
import { ownersOf } from '../connections/connection-parts.ts';
import { parseServerUrl } from '../connections/connection-url.ts';
import { normalizeKey } from '../connections/header-rules.ts';
import { createSecretStore } from '../connections/secret-store.ts';
import { StoredSecret } from '../connections/stored-connections.ts';
import type { Scrubber } from '../logging/scrubber.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import type { DocumentSpec } from '../storage/versioned-document.ts';

const StoredAccess = z.strictObject({ url: z.string(), key: StoredSecret.nullable() });
type StoredAccess = z.infer<typeof StoredAccess>;

export const langsmithDocument: DocumentSpec<StoredAccess> = {
  name: 'langsmith',
  version: 1,
  schema: StoredAccess,
  initial: { url: defaultLangsmithUrl, key: null },
};

/** The address of LangSmith and the key that the user entered for it, kept as the keys of servers are. */
export interface LangsmithAccessStore {
  view(): Promise<LangsmithAccess>;
  /** Throws `unauthorized` without a key, `secret-locked` if it can't be read now. */
  open(): Promise<{ readonly url: string; readonly key: string }>;
  save(draft: LangsmithAccessDraft): Promise<LangsmithAccess>;
  forget(): Promise<LangsmithAccess>;
}

// The store of secrets names their owners by the ids of servers, which are UUIDs.
const ownerId = 'langsmith';

export function createLangsmithAccess(options: {
  readonly documents: DocumentStore;
  readonly vault: SecretVault;
  readonly scrubber: Scrubber;
}): LangsmithAccessStore {
  const opening = options.documents.open(langsmithDocument);
  const secrets = createSecretStore(options);
  const ownerOf = (url: string) => ownersOf(ownerId, new URL(url).origin).key;
  const viewOf = ({ url, key }: StoredAccess): LangsmithAccess => ({
    url,
    last4: key === null ? null : (secrets.view(ownerOf(url), key).last4 ?? ''),
  });
  const write = async (next: StoredAccess): Promise<LangsmithAccess> => {
    const document = await opening;
    await document.update(() => next);
    secrets.retain(ownerId, next.key === null ? [] : [next.key]);
    return viewOf(next);
  };

  return {
    view: async () => viewOf((await opening).value()),
    async open() {
      const { url, key } = (await opening).value();
      if (key === null)
        throw new AppError('unauthorized', 'No key for LangSmith was entered.', {
          hint: 'Enter one. Nothing was sent.',
        });
      const secret = await secrets.read(ownerOf(url), key);
      if (secret.state !== 'open') throw locked(ownerOf(url), key, secret);
      return { url, key: secret.value };
    },
    async save({ url: typed, key, storage }) {
      const before = (await opening).value();
      const { url, origin } = parseServerUrl(typed);
      if (key !== null)
        return write({ url, key: await secrets.store(ownerOf(url), normalizeKey(key), storage) });
      if (before.key !== null && new URL(before.url).origin !== origin)
        throw new AppError(
          'invalid-input',
          'The key was entered for another address, and is not sent there.',
          {
            hint: 'Enter the key for this address.',
            details: { where: 'key' },
          },
        );
      return write({ url, key: before.key });
    },
    forget: () => write(langsmithDocument.initial),
  };
}
