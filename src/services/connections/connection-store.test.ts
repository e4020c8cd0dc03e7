import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { Connection, type ConnectionDraft } from '../../shared/model/connection.ts';
import {
  createMemoryVault,
  vaultStates,
  type MemoryVault,
  type VaultState,
} from '../../testing/services/memory-vault.ts';
import { createDocumentStore } from '../storage/document-store.ts';
import { createScrubber } from '../logging/scrubber.ts';
import { createConnectionStore, type ConnectionStore } from './connection-store.ts';
import { createSecretStore } from './secret-store.ts';
import { connectionsDocument } from './stored-connections.ts';

let folder: string;
let vault: MemoryVault;
/** Connections whose key store answered after it was given up. */
let lateAnswers: string[];
const deadlines = { readMs: 50, sealMs: 50 };
beforeEach(async () => {
  lateAnswers = [];
  folder = await mkdtemp(join(tmpdir(), 'connections-test-'));
  vault = createMemoryVault();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** As a new start of the studio: what was in memory only is gone. */
async function start(): Promise<ConnectionStore> {
  const scrubber = createScrubber();
  const document = await createDocumentStore({ folder }).open(connectionsDocument);
  expect(document.notice).toBeNull();
  const box = createSecretStore({
    vault,
    scrubber,
    deadlines,
    onDelayedResult: (id) => void lateAnswers.push(id),
  });
  return createConnectionStore({ document, box, scrubber });
}

/** A start, and a first use of every connection, which asks the key store. */
async function startAndUse(): Promise<ConnectionStore> {
  const list = await start();
  await Promise.all(list.ids().map((id) => keyOf(list, id)));
  return list;
}

/** The key of a connection, or the code of the error that is in its way. */
const keyOf = (list: ConnectionStore, id: string): Promise<string | null> =>
  list.access(id).then(
    (access) => access.key,
    (thrown: unknown) => (thrown instanceof AppError ? thrown.code : 'a bug'),
  );

const onDisk = (): Promise<string> => readFile(join(folder, 'connections.json'), 'utf8');
const key = 'lsv2_canary_0000_1234';

const draft = (more: Partial<ConnectionDraft> = {}): ConnectionDraft => ({
  id: null,
  name: 'Mine',
  url: 'https://example.com/base/',
  key: { change: 'set', value: key, storage: 'sealed' },
  headers: [],
  ...more,
});
const set = (storage: 'session' | 'sealed' | 'plain', value = key): ConnectionDraft['key'] => ({
  change: 'set',
  value,
  storage,
});
const keep = { change: 'keep' } as const;

describe('connections', () => {
  it('are saved, listed, changed and removed, and survive a start', async () => {
    const list = await start();
    const saved = await list.save(draft({ name: ' ', key: { change: 'remove' } }));
    expect(saved).toMatchObject({
      kind: 'remote',
      name: 'example.com',
      url: 'https://example.com/base',
      headers: [],
    });
    const changed = await list.save(draft({ id: saved.id, name: 'Other', key: keep }));
    expect(changed).toMatchObject({ id: saved.id, name: 'Other', key: { storage: 'none', last4: null } });
    expect((await start()).views()).toEqual([changed]);
    await list.remove(saved.id);
    expect((await start()).views()).toEqual([]);
    await expect(list.access(saved.id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(list.save(draft({ id: saved.id }))).rejects.toMatchObject({ code: 'not-found' });
    await expect(list.remove(saved.id)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('saved at the same time are all there; of two changes of one, the second is told', async () => {
    const list = await start();
    const saved = await Promise.all(
      Array.from({ length: 20 }, (_, n) => list.save(draft({ name: `n${n}` }))),
    );
    expect(list.ids()).toHaveLength(20);
    const id = saved[0]?.id ?? '';
    const changes = await Promise.allSettled([
      list.save(draft({ id, name: 'a', key: keep })),
      list.save(draft({ id, name: 'b', key: keep })),
    ]);
    expect(changes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(changes[1]).toMatchObject({ reason: { code: 'conflict' } });
  });

  it('E-19: a key never comes back, only its last four characters, and of a short one none', async () => {
    const list = await start();
    const headers = [{ name: 'X-Tenant', value: 'tenant-canary-5678' }];
    for (const location of ['session', 'sealed', 'plain'] as const) {
      const saved = await list.save(draft({ key: set(location), headers }));
      expect(saved.key).toEqual({ storage: location, last4: '1234' });
      expect(saved.headers).toEqual([{ name: 'X-Tenant', last4: '5678' }]);
      expect(() => Connection.parse(saved)).not.toThrow();
    }
    const short = await list.save(
      draft({ key: set('session', '1234567'), headers: [{ name: 'a', value: 'b' }] }),
    );
    expect([short.key.last4, short.headers[0]?.last4]).toEqual([null, '']);
    expect(JSON.stringify([list.views(), list.ids()])).not.toContain('canary');
  });

  it('E-19: the file holds a key only where the user chose to write it unprotected', async () => {
    const list = await start();
    await list.save(draft({ key: set('sealed'), headers: [{ name: 'a', value: 'header-canary' }] }));
    await list.save(draft({ key: set('session'), headers: [{ name: 'a', value: 'header-canary' }] }));
    expect(await onDisk()).not.toContain('canary');
    await list.save(draft({ key: set('plain') }));
    expect(await onDisk()).toContain(key);
  });

  it('gives a client its key and headers', async () => {
    const list = await start();
    const { id } = await list.save(draft({ headers: [{ name: 'X-Tenant', value: ' t ' }] }));
    const trust = { caText: null, insecure: false };
    const access = { url: 'https://example.com/base', trust, key, headers: { 'X-Tenant': 't' } };
    expect(await list.access(id)).toEqual(access);
    expect(await (await start()).access(id)).toEqual(access);
    await list.save(draft({ id, key: keep, headers: [{ name: 'x-tenant', value: null }] }));
    expect(await list.access(id)).toEqual({ ...access, headers: { 'x-tenant': 't' } });
    await list.save(draft({ id, key: { change: 'remove' } }));
    expect(await list.access(id)).toEqual({ ...access, key: null, headers: {} });
  });
});

describe('C-8: a key belongs to one server', () => {
  it.each(['https://other.example/base', 'https://example.com:8443/base', 'http://example.com/base'])(
    'C-8: with the address %s it must be typed again',
    async (url) => {
      const list = await start();
      const headers = [{ name: 'X-Tenant', value: 'tenant-5678' }];
      const { id } = await list.save(draft({ headers }));
      const expected = { code: 'invalid-input', details: { where: 'key' } };
      await expect(list.save(draft({ id, url, key: keep }))).rejects.toMatchObject(expected);
      await expect(list.draftAccess(draft({ id, url, key: keep }))).rejects.toMatchObject(expected);
      const unchanged = draft({ id, url, headers: [{ name: 'X-Tenant', value: null }] });
      await expect(list.save(unchanged)).rejects.toMatchObject({
        code: 'invalid-input',
        details: { where: 'headers' },
      });
      expect((await list.access(id)).url).toBe('https://example.com/base');
      await list.save(draft({ id, url, key: set('sealed', 'the-new-key'), headers }));
      expect(await list.access(id)).toMatchObject({ url, key: 'the-new-key' });
    },
  );

  it('C-8: another path of the same server keeps it', async () => {
    const list = await start();
    const { id } = await list.save(draft());
    await list.save(draft({ id, url: 'https://EXAMPLE.com:443/v2', key: keep }));
    expect(await list.access(id)).toMatchObject({ url: 'https://example.com/v2', key });
  });

  it('C-8: a sealed key does not open for another connection or origin', async () => {
    const box = createSecretStore({ vault, scrubber: createScrubber() });
    const owner = { connectionId: 'a', origin: 'https://example.com', name: 'key' };
    const stored = await box.store(owner, key, 'sealed');
    const fresh = createSecretStore({ vault, scrubber: createScrubber() });
    const locked = { state: 'locked' };
    expect(await fresh.read({ ...owner, connectionId: 'b' }, stored)).toMatchObject(locked);
    expect(await fresh.read({ ...owner, origin: 'https://evil.example' }, stored)).toMatchObject(locked);
    expect(await fresh.read({ ...owner, name: 'header:a' }, stored)).toMatchObject(locked);
    expect(await fresh.read(owner, stored)).toMatchObject({ state: 'open', value: key });
  });

  it.each([
    [
      'twice',
      [
        { name: 'a', value: '1' },
        { name: 'A', value: '2' },
      ],
    ],
    ['without a value', [{ name: 'a', value: null }]],
    ['reserved', [{ name: 'X-Api-Key', value: 'x' }]],
  ])('a header that is %s is refused and nothing is stored', async (_name, headers) => {
    const list = await start();
    await expect(list.save(draft({ headers }))).rejects.toMatchObject({
      code: 'invalid-input',
      details: { where: 'headers' },
    });
    expect(list.ids()).toEqual([]);
  });
});

/** What a start finds of a key that was sealed while the key store was `system`. */
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
    const list = await start();
    vault.state = state;
    const saved = await list.save(draft()).catch((thrown: unknown) => thrown);
    const expected = sealsIn[state]
      ? { key: { storage: 'sealed', last4: '1234' } }
      : { code: 'secret-locked', details: { where: 'key' } };
    expect(saved).toMatchObject(expected);
    expect(list.ids()).toHaveLength(sealsIn[state] ? 1 : 0);
  });

  it('E-20: a key can be kept for the session, and saved unprotected by choice', async () => {
    vault.state = state;
    const list = await start();
    const session = await list.save(
      draft({ key: set('session'), headers: [{ name: 'a', value: 'header-canary' }] }),
    );
    expect((await list.access(session.id)).key).toBe(key);
    expect(await onDisk()).not.toContain('canary');
    const plain = await list.save(draft({ key: set('plain') }));
    const later = await startAndUse();
    expect((await later.access(plain.id)).key).toBe(key);
    expect(later.views().map((view) => view.key.storage)).toEqual(['locked', 'plain']);
    await expect(later.access(session.id)).rejects.toMatchObject({ code: 'secret-locked' });
  });

  it('E-20: a header without a key goes to disk only where it is protected', async () => {
    const list = await start();
    vault.state = state;
    await list.save(draft({ key: { change: 'remove' }, headers: [{ name: 'a', value: 'header-canary' }] }));
    expect(await onDisk()).not.toContain('canary');
    expect((await list.access(list.ids()[0] ?? '')).headers).toEqual({ a: 'header-canary' });
  });

  it('E-20, E-21: a key that was sealed before opens, or is told to be locked until the store is back', async () => {
    const { id } = await (await start()).save(draft());
    const before = await onDisk();
    vault.state = state;
    const list = await startAndUse();
    expect(list.views()[0]?.key).toEqual({ storage: opensIn[state] ? 'sealed' : 'locked', last4: '1234' });
    expect(await keyOf(list, id)).toBe(opensIn[state] ? key : 'secret-locked');
    expect(await onDisk()).toBe(before);
    vault.state = 'system';
    expect((await list.access(id)).key).toBe(key);
    expect(list.views()[0]?.key.storage).toBe('sealed');
  });

  it('E-20: a locked connection can be changed, keeping its key or taking a new one', async () => {
    const { id } = await (await start()).save(draft());
    vault.state = state;
    const list = await start();
    await list.save(draft({ id, name: 'Renamed', key: keep }));
    vault.state = 'system';
    expect((await list.access(id)).key).toBe(key);
    vault.state = state;
    const changed = await list.save(draft({ id, key: set('session', 'another-key-9999') }));
    expect(changed.key).toEqual({ storage: 'session', last4: '9999' });
    expect((await list.access(id)).key).toBe('another-key-9999');
  });
});

describe('E-21: one key that does not open', () => {
  it('E-21: locks its own connection, leaves the other four, and opens when it can again', async () => {
    const first = await start();
    const saved = [];
    for (let n = 0; n < 5; n += 1)
      saved.push(await first.save(draft({ name: `n${n}`, key: set('sealed', `${key}-${n}`) })));
    vault.broken.add('sealed-3');
    const list = await startAndUse();
    expect(list.views().map((view) => view.key.storage)).toEqual([
      'sealed',
      'sealed',
      'locked',
      'sealed',
      'sealed',
    ]);
    const keys = await Promise.all(saved.map(({ id }) => keyOf(list, id)));
    expect(keys).toEqual([`${key}-0`, `${key}-1`, 'secret-locked', `${key}-3`, `${key}-4`]);
    vault.broken.clear();
    expect((await list.access(saved[2]?.id ?? '')).key).toBe(`${key}-2`);
  });
});

describe('E-25: a key store that takes as long as a person', () => {
  it('E-25: is not asked before a key is needed, and what is sealed is taken to be whole until then', async () => {
    await (await start()).save(draft());
    vault.requestCount = 0;
    vault.pauseAnswers();
    const list = await start();
    expect(list.views()[0]?.key).toEqual({ storage: 'sealed', last4: '1234' });
    expect(vault.requestCount).toBe(0);
  });

  it('E-25: is given up after the limit, asked only once by everybody, and its late answer counts', async () => {
    const { id } = await (await start()).save(draft());
    const before = await onDisk();
    const answer = vault.pauseAnswers();
    vault.requestCount = 0;
    const list = await start();
    const waiting = { code: 'secret-locked', message: expect.stringContaining('has not responded yet') };
    await expect(list.access(id)).rejects.toMatchObject(waiting);
    await Promise.all(
      Array.from({ length: 20 }, () => expect(list.access(id)).rejects.toMatchObject(waiting)),
    );
    expect(vault.requestCount).toBe(1);
    expect(list.views()[0]?.key.storage).toBe('locked');
    answer();
    await expect.poll(() => lateAnswers).toEqual([id]);
    expect(list.views()[0]?.key.storage).toBe('sealed');
    expect((await list.access(id)).key).toBe(key);
    expect(await onDisk()).toBe(before);
  });

  it('E-25: that refuses late is told as one that refuses', async () => {
    const { id } = await (await start()).save(draft());
    const answer = vault.pauseAnswers();
    const list = await startAndUse();
    vault.state = 'locked';
    answer();
    await expect.poll(() => lateAnswers).toEqual([id]);
    const refused = { code: 'secret-locked', message: expect.stringContaining("can't decrypt it") };
    await expect(list.access(id)).rejects.toMatchObject(refused);
  });

  it('E-25: a save that it keeps waiting is refused and changes nothing, also when it answers after all', async () => {
    const list = await start();
    const { id } = await list.save(draft());
    const before = await onDisk();
    const answer = vault.pauseAnswers();
    const change = list.save(draft({ id, key: set('sealed', 'another-key-9999') }));
    await expect(change).rejects.toMatchObject({
      code: 'secret-locked',
      hint: expect.stringContaining('Unlock it and save again'),
    });
    answer();
    await new Promise((resolve) => setTimeout(resolve, 2 * deadlines.sealMs));
    expect(await onDisk()).toBe(before);
    expect((await list.access(id)).key).toBe(key);
  });

  it('E-25: a late answer for a key that was replaced meanwhile is dropped', async () => {
    const { id } = await (await start()).save(draft());
    const answer = vault.pauseAnswers();
    const list = await startAndUse();
    await list.save(draft({ id, key: set('session', 'another-key-9999') }));
    answer();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(lateAnswers).toEqual([]);
    expect((await list.access(id)).key).toBe('another-key-9999');
    expect(list.views()[0]?.key).toEqual({ storage: 'session', last4: '9999' });
  });
});

describe('E-27: a key that should be sealed anew', () => {
  it('E-27: is, in its place, while it goes on being used', async () => {
    const headers = [{ name: 'X-Tenant', value: 'tenant-5678' }];
    const { id } = await (await start()).save(draft({ headers }));
    vault.outdated.add('sealed-2');
    const list = await startAndUse();
    await expect.poll(onDisk).toContain('sealed-3');
    expect(await onDisk()).not.toContain('"sealed-2"');
    expect(await onDisk()).toContain('"sealed-1"');
    const access = { key, headers: { 'X-Tenant': 'tenant-5678' } };
    expect(await list.access(id)).toMatchObject(access);
    expect(await (await start()).access(id)).toMatchObject(access);
  });

  it('E-27: stays as it is when the new text does not open', async () => {
    const { id } = await (await start()).save(draft());
    const before = await onDisk();
    vault.outdated.add('sealed-1');
    vault.broken.add('sealed-2');
    const list = await startAndUse();
    await expect.poll(() => vault.requestCount).toBeGreaterThan(4);
    expect(await onDisk()).toBe(before);
    expect((await list.access(id)).key).toBe(key);
  });

  it('E-27: stays as it is where nothing protects any more', async () => {
    await (await start()).save(draft());
    const before = await onDisk();
    vault.outdated.add('sealed-1');
    const list = await start();
    const opened = list.access(list.ids()[0] ?? '');
    vault.state = 'weak';
    await opened.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await onDisk()).toBe(before);
  });

  it('E-27: that protects nothing is shown as such', async () => {
    await (await start()).save(draft());
    vault.unprotected.add('sealed-1');
    const list = await startAndUse();
    expect(list.views()[0]?.key).toEqual({ storage: 'weak', last4: '1234' });
  });
});
