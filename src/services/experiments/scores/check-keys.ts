import { z } from 'zod';
import { AppError } from '../../../shared/app-error.ts';
import type { CheckKey, CheckKeyDraft } from '../../../shared/model/check-key.ts';
import type { SecretVault } from '../../common/platform.ts';
import { locked } from '../../connections/connection-errors.ts';
import { parseServerUrl } from '../../connections/connection-url.ts';
import { normalizeKey } from '../../connections/header-rules.ts';
import type { SecretOwner } from '../../connections/secret-decryptor.ts';
import { createSecretStore } from '../../connections/secret-store.ts';
import { StoredSecret } from '../../connections/stored-connections.ts';
import type { Scrubber } from '../../logging/scrubber.ts';
import type { DocumentStore } from '../../storage/document-store.ts';
import type { DocumentSpec } from '../../storage/versioned-document.ts';

const maxKeys = 200;

const StoredKey = z.strictObject({ origin: z.string(), name: z.string(), secret: StoredSecret });
const StoredKeys = z.strictObject({ keys: z.array(StoredKey) });
type StoredKey = z.infer<typeof StoredKey>;

export const checkKeysDocument: DocumentSpec<z.infer<typeof StoredKeys>> = {
  name: 'check-keys',
  version: 1,
  schema: StoredKeys,
  initial: { keys: [] },
};

/** The keys that HTTP checks name, each for one origin, kept as the keys of servers are. */
export interface CheckKeys {
  list(): Promise<CheckKey[]>;
  /** Throws `AppError` (`invalid-input`, `secret-locked`), and changes nothing then. */
  save(draft: CheckKeyDraft): Promise<CheckKey[]>;
  forget(key: Pick<CheckKey, 'origin' | 'name'>): Promise<CheckKey[]>;
  /** Throws `AppError`: `unauthorized` if none was entered for this origin, `secret-locked` if it can't be read now. */
  open(origin: string, name: string): Promise<string>;
}

// The store of secrets names their owners by the ids of servers, which are UUIDs.
const ownerId = 'check-keys';

export function createCheckKeys(options: {
  readonly documents: DocumentStore;
  readonly vault: SecretVault;
  readonly scrubber: Scrubber;
}): CheckKeys {
  const { documents } = options;
  const secrets = createSecretStore(options);
  const ownerOf = ({ origin, name }: Pick<CheckKey, 'origin' | 'name'>): SecretOwner => ({
    connectionId: ownerId,
    origin,
    name: `key:${name}`,
  });
  const viewsOf = (keys: readonly StoredKey[]): CheckKey[] =>
    keys.map(({ origin, name, secret }) => ({
      origin,
      name,
      last4: secrets.view(ownerOf({ origin, name }), secret).last4,
    }));
  const write = async (change: (keys: readonly StoredKey[]) => StoredKey[]): Promise<CheckKey[]> => {
    const document = await documents.open(checkKeysDocument);
    const { keys } = await document.update((before) => ({ keys: change(before.keys) }));
    secrets.retain(
      ownerId,
      keys.map(({ secret }) => secret),
    );
    return viewsOf(keys);
  };
  const without = (keys: readonly StoredKey[], { origin, name }: Pick<CheckKey, 'origin' | 'name'>) =>
    keys.filter((one) => one.origin !== origin || one.name !== name);

  return {
    list: async () => viewsOf((await documents.open(checkKeysDocument)).value().keys),
    async save({ origin: typed, name, value, storage }) {
      const { origin } = parseServerUrl(typed);
      const secret = await secrets.store(ownerOf({ origin, name }), normalizeKey(value), storage);
      return write((keys) => {
        const others = without(keys, { origin, name });
        if (others.length >= maxKeys)
          throw new AppError('invalid-input', `There are at most ${maxKeys} keys of checks.`, {
            hint: 'Remove some that are no longer used.',
          });
        return [...others, { origin, name, secret }];
      });
    },
    forget: (key) => write((keys) => without(keys, key)),
    async open(origin, name) {
      const { keys } = (await documents.open(checkKeysDocument)).value();
      const stored = keys.find((one) => one.origin === origin && one.name === name);
      if (stored === undefined)
        throw new AppError(
          'unauthorized',
          `No key "${name}" was entered for ${origin}, so nothing was sent.`,
          {
            hint: 'Enter it in the check, or name it with --check-key.',
          },
        );
      const read = await secrets.read(ownerOf(stored), stored.secret);
      if (read.state !== 'open') throw locked(ownerOf(stored), stored.secret, read);
      return read.value;
    },
  };
}
