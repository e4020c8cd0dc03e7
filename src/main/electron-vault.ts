import type { SafeStorage } from 'electron';
import type { SecretVault } from '../services/platform.ts';
import type { SecretStorage } from '../shared/model/app-info.ts';

/** The part of Electron's safe storage that the vault uses; only the asynchronous half, the other one is going. */
export type VaultStorage = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>;

/** What the vault is made of. `platform` is Node's name of the system. */
export interface VaultParts {
  readonly storage: VaultStorage;
  readonly platform: NodeJS.Platform;
}

/** A vault that must look once whether the system's key store answers, after the program is ready. */
export interface ElectronVault extends SecretVault {
  /** Asks the system whether its key store answers. Called once, when the program is ready. */
  look(): Promise<void>;
}

const format = 'sealed-1';

/**
 * Seals keys with the system's key store through Electron's safe storage, and tells the truth about it (row E-20): on
 * Linux without a key store Electron uses a password that is the same everywhere, which this vault calls `weak`.
 * A sealed text names the store that sealed it, so that a text which can't be opened can say why (row E-21).
 */
export function createElectronVault({ storage, platform }: VaultParts): ElectronVault {
  let state: 'unasked' | 'available' | 'unavailable' | 'locked' = 'unasked';
  const backend = (): string => (platform === 'linux' ? storage.getSelectedStorageBackend() : platform);

  const look = async (): Promise<void> => {
    try {
      state = (await storage.isAsyncEncryptionAvailable()) ? 'available' : 'unavailable';
    } catch {
      state = 'locked';
    }
  };

  return {
    look,
    describe() {
      // The answer is what is known now; a store that did not answer is asked again for the next time.
      if (state !== 'available') void look();
      return describe(state, backend());
    },
    async seal(plain) {
      if (state === 'unasked') await look();
      if (state === 'unavailable') throw new Error('This system has no key store to seal a key with.');
      try {
        const bytes = await storage.encryptStringAsync(plain);
        state = 'available';
        return [format, backend(), bytes.toString('base64')].join(':');
      } catch (thrown) {
        // It said that it can and then could not: closed for now, not missing.
        state = 'locked';
        throw new Error('The system’s key store did not seal the key.', { cause: thrown });
      }
    },
    async open(sealed) {
      const [kind, sealedBy, base64, ...rest] = sealed.split(':');
      if (kind !== format || !sealedBy || !base64 || rest.length > 0) {
        throw new Error('This is not a key that the system’s key store sealed.');
      }
      try {
        const { result } = await storage.decryptStringAsync(Buffer.from(base64, 'base64'));
        state = 'available';
        return result;
      } catch (thrown) {
        // One text that does not open says nothing about the others (row E-21), so the store is asked, not judged.
        await look();
        const now = backend();
        const why =
          sealedBy === now
            ? 'The system’s key store did not open the key.'
            : `The key was sealed by ${sealedBy}, and this system now uses ${now}.`;
        throw new Error(why, { cause: thrown });
      }
    },
  };
}

function describe(state: 'unasked' | 'available' | 'unavailable' | 'locked', backend: string): SecretStorage {
  if (state === 'unasked' || backend === 'unknown') {
    return { kind: 'locked', sentence: 'The system’s key store was not asked yet.' };
  }
  if (state === 'locked') {
    return {
      kind: 'locked',
      sentence: 'The system’s key store does not answer now. Unlock it and try again.',
    };
  }
  if (state === 'unavailable') {
    return { kind: 'none', sentence: 'This system has no key store. Keys are kept until the studio closes.' };
  }
  if (backend === 'basic_text') {
    return {
      kind: 'weak',
      sentence:
        'This system has no key store. A saved key is only disguised: any program of this user can read it.',
    };
  }
  return { kind: 'system', sentence: `Saved keys are encrypted with ${nameOf(backend)}.` };
}

function nameOf(backend: string): string {
  switch (backend) {
    case 'darwin':
      return 'the macOS Keychain';
    case 'win32':
      return 'Windows data protection';
    case 'gnome_libsecret':
      return 'the GNOME keyring';
    default:
      return backend.startsWith('kwallet') ? 'KWallet' : 'the system’s key store';
  }
}
