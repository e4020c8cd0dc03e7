import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realFileSystem, type FileSystem } from '../storage/atomic-write.ts';
import { slowness } from '../../testing/slowness.ts';
import { createDeliveryFeed, deliveriesPerMessage } from './delivery-feed.ts';
import { createDeliveryJournal, type DeliveryJournal } from './delivery-journal.ts';
import { createDeliveryStore, type DeliveryStore } from './delivery-store.ts';
import { parsePayload } from './parse-payload.ts';
import type { StoredToken } from './webhook-token-store.ts';
import { webhookLimits } from './webhook-settings.ts';

let folder = '';
let path = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-journal-'));
  path = join(folder, 'webhook-deliveries.jsonl');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Session {
  readonly store: DeliveryStore;
  readonly journal: DeliveryJournal;
  readonly warnings: string[];
}

/** A store and its file; nothing is written before `flush`. */
async function session(fs: FileSystem = realFileSystem): Promise<Session> {
  const warnings: string[] = [];
  const store = createDeliveryStore({ limits: webhookLimits, onChanged: (id) => journal.changed(id) });
  const journal = createDeliveryJournal({
    folder,
    get: store.get,
    all: () => store.list().flatMap(({ id }) => store.get(id) ?? []),
    warn: (message) => warnings.push(message),
    delayMs: 1_000_000,
    fs,
  });
  store.restore(await journal.load());
  return { store, journal, warnings };
}

const token = (n: number, connectionId = 'c'): StoredToken => ({
  digest: `${connectionId}-${n}`.padEnd(64, '0'),
  last4: 'abcd',
  connectionId,
  threadId: 't',
  runId: `run-${n}`,
  endedAt: null,
});

function add(store: DeliveryStore, n: number, text = 'x', connectionId = 'c'): string {
  const body = Buffer.from(JSON.stringify({ run_id: `run-${n}`, status: 'success', text }));
  const request = { stored: token(n, connectionId), token: 'none', contentType: null, headers: [], body };
  return store.add(token(n, connectionId), parsePayload(request, webhookLimits.maxStoredBody)).id;
}

describe('deliveries after a restart', () => {
  it('are as they were, with what was confirmed of them', async () => {
    const before = await session();
    const ids = [1, 2, 3].map((n) => add(before.store, n));
    before.store.change(ids[0] ?? '', { confirmedStatus: 'success' });
    await before.journal.flush();
    before.store.change(ids[1] ?? '', { confirmProblem: 'gone' });
    add(before.store, 3);
    await before.journal.flush();
    const after = await session();
    expect(after.store.list()).toEqual(before.store.list());
    expect(after.store.content(ids[2] ?? '')).toEqual(before.store.content(ids[2] ?? ''));
    expect(after.store.list().map(({ count }) => count)).toEqual([2, 1, 1]);
    // New ones are still newer, and repeated ones still known.
    add(after.store, 4);
    expect(after.store.list()[0]).toMatchObject({ seq: 4, runId: 'run-4' });
    expect(add(after.store, 1)).toBe(ids[0]);
  });

  it('are readable by their owner only', async () => {
    const { store, journal } = await session();
    add(store, 1);
    await journal.flush();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('lose at most the line that was being written, and the next write repairs the file', async () => {
    const before = await session();
    add(before.store, 1);
    await before.journal.flush();
    await appendFile(path, '{"put":{"digest":"abc');
    const after = await session();
    expect(after.store.list()).toHaveLength(1);
    expect(after.warnings).toEqual([expect.stringContaining('1 lines of')]);
    add(after.store, 2);
    await after.journal.flush();
    const last = await session();
    expect([last.store.list().length, last.warnings]).toEqual([2, []]);
  });

  it('of a newer studio are left alone', async () => {
    const newer = '{"format":"remote-graph-studio/webhook-deliveries","version":2}\n{"new":1}\n';
    await writeFile(path, newer);
    const { store, journal, warnings } = await session();
    add(store, 1);
    await journal.rewrite();
    expect(await readFile(path, 'utf8')).toBe(newer);
    expect(warnings).toEqual([expect.stringContaining('newer studio')]);
  });

  it('of a removed server are in no byte of the file', async () => {
    const { store, journal } = await session();
    add(store, 1, 'canary-of-gone', 'gone');
    add(store, 2, 'stays', 'other');
    await journal.flush();
    store.forget('gone');
    await journal.rewrite();
    const text = await readFile(path, 'utf8');
    expect(text).not.toContain('gone');
    expect(text).toContain('stays');
  });

  it('are written later if the disk was full, and it is said once', async () => {
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
    let isFull = true;
    const fs: FileSystem = {
      ...realFileSystem,
      open: (...args) => (isFull ? Promise.reject(full) : realFileSystem.open(...args)),
    };
    const { store, journal, warnings } = await session(fs);
    add(store, 1);
    await journal.flush();
    await journal.flush();
    expect(warnings).toEqual(['Webhook deliveries were not saved: ENOSPC.']);
    isFull = false;
    await journal.flush();
    expect((await session()).store.list()).toHaveLength(1);
  });
});

describe('10,000 deliveries', () => {
  const max = webhookLimits.deliveries;

  // All of the limit, whose bodies are evicted one by one: seconds of the processor.
  const limit = { timeout: 30_000 * slowness() };
  it(
    'stay, the next evicts the oldest of the largest server, and memory and disk are bounded',
    limit,
    async () => {
      const { store, journal } = await session();
      for (let n = 0; n < 10; n += 1) add(store, n, 'x', 'small');
      for (let n = 0; n < max + 100; n += 1) add(store, n, 'y'.repeat(2_000), 'loud');
      expect(store.list()).toHaveLength(max);
      expect(store.dropped()).toBe(110);
      expect(store.list().filter(({ connectionId }) => connectionId === 'small')).toHaveLength(10);
      const bodies = store.list().map(({ id }) => store.content(id)?.bodyText.length ?? 0);
      expect(bodies.reduce((sum, length) => sum + length, 0)).toBeLessThan(
        webhookLimits.bodiesPerServer + max * 100,
      );
      await journal.flush();
      const { size } = await stat(path);
      expect(size).toBeLessThan(20_000_000);
      // Every delivery changes three times: a file without rewrites would be four times as long.
      for (let round = 0; round < 3; round += 1) {
        for (const { id } of store.list()) store.change(id, { confirmProblem: `round ${round}` });
        await journal.flush();
      }
      expect((await stat(path)).size).toBeLessThan(3.5 * size);
      expect((await session()).store.list()).toEqual(store.list());
    },
  );

  it('are sent once, in parts, and then only what changed', async () => {
    const { store } = await session();
    for (let n = 0; n < max; n += 1) add(store, n);
    const leave = new AbortController();
    const feed = createDeliveryFeed({ list: store.list, dropped: store.dropped, minIntervalMs: 1 });
    const changes = feed.watch(leave.signal)[Symbol.asyncIterator]();
    const sizes: number[] = [];
    for (let hasMore = true; hasMore;) {
      const { value, done } = await changes.next();
      if (done === true) break;
      sizes.push(value.deliveries.length);
      ({ hasMore } = value);
    }
    expect(sizes).toEqual(Array.from({ length: max / deliveriesPerMessage }, () => deliveriesPerMessage));
    const changed = add(store, 7);
    add(store, max);
    feed.changed();
    const { value } = await changes.next();
    leave.abort();
    expect(value).toMatchObject({ removed: [expect.any(String)], hasMore: false, droppedTotal: 1 });
    expect(value?.deliveries.map(({ seq }: { seq: number }) => seq)).toEqual([max + 1, 8]);
    expect(store.get(changed)?.delivery.count).toBe(2);
  });
});
