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

// State of the key store. `unasked` and `asking`: no answer yet; `closed`: not available right now. The
// others hold until the studio quits, because Electron asks the system for its key only once.
type KeyStoreState = 'unasked' | 'asking' | 'closed' | 'missing' | 'public-key' | 'protects';

// Encrypts API keys and other credentials with the system's key store (the Keychain on macOS), through Electron's safe
// storage. On Linux safe storage is always "available" and its backend is named after the desktop: where there is no
// key store, it encrypts with a key that is the same on every machine. Only an encrypted text shows which key it was.
//
// A call may stay pending forever, because a key store may prompt. It is called only when needed, and once at a time:
// the next caller gets the pending answer.
export function createSafeStorageVault({ storage, platform }: VaultParts): SecretVault {
  let store: KeyStoreState = 'unasked';
  let asking: Promise<void> | null = null;

  const queryStore = async (): Promise<KeyStoreState> => {
    try {
      if (!(await storage.isAsyncEncryptionAvailable())) return 'missing';
      return isProtected(await storage.encryptStringAsync('probe'), platform) ? 'protects' : 'public-key';
    } catch {
      return 'closed';
    }
  };
  const refresh = (): Promise<void> => {
    if (store === 'protects' || store === 'public-key') return Promise.resolve();
    store = 'asking';
    asking ??= queryStore().then((answer) => {
      asking = null;
      store = answer;
    });
    return asking;
  };

  return {
    describe: () => describe(store, platform),
    async check() {
      await refresh();
      return describe(store, platform);
    },
    isProtected(sealed) {
      const bytes = bytesOfEncrypted(sealed);
      return bytes !== null && isProtected(bytes, platform);
    },
    async encrypt(plain) {
      await refresh();
      if (store !== 'protects') throw new Error(describe(store, platform).sentence);
      let bytes: Buffer;
      try {
        bytes = await storage.encryptStringAsync(plain);
      } catch (error) {
        // It said that it can and then could not: closed for now, not missing.
        store = 'closed';
        throw new Error('The system key store could not encrypt the key.', { cause: error });
      }
      // The key store may have changed since the check: nothing leaves here that anybody could open.
      if (!isProtected(bytes, platform)) {
        store = 'public-key';
        throw new Error(describe(store, platform).sentence);
      }
      return [format, platform, bytes.toString('base64')].join(':');
    },
    async decrypt(sealed) {
      const bytes = bytesOfEncrypted(sealed);
      if (bytes === null) throw new Error('This key was not encrypted by the system key store.');
      try {
        const { result, shouldReEncrypt } = await storage.decryptStringAsync(bytes);
        return { plain: result, shouldReEncrypt };
      } catch (error) {
        // One text that does not open says nothing about the others, so the store is checked
        // again.
        await refresh();
        throw notOpened(store, isProtected(bytes, platform), error);
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
function bytesOfEncrypted(sealed: string): Buffer | null {
  const [kind, encryptedBy, base64, ...rest] = sealed.split(':');
  if (kind !== format || !encryptedBy || !base64 || rest.length > 0) return null;
  return Buffer.from(base64, 'base64');
}

function notOpened(store: KeyStoreState, wasProtected: boolean, cause: unknown): AppError {
  if (store === 'public-key' && wasProtected) {
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

function describe(store: KeyStoreState, platform: NodeJS.Platform): SecretStorage {
  switch (store) {
    case 'unasked':
      return {
        kind: 'locked',
        sentence: 'The system key store has not been opened yet.',
      };
    case 'asking':
      return {
        kind: 'locked',
        sentence: 'The system key store has not responded yet. It may be waiting for you to unlock it.',
      };
    case 'closed':
      return {
        kind: 'locked',
        sentence: 'The system key store is not responding. Unlock it and try again.',
      };
    case 'missing':
      return {
        kind: 'none',
        sentence: 'This system has no key store. Keys are stored until the studio closes.',
      };
    case 'public-key':
      return {
        kind: 'weak',
        sentence:
          'No system key store is unlocked, so a saved key would not be protected. If there is one, unlock it and restart the studio.',
      };
    case 'protects':
      return { kind: 'system', sentence: `Saved keys are encrypted with ${nameOf(platform)}.` };
  }
}

// On Linux any of several programs may hold the key, and its name is unknown.
function nameOf(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'the macOS Keychain';
  return platform === 'win32' ? 'Windows data protection' : 'the key store of this desktop';
}
