import type { SafeStorage } from 'electron';
import { faults } from '../faults.ts';
import { refuseUnknown } from '../refuse-unknown.ts';

/** Prefixes of texts encrypted with the public key of every Linux, and with one of a key store. */
const publicKey = 'v10';
const realKey = 'v11';

const failure = 'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.';

const prefix = faults.keyStore === 'real' ? realKey : publicKey;

let store: Promise<void> | null = null;

/** The key store is opened on first use, and everything waits for it, however long it takes. */
function whenAnswered(): Promise<void> {
  store ??= new Promise((resolve) => {
    if (faults.keyStoreAnswers === 'on-demand') Reflect.set(globalThis, 'answerKeyStore', resolve);
    else if (faults.keyStoreAnswers !== 'never') resolve();
  });
  return store;
}

/**
 * Not encryption: base64 after the prefix that the real one would use. As on Linux, it is always available,
 * and the backend's name is that of the desktop, whatever the key.
 */
export const safeStorage = refuseUnknown('safeStorage', {
  async isAsyncEncryptionAvailable() {
    await whenAnswered();
    return true;
  },
  async encryptStringAsync(text) {
    await whenAnswered();
    return Buffer.from(prefix + Buffer.from(text).toString('base64'));
  },
  async decryptStringAsync(bytes) {
    await whenAnswered();
    const text = bytes.toString();
    const sealedBy = text.slice(0, prefix.length);
    if (sealedBy !== publicKey && sealedBy !== prefix) throw new Error(failure);
    const result = Buffer.from(text.slice(sealedBy.length), 'base64').toString();
    return { result, shouldReEncrypt: sealedBy !== prefix };
  },
  getSelectedStorageBackend: () => 'gnome_libsecret',
} satisfies Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>);
