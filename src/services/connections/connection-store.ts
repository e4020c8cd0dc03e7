import { isDeepStrictEqual } from 'node:util';
import type { Connection } from '../../shared/model/connection.ts';
import type { StorableDraft } from './env-import.ts';
import type { TlsTrust } from '../../shared/model/network.ts';
import type { JsonDocument } from '../storage/json-document.ts';
import { changedMeanwhile, connectionNotFound, locked, tooManyConnections } from './connection-errors.ts';
import {
  headersMsOf,
  isEncryptedAs,
  ownersOf,
  secretsIn,
  secretsOf,
  trustOf,
  trustViewOf,
} from './connection-parts.ts';
import type { CredentialOwner, Credentials, ServerCredential } from '../credentials/create-credentials.ts';
import type { Scrubber } from '../logging/scrubber.ts';
import { preferencesOf, validateDraft, type ValidDraft, type DraftSecret } from './validate-draft.ts';
import type { SecretStore, SecretLocation } from './secret-store.ts';
import type { SecretOwner } from './secret-decryptor.ts';
import type { StoredConnection, StoredConnections, StoredSecret } from './stored-connections.ts';

/**
 * Everything that a server's client needs. Never leaves the back end.
 *
 * - `credential`: Headers that expire, sent beside or instead of the others.
 * - `headersMs`: Milliseconds until a plain response must begin; `null` for the default.
 */
export interface ServerAccess {
  readonly url: string;
  readonly key: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly credential: ServerCredential | null;
  readonly trust: TlsTrust;
  readonly headersMs: number | null;
}

export interface ConnectionStore {
  ids(): readonly string[];
  views(): readonly Connection[];
  // Throws `not-found`, or `secret-locked` if the key or a header's value is unavailable now.
  access(id: string): Promise<ServerAccess>;
  // The access that a draft would get, without saving it. Throws as `save` does.
  draftAccess(draft: StorableDraft): Promise<ServerAccess>;
  // Throws `not-found`, `invalid-input` (with `details.where`), `conflict`, `secret-locked` or `storage`, and
  // changes nothing then.
  save(draft: StorableDraft): Promise<Connection>;
  // Saves a copy under another name, with the secrets stored as the originals are. Throws `not-found`,
  // `secret-locked` or `storage`.
  duplicate(id: string): Promise<Connection>;
  // Lists `ids` first, in this order. `group`: the heading that one moves to. Throws `storage`.
  reorder(
    ids: readonly string[],
    group?: { readonly connectionId: string; readonly name: string | null },
  ): Promise<void>;
  productionName(id: string): string | null;
  // Who a server's credential is for. Throws `not-found`.
  credentialOwner(id: string): CredentialOwner;
  // Throws `not-found` or `storage`.
  remove(id: string): Promise<void>;
}

const maxConnections = 200;

// Opens no key before a server needs it: the key store may prompt the user.
export function createConnectionStore(options: {
  readonly document: JsonDocument<StoredConnections>;
  readonly secrets: SecretStore;
  readonly credentials: Credentials;
  readonly scrubber: Scrubber;
  readonly newId: () => string;
}): ConnectionStore {
  const { document, secrets, credentials, scrubber, newId } = options;
  // Pending changes by the user; encrypting anew yields to them.
  let saving = 0;

  const find = (id: string): StoredConnection => {
    const connectionEntry = document.value().connections.find((connection) => connection.id === id);
    if (!connectionEntry) throw connectionNotFound();
    return connectionEntry;
  };

  const open = async (owner: SecretOwner, stored: StoredSecret): Promise<string> => {
    const read = await secrets.read(owner, stored);
    if (read.state !== 'open') throw locked(owner, stored, read);
    if (read.shouldReEncrypt && stored.place === 'sealed') {
      // The old text still opens; retried at the next start.
      reEncrypt(owner, stored.sealed, read.value).catch(() => undefined);
    }
    return read.value;
  };

  const reEncrypt = async (owner: SecretOwner, old: string, value: string): Promise<void> => {
    const reEncrypted = await secrets.reEncrypt(owner, value);
    const isStored = secretsIn(document.value()).some((secret) => isEncryptedAs(secret, old));
    if (reEncrypted === null || saving > 0 || !isStored) return;
    const renewSecret = (secret: StoredSecret): StoredSecret =>
      isEncryptedAs(secret, old) ? reEncrypted : secret;
    await document.update(({ connections }) => ({
      connections: connections.map((connection) => ({
        ...connection,
        key: connection.key && renewSecret(connection.key),
        headers: connection.headers.map((header) => ({ ...header, secret: renewSecret(header.secret) })),
      })),
    }));
    const now = document.value().connections.find(({ id }) => id === owner.connectionId);
    secrets.retain(owner.connectionId, now ? secretsOf(now) : []);
  };

  const access = async (stored: StoredConnection): Promise<ServerAccess> => {
    const owners = ownersOf(stored.id, new URL(stored.url).origin);
    const key = stored.key === null ? null : await open(owners.key, stored.key);
    const headers: Record<string, string> = {};
    for (const { name, secret } of stored.headers) headers[name] = await open(owners.header(name), secret);
    return {
      url: stored.url,
      key,
      headers,
      credential: credentials.of(ownerOf(stored)),
      trust: trustOf(stored),
      headersMs: headersMsOf(stored),
    };
  };

  const view = (stored: StoredConnection): Connection => {
    const { id, name, url, key, headers } = stored;
    const owners = ownersOf(id, new URL(url).origin);
    const credential = credentials.view(id);
    return {
      id,
      kind: 'remote',
      name,
      url,
      key: secrets.view(owners.key, key),
      headers: headers.map((header) => ({
        name: header.name,
        last4: secrets.view(owners.header(header.name), header.secret).last4 ?? '',
      })),
      ...trustViewOf(stored),
      ...(credential === null ? {} : { credential }),
      ...preferencesOf(stored),
    };
  };

  const store = async (id: string, checked: ValidDraft, like: StoredConnection | null) => {
    const owners = ownersOf(id, checked.origin);
    const keep = (owner: SecretOwner, secret: DraftSecret, location: SecretLocation) =>
      secret.kind === 'kept' ? secret.stored : secrets.store(owner, secret.value, location);
    const isNew = checked.headers.some(({ secret }) => secret.kind !== 'kept');
    const headerStorage =
      checked.keyLocation ??
      like?.key?.place ??
      like?.headers[0]?.secret.place ??
      (isNew ? await defaultLocation(secrets) : 'session');
    const headers = [];
    for (const { name, secret } of checked.headers) {
      headers.push({ name, secret: await keep(owners.header(name), secret, headerStorage) });
    }
    const key =
      checked.key === null ? null : await keep(owners.key, checked.key, checked.keyLocation ?? 'session');
    const { caText, insecure } = checked.trust;
    return {
      id,
      name: checked.name,
      url: checked.url,
      key,
      headers,
      ...(caText === null ? {} : { ca: caText }),
      ...(insecure ? { insecure } : {}),
      ...checked.preferences,
    } satisfies StoredConnection;
  };

  const save = async (
    draft: StorableDraft,
    before: StoredConnection | null,
    like: StoredConnection | null = before,
  ): Promise<Connection> => {
    saving += 1;
    try {
      const stored = await store(before?.id ?? newId(), validateDraft(draft, before), like);
      await document.update(({ connections }) => {
        if (before === null) {
          if (connections.length >= maxConnections) throw tooManyConnections(maxConnections);
          return { connections: [...connections, stored] };
        }
        const index = connections.findIndex(({ id }) => id === stored.id);
        // The rules were checked against `before`, which another window may have changed since.
        if (index < 0) throw connectionNotFound();
        if (JSON.stringify(connections[index]) !== JSON.stringify(before)) throw changedMeanwhile();
        return { connections: connections.with(index, stored) };
      });
      secrets.retain(stored.id, secretsOf(stored));
      await credentials.save(ownerOf(stored), draft.credential ?? null, draft.allowsCommand === true);
      return view(stored);
    } finally {
      saving -= 1;
    }
  };

  return {
    ids: () => document.value().connections.map(({ id }) => id),
    views: () => document.value().connections.map(view),
    access: async (id) => access(find(id)),
    productionName(id) {
      const stored = document.value().connections.find((connection) => connection.id === id);
      return stored?.production === true ? stored.name : null;
    },

    async draftAccess(draft) {
      const before = draft.id === null ? null : find(draft.id);
      const checked = validateDraft(draft, before);
      const owners = ownersOf(before?.id ?? '', checked.origin);
      const value = async (owner: SecretOwner, secret: DraftSecret): Promise<string> => {
        if (secret.kind === 'kept') return open(owner, secret.stored);
        scrubber.add(secret.value);
        return secret.value;
      };
      const headers: Record<string, string> = {};
      for (const { name, secret } of checked.headers)
        headers[name] = await value(owners.header(name), secret);
      return {
        url: checked.url,
        key: checked.key === null ? null : await value(owners.key, checked.key),
        headers,
        credential:
          draft.credential === undefined
            ? null
            : credentials.ofDraft(
                { connectionId: before?.id ?? 'new', origin: checked.origin, trust: checked.trust },
                draft.credential,
                draft.allowsCommand === true,
              ),
        trust: checked.trust,
        headersMs: headersMsOf(checked.preferences),
      };
    },

    async save(draft) {
      const before = draft.id === null ? null : find(draft.id);
      if (before && draft.expected && !isSameChoice(view(before), draft.expected)) throw changedMeanwhile();
      return save(draft, before);
    },

    async duplicate(id) {
      const stored = find(id);
      const { url, key, headers, trust } = await access(stored);
      const draft: StorableDraft = {
        id: null,
        name: copyName(
          stored.name,
          document.value().connections.map(({ name }) => name),
        ),
        url,
        key:
          key === null || stored.key === null
            ? { change: 'remove' }
            : { change: 'set', value: key, storage: stored.key.place },
        headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
        trust,
        ...preferencesOf(stored),
      };
      const copy = await save(draft, null, stored);
      await credentials.copy(id, ownerOf(find(copy.id)));
      return view(find(copy.id));
    },

    async reorder(ids, group) {
      const rank = (id: string): number => {
        const index = ids.indexOf(id);
        return index < 0 ? ids.length : index;
      };
      await document.update(({ connections }) => ({
        connections: connections
          .map((connection) =>
            connection.id === group?.connectionId ? inGroup(connection, group.name) : connection,
          )
          .toSorted((one, other) => rank(one.id) - rank(other.id)),
      }));
    },

    credentialOwner: (id) => ownerOf(find(id)),
    async remove(id) {
      find(id);
      await document.update(({ connections }) => ({
        connections: connections.filter((connection) => connection.id !== id),
      }));
      secrets.retain(id, []);
      await credentials.remove(id);
    },
  };
}

function ownerOf(stored: StoredConnection): CredentialOwner {
  return { connectionId: stored.id, origin: new URL(stored.url).origin, trust: trustOf(stored) };
}

function inGroup({ group: _old, ...connection }: StoredConnection, name: string | null): StoredConnection {
  return name === null ? connection : { ...connection, group: name };
}

// Whether all that a draft states anew is the same. A key stays unless the draft changes it.
function isSameChoice(one: Connection, other: Connection): boolean {
  const choices = ({ name, url, headers, trust, credential, ...rest }: Connection) => ({
    name,
    url,
    headers: headers.map((header) => header.name),
    trust: { caText: trust?.caText ?? null, insecure: trust?.insecure ?? false },
    credential: credential?.source ?? null,
    ...preferencesOf(rest),
  });
  return isDeepStrictEqual(choices(one), choices(other));
}

// `Staging (2)`, or the next number that is free.
function copyName(name: string, takenNames: readonly string[]): string {
  const base = name.replace(/ \(\d+\)$/, '');
  for (let number = 2; ; number += 1) {
    const copy = `${base} (${number})`;
    if (!takenNames.includes(copy)) return copy;
  }
}

async function defaultLocation(secrets: SecretStore): Promise<SecretLocation> {
  return (await secrets.storage()).kind === 'system' ? 'sealed' : 'session';
}
