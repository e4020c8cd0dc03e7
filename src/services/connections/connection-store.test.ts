import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Connection } from '../../shared/model/connection.ts';
import {
  createConnectionFiles,
  connectionDraft,
  keyOf,
  keepKey,
  setKey,
  testKey,
  type ConnectionFiles,
} from '../../testing/services/connection-files.ts';
import { createScrubber } from '../logging/scrubber.ts';
import { createSecretStore } from './secret-store.ts';

let files: ConnectionFiles;
beforeEach(async () => {
  files = await createConnectionFiles();
});
afterEach(() => files.remove());

describe('connections', () => {
  it('are saved, listed, changed and removed, and survive a restart', async () => {
    const list = await files.start();
    const saved = await list.save(connectionDraft({ name: ' ', key: { change: 'remove' } }));
    expect(saved).toMatchObject({
      kind: 'remote',
      name: 'example.com',
      url: 'https://example.com/base',
      headers: [],
    });
    const changed = await list.save(connectionDraft({ id: saved.id, name: 'Other', key: keepKey }));
    expect(changed).toMatchObject({ id: saved.id, name: 'Other', key: { storage: 'none', last4: null } });
    expect((await files.start()).views()).toEqual([changed]);
    await list.remove(saved.id);
    expect((await files.start()).views()).toEqual([]);
    await expect(list.access(saved.id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(list.save(connectionDraft({ id: saved.id }))).rejects.toMatchObject({ code: 'not-found' });
    await expect(list.remove(saved.id)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('are all stored when saved at once; the second of two concurrent changes fails with a conflict', async () => {
    const list = await files.start();
    const saved = await Promise.all(
      Array.from({ length: 20 }, (_, n) => list.save(connectionDraft({ name: `n${n}` }))),
    );
    expect(list.ids()).toHaveLength(20);
    const id = saved[0]?.id ?? '';
    const changes = await Promise.allSettled([
      list.save(connectionDraft({ id, name: 'a', key: keepKey })),
      list.save(connectionDraft({ id, name: 'b', key: keepKey })),
    ]);
    expect(changes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(changes[1]).toMatchObject({ reason: { code: 'conflict' } });
  });

  it('are not saved over a change that the draft does not know', async () => {
    const list = await files.start();
    const opened = await list.save(connectionDraft({ name: 'a', key: setKey('session') }));
    const edit = (more: object) => connectionDraft({ id: opened.id, key: keepKey, ...more });
    const marked = await list.save(edit({ name: 'a', production: true, expected: opened }));
    await expect(list.save(edit({ name: 'b', expected: opened }))).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(list.productionName(opened.id)).toBe('a');
    // Another key is no choice that a draft which keeps the key could take back.
    await list.save(
      edit({ name: 'a', production: true, key: setKey('session', 'another-key-9999'), expected: marked }),
    );
    await expect(list.save(edit({ name: 'c', production: true, expected: marked }))).resolves.toMatchObject({
      name: 'c',
      key: { last4: '9999' },
    });
  });

  it('are listed in the order of the user, and move between groups', async () => {
    const list = await files.start();
    const [a, b] = [
      await list.save(
        connectionDraft({ name: 'a', key: { change: 'remove' }, group: 'EU', production: true }),
      ),
      await list.save(connectionDraft({ name: 'b', key: { change: 'remove' } })),
    ];
    await list.reorder([b.id, a.id], { connectionId: b.id, name: 'EU' });
    const groups = () => list.views().map(({ name, group, production }) => ({ name, group, production }));
    expect(groups()).toEqual([
      { name: 'b', group: 'EU' },
      { name: 'a', group: 'EU', production: true },
    ]);
    await list.reorder([b.id, a.id], { connectionId: a.id, name: null });
    expect(groups()).toEqual([
      { name: 'b', group: 'EU' },
      { name: 'a', production: true },
    ]);
  });

  it('show only the last four characters of a key, and none of a short one', async () => {
    const list = await files.start();
    const headers = [{ name: 'X-Tenant', value: 'tenant-canary-5678' }];
    for (const location of ['session', 'sealed', 'plain'] as const) {
      const saved = await list.save(connectionDraft({ key: setKey(location), headers }));
      expect(saved.key).toEqual({ storage: location, last4: '1234' });
      expect(saved.headers).toEqual([{ name: 'X-Tenant', last4: '5678' }]);
      expect(() => Connection.parse(saved)).not.toThrow();
    }
    const short = await list.save(
      connectionDraft({ key: setKey('session', '1234567'), headers: [{ name: 'a', value: 'b' }] }),
    );
    expect([short.key.last4, short.headers[0]?.last4]).toEqual([null, '']);
    expect(JSON.stringify([list.views(), list.ids()])).not.toContain('canary');
  });

  it('write a key to the file only if the user chose to store it unprotected', async () => {
    const list = await files.start();
    await list.save(
      connectionDraft({ key: setKey('sealed'), headers: [{ name: 'a', value: 'header-canary' }] }),
    );
    await list.save(
      connectionDraft({ key: setKey('session'), headers: [{ name: 'a', value: 'header-canary' }] }),
    );
    expect(await files.onDisk()).not.toContain('canary');
    await list.save(connectionDraft({ key: setKey('plain') }));
    expect(await files.onDisk()).toContain(testKey);
  });

  it.each(['sealed', 'plain', 'session'] as const)(
    'are duplicated with their secrets, which stay %s',
    async (storage) => {
      const list = await files.start();
      const headers = [{ name: 'x-team', value: 'header-canary-5678' }];
      const { id } = await list.save(connectionDraft({ key: setKey(storage), headers, production: true }));
      const copy = await list.duplicate(id);
      expect(copy).toMatchObject({ name: 'Mine (2)', production: true, key: { storage, last4: '1234' } });
      expect(await list.access(copy.id)).toEqual(await list.access(id));
      expect((await list.duplicate(copy.id)).name).toBe('Mine (3)');
      const text = await files.onDisk();
      for (const secret of [testKey, 'header-canary-5678'])
        expect(text.includes(secret)).toBe(storage === 'plain');
      await list.remove(id);
      expect(await keyOf(list, copy.id)).toBe(testKey);
    },
  );

  it('keep their order, and are put into another one', async () => {
    const list = await files.start();
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) ids.push((await list.save(connectionDraft({ name }))).id);
    const [a = '', b = '', c = '', d = ''] = ids;
    await list.reorder([c, 'unknown', a]);
    expect((await files.start()).ids()).toEqual([c, a, b, d]);
  });

  it('keep the preferences of a server, and none that is the default', async () => {
    const list = await files.start();
    const preferences = { production: true, group: 'EU', color: 'red', timeoutSeconds: 90 } as const;
    const { id } = await list.save(connectionDraft({ ...preferences, group: ' EU ' }));
    expect((await files.start()).views()).toMatchObject([preferences]);
    expect(await list.access(id)).toMatchObject({ headersMs: 90_000 });
    expect(list.productionName(id)).toBe('Mine');
    const plain = await list.save(connectionDraft({ id, key: keepKey, production: false, group: ' ' }));
    for (const name of Object.keys(preferences)) expect(plain).not.toHaveProperty(name);
    expect(list.productionName(id)).toBeNull();
    expect(list.productionName('unknown')).toBeNull();
  });

  it('give a client its key and headers', async () => {
    const list = await files.start();
    const { id } = await list.save(connectionDraft({ headers: [{ name: 'X-Tenant', value: ' t ' }] }));
    const trust = { caText: null, insecure: false };
    const base = { url: 'https://example.com/base', trust, credential: null, headersMs: null };
    const access = { ...base, key: testKey, headers: { 'X-Tenant': 't' } };
    expect(await list.access(id)).toEqual(access);
    expect(await (await files.start()).access(id)).toEqual(access);
    await list.save(connectionDraft({ id, key: keepKey, headers: [{ name: 'x-tenant', value: null }] }));
    expect(await list.access(id)).toEqual({ ...access, headers: { 'x-tenant': 't' } });
    await list.save(connectionDraft({ id, key: { change: 'remove' } }));
    expect(await list.access(id)).toEqual({ ...access, key: null, headers: {} });
  });
});

describe('a key belongs to one server', () => {
  it.each(['https://other.example/base', 'https://example.com:8443/base', 'http://example.com/base'])(
    'must be entered again for the address %s',
    async (url) => {
      const list = await files.start();
      const headers = [{ name: 'X-Tenant', value: 'tenant-5678' }];
      const { id } = await list.save(connectionDraft({ headers }));
      const expected = { code: 'invalid-input', details: { where: 'key' } };
      await expect(list.save(connectionDraft({ id, url, key: keepKey }))).rejects.toMatchObject(expected);
      await expect(list.draftAccess(connectionDraft({ id, url, key: keepKey }))).rejects.toMatchObject(
        expected,
      );
      const unchanged = connectionDraft({ id, url, headers: [{ name: 'X-Tenant', value: null }] });
      await expect(list.save(unchanged)).rejects.toMatchObject({
        code: 'invalid-input',
        details: { where: 'headers' },
      });
      expect((await list.access(id)).url).toBe('https://example.com/base');
      await list.save(connectionDraft({ id, url, key: setKey('sealed', 'the-new-key'), headers }));
      expect(await list.access(id)).toMatchObject({ url, key: 'the-new-key' });
    },
  );

  it('is kept for another path of the same server', async () => {
    const list = await files.start();
    const { id } = await list.save(connectionDraft());
    await list.save(connectionDraft({ id, url: 'https://EXAMPLE.com:443/v2', key: keepKey }));
    expect(await list.access(id)).toMatchObject({ url: 'https://example.com/v2', key: testKey });
  });

  it('can not be decrypted for another connection or origin', async () => {
    const secrets = createSecretStore({ vault: files.vault, scrubber: createScrubber() });
    const owner = { connectionId: 'a', origin: 'https://example.com', name: 'key' };
    const stored = await secrets.store(owner, testKey, 'sealed');
    const fresh = createSecretStore({ vault: files.vault, scrubber: createScrubber() });
    const locked = { state: 'locked' };
    expect(await fresh.read({ ...owner, connectionId: 'b' }, stored)).toMatchObject(locked);
    expect(await fresh.read({ ...owner, origin: 'https://evil.example' }, stored)).toMatchObject(locked);
    expect(await fresh.read({ ...owner, name: 'header:a' }, stored)).toMatchObject(locked);
    expect(await fresh.read(owner, stored)).toMatchObject({ state: 'open', value: testKey });
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
  ])('rejects a header that is %s, and stores nothing', async (_name, headers) => {
    const list = await files.start();
    await expect(list.save(connectionDraft({ headers }))).rejects.toMatchObject({
      code: 'invalid-input',
      details: { where: 'headers' },
    });
    expect(list.ids()).toEqual([]);
  });
});
