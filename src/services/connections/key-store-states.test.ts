import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createConnectionFiles,
  deadlines,
  connectionDraft,
  keepKey,
  keyOf,
  setKey,
  testKey,
  type ConnectionFiles,
} from '../../testing/services/connection-files.ts';
import { vaultStates, type VaultState } from '../../testing/services/memory-vault.ts';

let files: ConnectionFiles;
beforeEach(async () => {
  files = await createConnectionFiles();
});
afterEach(() => files.remove());

/** Whether a start can open of a key that was sealed while the key store was `system`. */
const opensIn: Readonly<Record<VaultState, boolean>> = {
  system: true,
  weak: false,
  none: false,
  'not-ready': false,
  'other-system': false,
  locked: false,
};
const encryptsIn: Readonly<Record<VaultState, boolean>> = { ...opensIn, 'other-system': true };

describe.each(vaultStates)('with a key store that is "%s"', (state) => {
  it('encrypts a key only if the store protects it, else changes nothing', async () => {
    const list = await files.start();
    files.vault.state = state;
    const saved = await list.save(connectionDraft()).catch((error: unknown) => error);
    const expected = encryptsIn[state]
      ? { key: { storage: 'sealed', last4: '1234' } }
      : { code: 'secret-locked', details: { where: 'key' } };
    expect(saved).toMatchObject(expected);
    expect(list.ids()).toHaveLength(encryptsIn[state] ? 1 : 0);
  });

  it('keeps a key for the session, or stores it unprotected on request', async () => {
    files.vault.state = state;
    const list = await files.start();
    const session = await list.save(
      connectionDraft({ key: setKey('session'), headers: [{ name: 'a', value: 'header-canary' }] }),
    );
    expect((await list.access(session.id)).key).toBe(testKey);
    expect(await files.onDisk()).not.toContain('canary');
    const plain = await list.save(connectionDraft({ key: setKey('plain') }));
    const later = await files.startAndUse();
    expect((await later.access(plain.id)).key).toBe(testKey);
    expect(later.views().map((view) => view.key.storage)).toEqual(['locked', 'plain']);
    await expect(later.access(session.id)).rejects.toMatchObject({ code: 'secret-locked' });
  });

  it('writes a header to disk only if it is protected', async () => {
    const list = await files.start();
    files.vault.state = state;
    await list.save(
      connectionDraft({ key: { change: 'remove' }, headers: [{ name: 'a', value: 'header-canary' }] }),
    );
    expect(await files.onDisk()).not.toContain('canary');
    expect((await list.access(list.ids()[0] ?? '')).headers).toEqual({ a: 'header-canary' });
  });

  it('opens a key that was encrypted before, or reports it as locked until the store is back', async () => {
    const { id } = await (await files.start()).save(connectionDraft());
    const before = await files.onDisk();
    files.vault.state = state;
    const list = await files.startAndUse();
    expect(list.views()[0]?.key).toEqual({ storage: opensIn[state] ? 'sealed' : 'locked', last4: '1234' });
    expect(await keyOf(list, id)).toBe(opensIn[state] ? testKey : 'secret-locked');
    expect(await files.onDisk()).toBe(before);
    files.vault.state = 'system';
    expect((await list.access(id)).key).toBe(testKey);
    expect(list.views()[0]?.key.storage).toBe('sealed');
  });

  it('allows changing a locked connection, with its old key or a new one', async () => {
    const { id } = await (await files.start()).save(connectionDraft());
    files.vault.state = state;
    const list = await files.start();
    await list.save(connectionDraft({ id, name: 'Renamed', key: keepKey }));
    files.vault.state = 'system';
    expect((await list.access(id)).key).toBe(testKey);
    files.vault.state = state;
    const changed = await list.save(connectionDraft({ id, key: setKey('session', 'another-key-9999') }));
    expect(changed.key).toEqual({ storage: 'session', last4: '9999' });
    expect((await list.access(id)).key).toBe('another-key-9999');
  });
});

describe('a key that can not be decrypted', () => {
  it('locks only its own connection, and opens once it can be decrypted', async () => {
    const first = await files.start();
    const saved = [];
    for (let n = 0; n < 5; n += 1)
      saved.push(
        await first.save(connectionDraft({ name: `n${n}`, key: setKey('sealed', `${testKey}-${n}`) })),
      );
    files.vault.broken.add('sealed-3');
    const list = await files.startAndUse();
    expect(list.views().map((view) => view.key.storage)).toEqual([
      'sealed',
      'sealed',
      'locked',
      'sealed',
      'sealed',
    ]);
    const keys = await Promise.all(saved.map(({ id }) => keyOf(list, id)));
    expect(keys).toEqual([`${testKey}-0`, `${testKey}-1`, 'secret-locked', `${testKey}-3`, `${testKey}-4`]);
    files.vault.broken.clear();
    expect((await list.access(saved[2]?.id ?? '')).key).toBe(`${testKey}-2`);
  });
});

describe('a key store that waits for the user', () => {
  it('is not used before a key is needed; until then keys count as readable', async () => {
    await (await files.start()).save(connectionDraft());
    files.vault.requestCount = 0;
    files.vault.pauseAnswers();
    const list = await files.start();
    expect(list.views()[0]?.key).toEqual({ storage: 'sealed', last4: '1234' });
    expect(files.vault.requestCount).toBe(0);
  });

  it('times out, is asked once for all callers, and may respond late', async () => {
    const { id } = await (await files.start()).save(connectionDraft());
    const before = await files.onDisk();
    const answer = files.vault.pauseAnswers();
    files.vault.requestCount = 0;
    const list = await files.start();
    const waiting = { code: 'secret-locked', message: expect.stringContaining('has not responded yet') };
    await expect(list.access(id)).rejects.toMatchObject(waiting);
    await Promise.all(
      Array.from({ length: 20 }, () => expect(list.access(id)).rejects.toMatchObject(waiting)),
    );
    expect(files.vault.requestCount).toBe(1);
    expect(list.views()[0]?.key.storage).toBe('locked');
    answer();
    await expect.poll(() => files.lateAnswers).toEqual([id]);
    expect(list.views()[0]?.key.storage).toBe('sealed');
    expect((await list.access(id)).key).toBe(testKey);
    expect(await files.onDisk()).toBe(before);
  });

  it('is reported as refusing if it refuses late', async () => {
    const { id } = await (await files.start()).save(connectionDraft());
    const answer = files.vault.pauseAnswers();
    const list = await files.startAndUse();
    files.vault.state = 'locked';
    answer();
    await expect.poll(() => files.lateAnswers).toEqual([id]);
    const refused = { code: 'secret-locked', message: expect.stringContaining("can't decrypt it") };
    await expect(list.access(id)).rejects.toMatchObject(refused);
  });

  it('makes a save fail without changes, even if it responds later', async () => {
    const list = await files.start();
    const { id } = await list.save(connectionDraft());
    const before = await files.onDisk();
    const answer = files.vault.pauseAnswers();
    const change = list.save(connectionDraft({ id, key: setKey('sealed', 'another-key-9999') }));
    await expect(change).rejects.toMatchObject({
      code: 'secret-locked',
      hint: expect.stringContaining('Unlock it and save again'),
    });
    answer();
    await new Promise((resolve) => setTimeout(resolve, 2 * deadlines.encryptMs));
    expect(await files.onDisk()).toBe(before);
    expect((await list.access(id)).key).toBe(testKey);
  });

  it('is ignored if it responds for a key that was replaced meanwhile', async () => {
    const { id } = await (await files.start()).save(connectionDraft());
    const answer = files.vault.pauseAnswers();
    const list = await files.startAndUse();
    await list.save(connectionDraft({ id, key: setKey('session', 'another-key-9999') }));
    answer();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(files.lateAnswers).toEqual([]);
    expect((await list.access(id)).key).toBe('another-key-9999');
    expect(list.views()[0]?.key).toEqual({ storage: 'session', last4: '9999' });
  });
});

describe('a key that should be encrypted again', () => {
  it('is replaced while it stays in use', async () => {
    const headers = [{ name: 'X-Tenant', value: 'tenant-5678' }];
    const { id } = await (await files.start()).save(connectionDraft({ headers }));
    files.vault.outdated.add('sealed-2');
    const list = await files.startAndUse();
    await expect.poll(files.onDisk).toContain('sealed-3');
    expect(await files.onDisk()).not.toContain('"sealed-2"');
    expect(await files.onDisk()).toContain('"sealed-1"');
    const access = { key: testKey, headers: { 'X-Tenant': 'tenant-5678' } };
    expect(await list.access(id)).toMatchObject(access);
    expect(await (await files.start()).access(id)).toMatchObject(access);
  });

  it('stays unchanged if the new text can not be decrypted', async () => {
    const { id } = await (await files.start()).save(connectionDraft());
    const before = await files.onDisk();
    files.vault.outdated.add('sealed-1');
    files.vault.broken.add('sealed-2');
    const list = await files.startAndUse();
    await expect.poll(() => files.vault.requestCount).toBeGreaterThan(4);
    expect(await files.onDisk()).toBe(before);
    expect((await list.access(id)).key).toBe(testKey);
  });

  it('stays unchanged if the store no longer protects keys', async () => {
    await (await files.start()).save(connectionDraft());
    const before = await files.onDisk();
    files.vault.outdated.add('sealed-1');
    const list = await files.start();
    const opened = list.access(list.ids()[0] ?? '');
    files.vault.state = 'weak';
    await opened.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await files.onDisk()).toBe(before);
  });

  it('is shown as unprotected if the old encryption protects nothing', async () => {
    await (await files.start()).save(connectionDraft());
    files.vault.unprotected.add('sealed-1');
    const list = await files.startAndUse();
    expect(list.views()[0]?.key).toEqual({ storage: 'weak', last4: '1234' });
  });
});
