import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import type { KeyPlace } from '../../shared/model/connection.ts';
import type { SecretVault } from '../platform.ts';
import type { Scrubber } from '../request-log/scrubber.ts';
import type { StoredSecret } from './stored-connections.ts';

/** Whose secret it is. It is sealed together with these, so that it opens for the same server only (row C-8). */
export interface SecretOwner {
  readonly connectionId: string;
  readonly origin: string;
  /** `key`, or `header:` and the header's name in small letters. */
  readonly name: string;
}

/** Where a new secret may be put. */
export type SecretPlace = 'session' | 'sealed' | 'plain';

/** What may be shown of a secret. */
export interface SecretView {
  readonly place: KeyPlace;
  readonly last4: string | null;
}

/** Keeps secrets where the user wants them, and gives them back to nobody but the client of their own server. */
export interface SecretBox {
  /** Throws an `AppError` (`secret-locked`) when `sealed` is asked for and nothing can seal now. */
  keep(owner: SecretOwner, value: string, place: SecretPlace): Promise<StoredSecret>;
  /** The value, or `null` when it can't be had now. Asks the key store again each time until it opens. */
  read(owner: SecretOwner, stored: StoredSecret): Promise<string | null>;
  /** As of the last `keep` or `read`. */
  view(owner: SecretOwner, stored: StoredSecret | null): SecretView;
  /** Drops what is in memory for a connection, but for the given ones. */
  retain(connectionId: string, stored: readonly StoredSecret[]): void;
}

const Sealed = z.strictObject({
  value: z.string(),
  connectionId: z.string(),
  origin: z.string(),
  name: z.string(),
});

/** Everything that is kept is told to the scrubber first. */
export function createSecretBox(vault: SecretVault, scrubber: Scrubber): SecretBox {
  /** Opened and session values of each connection, by their sealed text or session id. */
  const inMemory = new Map<string, Map<string, string>>();
  const remember = ({ connectionId }: SecretOwner, ref: string, value: string): void => {
    scrubber.add(value);
    const own = inMemory.get(connectionId) ?? new Map<string, string>();
    inMemory.set(connectionId, own.set(ref, value));
  };
  const recall = ({ connectionId }: SecretOwner, ref: string): string | null =>
    inMemory.get(connectionId)?.get(ref) ?? null;

  const seal = async (owner: SecretOwner, value: string): Promise<StoredSecret> => {
    const { kind, sentence } = vault.describe();
    if (kind !== 'system') throw cannotSeal(owner, sentence);
    const { connectionId, origin, name } = owner;
    scrubber.add(value);
    try {
      const sealed = await vault.seal(JSON.stringify({ value, connectionId, origin, name }));
      remember(owner, sealed, value);
      return { place: 'sealed', sealed, backend: sentence, last4: last4Of(value) };
    } catch (thrown) {
      throw cannotSeal(owner, sentence, thrown);
    }
  };

  const unseal = async (owner: SecretOwner, sealed: string): Promise<string | null> => {
    const known = recall(owner, sealed);
    if (known !== null) return known;
    try {
      const opened = Sealed.safeParse(JSON.parse(await vault.open(sealed))).data;
      if (!opened || !isOwn(opened, owner)) return null;
      remember(owner, sealed, opened.value);
      return opened.value;
    } catch {
      // Another backend, another user, a locked store: the sealed text stays where it is, and is tried again (E-21).
      return null;
    }
  };

  return {
    async keep(owner, value, place) {
      if (place === 'sealed') return seal(owner, value);
      scrubber.add(value);
      if (place === 'plain') return { place, value };
      const id = randomUUID();
      remember(owner, id, value);
      return { place, id };
    },
    async read(owner, stored) {
      if (stored.place === 'sealed') return unseal(owner, stored.sealed);
      if (stored.place === 'session') return recall(owner, stored.id);
      scrubber.add(stored.value);
      return stored.value;
    },
    view(owner, stored) {
      if (stored === null) return { place: 'none', last4: null };
      if (stored.place === 'plain') return { place: 'plain', last4: last4Of(stored.value) };
      if (stored.place === 'sealed') {
        const open = recall(owner, stored.sealed) !== null;
        return { place: open ? 'sealed' : 'locked', last4: stored.last4 };
      }
      const value = recall(owner, stored.id);
      return value === null ? { place: 'locked', last4: null } : { place: 'session', last4: last4Of(value) };
    },
    retain(connectionId, stored) {
      const own = inMemory.get(connectionId);
      const used = new Set(stored.map(refOf));
      for (const ref of own?.keys() ?? []) if (!used.has(ref)) own?.delete(ref);
      if (own?.size === 0) inMemory.delete(connectionId);
    },
  };
}

function refOf(stored: StoredSecret): string | null {
  if (stored.place === 'sealed') return stored.sealed;
  return stored.place === 'session' ? stored.id : null;
}

/** The end of a secret, for telling two apart; nothing of one so short that four characters would give it away. */
function last4Of(value: string): string | null {
  return value.length < 8 ? null : value.slice(-4);
}

function isOwn(opened: SecretOwner, owner: SecretOwner): boolean {
  return (
    opened.connectionId === owner.connectionId && opened.origin === owner.origin && opened.name === owner.name
  );
}

function cannotSeal({ name }: SecretOwner, sentence: string, cause?: unknown): AppError {
  const what = name === 'key' ? 'The key' : `The value of the ${name.replace(':', ' ')}`;
  return new AppError('secret-locked', `${what} can't be kept protected on this system now. ${sentence}`, {
    hint: 'Keep it for this session, or choose to save it without protection.',
    details: { where: name === 'key' ? 'key' : 'headers' },
    ...(cause === undefined ? {} : { cause }),
  });
}
