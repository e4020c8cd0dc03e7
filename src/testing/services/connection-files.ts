import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCredentials } from '../../services/credentials/create-credentials.ts';
import { credentialsDocument } from '../../services/credentials/stored-credentials.ts';
import { createConnectionStore, type ConnectionStore } from '../../services/connections/connection-store.ts';
import { createSecretStore } from '../../services/connections/secret-store.ts';
import { connectionsDocument } from '../../services/connections/stored-connections.ts';
import { createScrubber } from '../../services/logging/scrubber.ts';
import { createDocumentStore } from '../../services/storage/document-store.ts';
import { AppError } from '../../shared/app-error.ts';
import type { StorableDraft } from '../../services/connections/env-import.ts';
import { createMemoryVault, type MemoryVault } from './memory-vault.ts';

/** How long the store waits for the vault. */
export const deadlines = { readMs: 50, encryptMs: 50 };

/** Connections in a data folder of their own, whose keys are encrypted by a vault in memory. */
export interface ConnectionFiles {
  readonly vault: MemoryVault;
  /** Ids of connections whose vault answered after its deadline. */
  readonly lateAnswers: readonly string[];
  /** Opens the store as a new start of the studio does: with nothing of the last one in memory. */
  start(): Promise<ConnectionStore>;
  /** The same, and uses every connection once, which opens its key. */
  startAndUse(): Promise<ConnectionStore>;
  /** The text of the stored file. */
  onDisk(): Promise<string>;
  remove(): Promise<void>;
}

export async function createConnectionFiles(): Promise<ConnectionFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'connections-test-'));
  const vault = createMemoryVault();
  const lateAnswers: string[] = [];
  const start = async (): Promise<ConnectionStore> => {
    const scrubber = createScrubber();
    const documents = createDocumentStore({ folder });
    const document = await documents.open(connectionsDocument);
    if (document.notice !== null) throw new Error(document.notice);
    const options = {
      vault,
      scrubber,
      deadlines,
      onDelayedResult: (id: string) => void lateAnswers.push(id),
    };
    const credentials = createCredentials({
      platform: { proxyFor: () => Promise.resolve(null), isOpenToNetwork: false },
      document: await documents.open(credentialsDocument),
      withStoredCredentials: null,
      secrets: createSecretStore(options),
      scrubber,
      onChange: () => undefined,
    });
    return createConnectionStore({
      document,
      secrets: createSecretStore(options),
      credentials,
      scrubber,
      newId: randomUUID,
    });
  };
  return {
    vault,
    lateAnswers,
    start,
    startAndUse: async () => {
      const store = await start();
      await Promise.all(store.ids().map((id) => keyOf(store, id)));
      return store;
    },
    onDisk: () => readFile(join(folder, 'connections.json'), 'utf8'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The key of a connection, or the code of the error that prevents reading it. */
export function keyOf(store: ConnectionStore, id: string): Promise<string | null> {
  return store.access(id).then(
    (access) => access.key,
    (error: unknown) => (error instanceof AppError ? error.code : 'a bug'),
  );
}

export const testKey = 'lsv2_canary_0000_1234';

export const connectionDraft = (more: Partial<StorableDraft> = {}): StorableDraft => ({
  id: null,
  name: 'Mine',
  url: 'https://example.com/base/',
  key: { change: 'set', value: testKey, storage: 'sealed' },
  headers: [],
  ...more,
});

export const setKey = (storage: 'session' | 'sealed' | 'plain', value = testKey): StorableDraft['key'] => ({
  change: 'set',
  value,
  storage,
});

export const keepKey = { change: 'keep' } as const;
