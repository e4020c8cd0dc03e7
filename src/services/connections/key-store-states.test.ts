import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createConnectionFiles,
  deadlines,
  draftOf,
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
const sealsIn: Readonly<Record<VaultState, boolean>> = { ...opensIn, 'other-system': true };

describe.each(vaultStates)('E-20: with a key store that is "%s"', (state) => {
  it('E-20: saving sealed works only where it protects, and changes nothing where it does not', async () => {
    const list = await files.start();
    files.vault.state = state;
    const saved = await list.save(draftOf()).catch((thrown: unknown) => thrown);
    const expected = sealsIn[state]
      ? { key: { storage: 'sealed', last4: '1234' } }
      : { code: 'secret-locked', details: { where: 'key' } };
    expect(saved).toMatchObject(expected);
    expect(list.ids()).toHaveLength(sealsIn[state] ? 1 : 0);
  });

  it('E-20: a key can be kept for the session, and saved unprotected by choice', async () => {
    files.vault.state = state;
    const list = await files.start();
    const session = await list.save(
      draftOf({ key: setKey('session'), headers: [{ name: 'a', value: 'header-canary' }] }),
    );
    expect((await list.access(session.id)).key).toBe(testKey);
    expect(await files.onDisk()).not.toContain('canary');
    const plain = await list.save(draftOf({ key: setKey('plain') }));
    const later = await files.startAndUse();
    expect((await later.access(plain.id)).key).toBe(testKey);
    expect(later.views().map((view) => view.key.storage)).toEqual(['locked', 'plain']);
    await expect(later.access(session.id)).rejects.toMatchObject({ code: 'secret-locked' });
  });

  it('E-20: a header without a key goes to disk only where it is protected', async () => {
    const list = await files.start();
    files.vault.state = state;
    await list.save(draftOf({ key: { change: 'remove' }, headers: [{ name: 'a', value: 'header-canary' }] }));
    expect(await files.onDisk()).not.toContain('canary');
    expect((await list.access(list.ids()[0] ?? '')).headers).toEqual({ a: 'header-canary' });
  });

  it('E-20, E-21: a key that was sealed before opens, or is told to be locked until the store is back', async () => {
    const { id } = await (await files.start()).save(draftOf());
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

  it('E-20: a locked connection can be changed, keeping its key or taking a new one', async () => {
    const { id } = await (await files.start()).save(draftOf());
    files.vault.state = state;
    const list = await files.start();
    await list.save(draftOf({ id, name: 'Renamed', key: keepKey }));
    files.vault.state = 'system';
    expect((await list.access(id)).key).toBe(testKey);
    files.vault.state = state;
    const changed = await list.save(draftOf({ id, key: setKey('session', 'another-key-9999') }));
    expect(changed.key).toEqual({ storage: 'session', last4: '9999' });
    expect((await list.access(id)).key).toBe('another-key-9999');
  });
});

describe('E-21: one key that does not open', () => {
  it('E-21: locks its own connection, leaves the other four, and opens when it can again', async () => {
    const first = await files.start();
    const saved = [];
    for (let n = 0; n < 5; n += 1)
      saved.push(await first.save(draftOf({ name: `n${n}`, key: setKey('sealed', `${testKey}-${n}`) })));
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

describe('E-25: a key store that takes as long as a person', () => {
  it('E-25: is not asked before a key is needed, and what is sealed is taken to be whole until then', async () => {
    await (await files.start()).save(draftOf());
    files.vault.requestCount = 0;
    files.vault.pauseAnswers();
    const list = await files.start();
    expect(list.views()[0]?.key).toEqual({ storage: 'sealed', last4: '1234' });
    expect(files.vault.requestCount).toBe(0);
  });

  it('E-25: is given up after the limit, asked only once by everybody, and its late answer counts', async () => {
    const { id } = await (await files.start()).save(draftOf());
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

  it('E-25: that refuses late is told as one that refuses', async () => {
    const { id } = await (await files.start()).save(draftOf());
    const answer = files.vault.pauseAnswers();
    const list = await files.startAndUse();
    files.vault.state = 'locked';
    answer();
    await expect.poll(() => files.lateAnswers).toEqual([id]);
    const refused = { code: 'secret-locked', message: expect.stringContaining("can't decrypt it") };
    await expect(list.access(id)).rejects.toMatchObject(refused);
  });

  it('E-25: a save that it keeps waiting is refused and changes nothing, also when it answers after all', async () => {
    const list = await files.start();
    const { id } = await list.save(draftOf());
    const before = await files.onDisk();
    const answer = files.vault.pauseAnswers();
    const change = list.save(draftOf({ id, key: setKey('sealed', 'another-key-9999') }));
    await expect(change).rejects.toMatchObject({
      code: 'secret-locked',
      hint: expect.stringContaining('Unlock it and save again'),
    });
    answer();
    await new Promise((resolve) => setTimeout(resolve, 2 * deadlines.sealMs));
    expect(await files.onDisk()).toBe(before);
    expect((await list.access(id)).key).toBe(testKey);
  });

  it('E-25: a late answer for a key that was replaced meanwhile is dropped', async () => {
    const { id } = await (await files.start()).save(draftOf());
    const answer = files.vault.pauseAnswers();
    const list = await files.startAndUse();
    await list.save(draftOf({ id, key: setKey('session', 'another-key-9999') }));
    answer();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(files.lateAnswers).toEqual([]);
    expect((await list.access(id)).key).toBe('another-key-9999');
    expect(list.views()[0]?.key).toEqual({ storage: 'session', last4: '9999' });
  });
});

describe('E-27: a key that should be sealed anew', () => {
  it('E-27: is, in its place, while it goes on being used', async () => {
    const headers = [{ name: 'X-Tenant', value: 'tenant-5678' }];
    const { id } = await (await files.start()).save(draftOf({ headers }));
    files.vault.outdated.add('sealed-2');
    const list = await files.startAndUse();
    await expect.poll(files.onDisk).toContain('sealed-3');
    expect(await files.onDisk()).not.toContain('"sealed-2"');
    expect(await files.onDisk()).toContain('"sealed-1"');
    const access = { key: testKey, headers: { 'X-Tenant': 'tenant-5678' } };
    expect(await list.access(id)).toMatchObject(access);
    expect(await (await files.start()).access(id)).toMatchObject(access);
  });

  it('E-27: stays as it is when the new text does not open', async () => {
    const { id } = await (await files.start()).save(draftOf());
    const before = await files.onDisk();
    files.vault.outdated.add('sealed-1');
    files.vault.broken.add('sealed-2');
    const list = await files.startAndUse();
    await expect.poll(() => files.vault.requestCount).toBeGreaterThan(4);
    expect(await files.onDisk()).toBe(before);
    expect((await list.access(id)).key).toBe(testKey);
  });

  it('E-27: stays as it is where nothing protects any more', async () => {
    await (await files.start()).save(draftOf());
    const before = await files.onDisk();
    files.vault.outdated.add('sealed-1');
    const list = await files.start();
    const opened = list.access(list.ids()[0] ?? '');
    files.vault.state = 'weak';
    await opened.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await files.onDisk()).toBe(before);
  });

  it('E-27: that protects nothing is shown as such', async () => {
    await (await files.start()).save(draftOf());
    files.vault.unprotected.add('sealed-1');
    const list = await files.startAndUse();
    expect(list.views()[0]?.key).toEqual({ storage: 'weak', last4: '1234' });
  });
});
