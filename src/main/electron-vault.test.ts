import { describe, expect, it } from 'vitest';
import { createElectronVault, type VaultStorage } from './electron-vault.ts';

/** A key store that can be taken away, locked and replaced while the studio runs. */
class FakeStorage implements VaultStorage {
  backend: ReturnType<VaultStorage['getSelectedStorageBackend']> = 'gnome_libsecret';
  state: 'available' | 'missing' | 'locked' = 'available';
  key = 'first';

  isAsyncEncryptionAvailable = async (): Promise<boolean> => {
    if (this.state === 'locked') throw new Error('locked');
    return this.state === 'available';
  };
  encryptStringAsync = async (text: string): Promise<Buffer> => {
    if (this.state !== 'available') throw new Error('can’t encrypt');
    return Buffer.from(`${this.key}\n${text}`);
  };
  decryptStringAsync = async (bytes: Buffer) => {
    const [key, text = ''] = bytes.toString().split('\n');
    if (this.state !== 'available' || key !== this.key) throw new Error('can’t decrypt');
    return { result: text, shouldReEncrypt: false };
  };
  getSelectedStorageBackend = () => this.backend;
}

async function ready(storage: FakeStorage, platform: NodeJS.Platform = 'linux') {
  const vault = createElectronVault({ storage, platform });
  await vault.look();
  return vault;
}

describe('E-20: what keeps keys', () => {
  it('E-20: a key store of the system is called by its name', async () => {
    const storage = new FakeStorage();
    expect((await ready(storage)).describe()).toMatchObject({
      kind: 'system',
      sentence: expect.stringContaining('GNOME keyring'),
    });
    storage.backend = 'kwallet6';
    expect((await ready(storage)).describe().sentence).toContain('KWallet');
    expect((await ready(storage, 'darwin')).describe().sentence).toContain('Keychain');
    expect((await ready(storage, 'win32')).describe().sentence).toContain('Windows');
  });

  it('E-20: basic_text is called weak, although Electron says that it encrypts', async () => {
    const storage = new FakeStorage();
    storage.backend = 'basic_text';
    const vault = await ready(storage);
    expect(vault.describe().kind).toBe('weak');
    // Sealing is the user's explicit choice by now; it works, under the name of what sealed it.
    expect(await vault.open(await vault.seal('key'))).toBe('key');
  });

  it('E-20: no key store is none, and sealing says so', async () => {
    const storage = new FakeStorage();
    storage.state = 'missing';
    const vault = await ready(storage);
    expect(vault.describe().kind).toBe('none');
    await expect(vault.seal('key')).rejects.toThrow('no key store');
  });

  it('E-20: before the program is ready nothing is promised', () => {
    const storage = new FakeStorage();
    storage.backend = 'unknown';
    expect(createElectronVault({ storage, platform: 'linux' }).describe().kind).toBe('locked');
  });

  it('E-20: a locked store is locked, and is found again when it is unlocked', async () => {
    const storage = new FakeStorage();
    storage.state = 'locked';
    const vault = await ready(storage);
    expect(vault.describe().kind).toBe('locked');
    storage.state = 'available';
    await expect.poll(() => vault.describe().kind).toBe('system');
    expect(await vault.open(await vault.seal('key'))).toBe('key');
  });

  it('E-20: a store that fails to seal is locked for now', async () => {
    const storage = new FakeStorage();
    const vault = await ready(storage);
    storage.state = 'locked';
    await expect(vault.seal('key')).rejects.toThrow('did not seal');
    expect(vault.describe().kind).toBe('locked');
  });
});

describe('E-21: a key that can’t be opened', () => {
  it('E-21: names both stores when the store has changed, and says nothing of the other keys', async () => {
    const storage = new FakeStorage();
    const vault = await ready(storage);
    const sealed = await vault.seal('old key');
    Object.assign(storage, { backend: 'kwallet6', key: 'second' });
    await expect(vault.open(sealed)).rejects.toThrow(
      'sealed by gnome_libsecret, and this system now uses kwallet6',
    );
    expect(vault.describe().kind).toBe('system');
    expect(await vault.open(await vault.seal('new key'))).toBe('new key');
    Object.assign(storage, { backend: 'gnome_libsecret', key: 'first' });
    expect(await vault.open(sealed)).toBe('old key');
  });

  it.each(['', 'text', 'sealed-1', 'sealed-1:x', 'sealed-1:x:', 'sealed-2:x:eA==', 'sealed-1:x:eA==:more'])(
    'E-21: "%s" is not taken for a sealed key',
    async (text) => {
      const vault = await ready(new FakeStorage());
      await expect(vault.open(text)).rejects.toThrow('not a key');
    },
  );

  it('E-19: no message of the vault holds the key', async () => {
    const storage = new FakeStorage();
    const vault = await ready(storage);
    storage.state = 'locked';
    const thrown: unknown = await vault.seal('canary').catch((error: unknown) => error);
    expect(String(thrown) + JSON.stringify(vault.describe())).not.toContain('canary');
  });
});
