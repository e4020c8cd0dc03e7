import { describe, expect, it } from 'vitest';
import { createSafeStorageVault, type SafeStorageApi } from './safe-storage-vault.ts';

/**
 * A key store that can be taken away, locked and replaced while the studio runs. Like Electron's on Linux, it
 * says that it is available whatever it seals with; only the first three characters tell.
 */
class FakeStorage implements SafeStorageApi {
  state: 'available' | 'not-ready' | 'locked' = 'available';
  /** The key that encrypts now; text of the public key can always be decrypted. */
  prefix: 'v10' | 'v11' | 'v12' | 'v99' = 'v11';
  key = 'first';
  availabilityChecks = 0;
  /** While it is set nothing is answered. */
  pendingPrompt: Promise<void> | null = null;

  isAsyncEncryptionAvailable = async (): Promise<boolean> => {
    this.availabilityChecks += 1;
    await this.pendingPrompt;
    if (this.state === 'locked') throw new Error('locked');
    return this.state === 'available';
  };
  encryptStringAsync = async (text: string): Promise<Buffer> => {
    await this.pendingPrompt;
    if (this.state !== 'available') throw new Error('can’t encrypt');
    return Buffer.from(`${this.prefix}${this.key}\n${text}`);
  };
  decryptStringAsync = async (bytes: Buffer) => {
    await this.pendingPrompt;
    const [encryptedBy = '', text = ''] = bytes.toString().split('\n');
    const opens = encryptedBy.startsWith('v10') || encryptedBy === this.prefix + this.key;
    if (this.state !== 'available' || !opens) throw new Error('can’t decrypt');
    return { result: text, shouldReEncrypt: !encryptedBy.startsWith(this.prefix) };
  };
}

const vaultOn = (storage: FakeStorage, platform: NodeJS.Platform = 'linux') =>
  createSafeStorageVault({ storage, platform });

describe('the key store', () => {
  it('a key store of the system has its known name', async () => {
    const storage = new FakeStorage();
    expect(await vaultOn(storage).check()).toMatchObject({
      kind: 'system',
      sentence: expect.stringContaining('key store of this desktop'),
    });
    expect((await vaultOn(storage, 'darwin').check()).sentence).toContain('Keychain');
    expect((await vaultOn(storage, 'win32').check()).sentence).toContain('Windows');
  });

  it('without a key store, encryption fails with a reason', async () => {
    const storage = new FakeStorage();
    storage.state = 'not-ready';
    const vault = vaultOn(storage);
    expect((await vault.check()).kind).toBe('none');
    await expect(vault.encrypt('key')).rejects.toThrow('no key store');
  });

  it('a locked store is reported as such until it is unlocked', async () => {
    const storage = new FakeStorage();
    storage.state = 'locked';
    const vault = vaultOn(storage);
    expect((await vault.check()).kind).toBe('locked');
    storage.state = 'available';
    expect((await vault.check()).kind).toBe('system');
    expect(await vault.decrypt(await vault.encrypt('key'))).toEqual({ plain: 'key', shouldReEncrypt: false });
  });

  it('a store that fails to encrypt counts as locked for now', async () => {
    const storage = new FakeStorage();
    const vault = vaultOn(storage);
    await vault.check();
    storage.state = 'locked';
    await expect(vault.encrypt('key')).rejects.toThrow('could not encrypt');
    expect(vault.describe().kind).toBe('locked');
  });
});

describe('a key store that does not respond', () => {
  it('is not used by calls that only describe it', () => {
    const storage = new FakeStorage();
    const vault = vaultOn(storage);
    expect(vault.describe()).toMatchObject({
      kind: 'locked',
      sentence: expect.stringContaining('not been opened'),
    });
    expect(storage.availabilityChecks).toBe(0);
  });

  it('is asked once for all callers', async () => {
    const storage = new FakeStorage();
    let answer = (): void => undefined;
    storage.pendingPrompt = new Promise((resolve) => (answer = resolve));
    const vault = vaultOn(storage);
    const checks = Array.from({ length: 10 }, () => vault.check());
    const sealed = vault.encrypt('key');
    expect(vault.describe()).toMatchObject({
      kind: 'locked',
      sentence: expect.stringContaining('has not responded yet'),
    });
    expect(storage.availabilityChecks).toBe(1);
    answer();
    expect(new Set((await Promise.all(checks)).map(({ kind }) => kind))).toEqual(new Set(['system']));
    expect((await vault.decrypt(await sealed)).plain).toBe('key');
  });
});

describe('encryption on Linux', () => {
  it.each([
    ['v10', 'weak'],
    ['v11', 'system'],
    ['v12', 'system'],
    ['v99', 'weak'],
  ] as const)('a probe encrypted as %s is %s, whatever the desktop', async (prefix, kind) => {
    const storage = new FakeStorage();
    storage.prefix = prefix;
    const vault = vaultOn(storage);
    expect((await vault.check()).kind).toBe(kind);
    const sealed = await vault.encrypt('key').catch(String);
    expect(sealed.startsWith('sealed-1:')).toBe(kind === 'system');
  });

  it.each(['darwin', 'win32'] as const)('on %s v10 is the system’s own key', async (platform) => {
    const storage = new FakeStorage();
    storage.prefix = 'v10';
    const vault = vaultOn(storage, platform);
    expect((await vault.check()).kind).toBe('system');
    const sealed = await vault.encrypt('key');
    expect([vault.isProtected(sealed), (await vault.decrypt(sealed)).plain]).toEqual([true, 'key']);
  });

  it('a key is never stored encrypted with the public key, whatever the probe showed', async () => {
    const storage = new FakeStorage();
    const vault = vaultOn(storage);
    expect((await vault.check()).kind).toBe('system');
    storage.prefix = 'v10';
    await expect(vault.encrypt('key')).rejects.toThrow('would not be protected');
    expect(vault.describe().kind).toBe('weak');
  });

  it('text encrypted with the public key by an older studio is recognized, decrypted, and due for encryption', async () => {
    const vault = vaultOn(new FakeStorage());
    const old = `sealed-1:gnome_libsecret:${Buffer.from('v10first\nold key').toString('base64')}`;
    expect(vault.isProtected(old)).toBe(false);
    expect(await vault.decrypt(old)).toEqual({ plain: 'old key', shouldReEncrypt: true });
  });
});

describe('a key that can’t be decrypted', () => {
  it('reports that the key store was not unlocked in time, and nothing about other keys', async () => {
    const storage = new FakeStorage();
    const sealed = await vaultOn(storage).encrypt('old key');
    storage.prefix = 'v10';
    const vault = vaultOn(storage);
    await expect(vault.decrypt(sealed)).rejects.toMatchObject({
      code: 'secret-locked',
      hint: expect.stringContaining('restart the studio'),
    });
    storage.prefix = 'v11';
    expect((await vaultOn(storage).decrypt(sealed)).plain).toBe('old key');
  });

  it('encrypted by another store locks only itself', async () => {
    const storage = new FakeStorage();
    const vault = vaultOn(storage);
    const sealed = await vault.encrypt('old key');
    storage.key = 'second';
    await expect(vault.decrypt(sealed)).rejects.toMatchObject({
      hint: expect.stringContaining('enter it again'),
    });
    expect(vault.describe().kind).toBe('system');
    expect((await vault.decrypt(await vault.encrypt('new key'))).plain).toBe('new key');
    storage.key = 'first';
    expect((await vault.decrypt(sealed)).plain).toBe('old key');
  });

  it.each(['', 'text', 'sealed-1', 'sealed-1:x', 'sealed-1:x:', 'sealed-2:x:eA==', 'sealed-1:x:eA==:more'])(
    '"%s" is not mistaken for an encrypted key',
    async (text) => {
      const vault = vaultOn(new FakeStorage());
      await expect(vault.decrypt(text)).rejects.toThrow('was not encrypted');
      expect(vault.isProtected(text)).toBe(false);
    },
  );

  it('no message of the vault contains the key', async () => {
    const storage = new FakeStorage();
    const vault = vaultOn(storage);
    await vault.check();
    storage.state = 'locked';
    const failure: unknown = await vault.encrypt('canary').catch((error: unknown) => error);
    expect(String(failure) + JSON.stringify(vault.describe())).not.toContain('canary');
  });
});
