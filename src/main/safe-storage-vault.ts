import type { SafeStorage } from 'electron';
import type { SecretVault } from '../services/common/platform.ts';
import { AppError } from '../shared/app-error.ts';
import type { SecretStorage } from '../shared/model/app-info.ts';

// The part of Electron's safe storage that the vault uses; only the asynchronous half, the other one is
// deprecated.
export type SafeStorageApi = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
>;

export interface VaultParts {
  readonly storage: SafeStorageApi;
  readonly platform: NodeJS.Platform;
}

const format = 'sealed-1';

// What secrets are protected by, as far as it is known.
// - `unchecked`, `checking`: The key store has not answered yet.
// - `not-responding`: It is locked or failed; asked again the next time.
// - `no-key-store`: Nothing can encrypt.
// - `hard-coded-key`: Safe storage would encrypt with a key that is the same on every machine, which protects nothing.
// - `system-key`: Only this user can decrypt.
// The last two hold until the studio quits, because Electron asks the system for its key only once.
type KeyStoreState =
  | 'unchecked'
  | 'checking'
  | 'not-responding'
  | 'no-key-store'
  | 'hard-coded-key'
  | 'system-key';

// Encrypts API keys and other credentials with the system's key store (the Keychain on macOS), through Electron's safe
// storage. On Linux safe storage is always "available" and its backend is named after the desktop: where there is no
// key store, it encrypts with a key that is the same on every machine. Only an encrypted text shows which key it was.
//
// A call may stay pending forever, because a key store may prompt. It is called only when needed, and once at a time:
// the next caller gets the pending answer.
export function createSafeStorageVault({ storage, platform }: VaultParts): SecretVault {
  let keyStoreState: KeyStoreState = 'unchecked';
  let pendingQuery: Promise<void> | null = null;

  const queryKeyStore = async (): Promise<KeyStoreState> => {
    try {
      if (!(await storage.isAsyncEncryptionAvailable())) return 'no-key-store';
      return isProtected(await storage.encryptStringAsync('probe'), platform)
        ? 'system-key'
        : 'hard-coded-key';
    } catch {
      return 'not-responding';
    }
  };
  const refreshState = (): Promise<void> => {
    if (keyStoreState === 'system-key' || keyStoreState === 'hard-coded-key') return Promise.resolve();
    keyStoreState = 'checking';
    pendingQuery ??= queryKeyStore().then((answer) => {
      pendingQuery = null;
      keyStoreState = answer;
    });
    return pendingQuery;
  };

  return {
    describe: () => describe(keyStoreState, platform),
    async check() {
      await refreshState();
      return describe(keyStoreState, platform);
    },
    isProtected(encryptedText) {
      const bytes = bytesOfEncrypted(encryptedText);
      return bytes !== null && isProtected(bytes, platform);
    },
    async encrypt(plain) {
      await refreshState();
      if (keyStoreState !== 'system-key') throw new Error(describe(keyStoreState, platform).sentence);
      let bytes: Buffer;
      try {
        bytes = await storage.encryptStringAsync(plain);
      } catch (error) {
        // It said that it can and then could not: it does not respond for now, but exists.
        keyStoreState = 'not-responding';
        throw new Error('The system key store could not encrypt the key.', { cause: error });
      }
      // The key store may have changed since the check: nothing leaves here that anybody could open.
      if (!isProtected(bytes, platform)) {
        keyStoreState = 'hard-coded-key';
        throw new Error(describe(keyStoreState, platform).sentence);
      }
      return [format, platform, bytes.toString('base64')].join(':');
    },
    async decrypt(encryptedText) {
      const bytes = bytesOfEncrypted(encryptedText);
      if (bytes === null) throw new Error('This key was not encrypted by the system key store.');
      try {
        const { result, shouldReEncrypt } = await storage.decryptStringAsync(bytes);
        return { plain: result, shouldReEncrypt };
      } catch (error) {
        // One text that does not open says nothing about the others, so the store is checked
        // again.
        await refreshState();
        throw notOpened(keyStoreState, isProtected(bytes, platform), error);
      }
    },
  };
}

// Whether safe storage encrypted a text with a key that only this user has. On Linux its first three characters
// name the key: `v10` is the public one, `v11` that of a secret service, `v12` that of the desktop's portal.
// Elsewhere there is only the system's key.
function isProtected(bytes: Buffer, platform: NodeJS.Platform): boolean {
  return platform !== 'linux' || ['v11', 'v12'].includes(bytes.toString('latin1', 0, 3));
}

// The middle part names the system; older studios wrote Electron's backend name there, which is not used.
function bytesOfEncrypted(encryptedText: string): Buffer | null {
  const [kind, encryptedBy, base64, ...extraParts] = encryptedText.split(':');
  if (kind !== format || !encryptedBy || !base64 || extraParts.length > 0) return null;
  return Buffer.from(base64, 'base64');
}

function notOpened(keyStoreState: KeyStoreState, wasProtected: boolean, cause: unknown): AppError {
  if (keyStoreState === 'hard-coded-key' && wasProtected) {
    return new AppError('secret-locked', 'The key store that encrypted the key is locked.', {
      hint: 'Unlock it and restart the studio, or enter the key again.',
      cause,
    });
  }
  return new AppError('secret-locked', 'The system key store can’t decrypt the key.', {
    hint: 'Unlock the key store and check again. If another user or key store encrypted the key, enter it again.',
    cause,
  });
}

function describe(keyStoreState: KeyStoreState, platform: NodeJS.Platform): SecretStorage {
  switch (keyStoreState) {
    case 'unchecked':
      return {
        kind: 'locked',
        sentence: 'The system key store has not been opened yet.',
      };
    case 'checking':
      return {
        kind: 'locked',
        sentence: 'The system key store has not responded yet. It may be waiting for you to unlock it.',
      };
    case 'not-responding':
      return {
        kind: 'locked',
        sentence: 'The system key store is not responding. Unlock it and try again.',
      };
    case 'no-key-store':
      return {
        kind: 'none',
        sentence: 'This system has no key store. Keys are stored until the studio closes.',
      };
    case 'hard-coded-key':
      return {
        kind: 'weak',
        sentence:
          'No system key store is unlocked, so a saved key would not be protected. If there is one, unlock it and restart the studio.',
      };
    case 'system-key':
      return { kind: 'system', sentence: `Saved keys are encrypted with ${nameOf(platform)}.` };
  }
}

// On Linux any of several programs may hold the key, and its name is unknown.
function nameOf(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'the macOS Keychain';
  return platform === 'win32' ? 'Windows data protection' : 'the key store of this desktop';
}
