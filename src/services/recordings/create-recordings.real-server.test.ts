import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import type { RecordingPreview, RecordingProgress } from '../../shared/model/recording.ts';
import { differing } from '../../testing/real-server/server-differences.ts';
import { createLocalPlatform, type LocalPlatform } from '../../testing/services/local-platform.ts';
import { sharedServer } from '../../testing/shared-server.ts';
import { createServices, type StudioServices } from '../create-services.ts';

const { signal } = new AbortController();
let platform: LocalPlatform;
let services: StudioServices;
let connectionId: string;
let threadId: string;

beforeAll(async () => {
  const { url } = await sharedServer('real');
  platform = await createLocalPlatform();
  services = createServices(platform);
  const { calls } = services.handlers;
  const draft = {
    id: null,
    name: 'Staging graphs!',
    url,
    key: { change: 'set', value: 'tide-tables', storage: 'plain' },
    headers: [],
  } as const;
  connectionId = (await calls['connections.save']({ ...draft, headers: [] }, signal)).id;
  const client = new GraphClient({ url, apiKey: null });
  const metadata = { note: 'knows tide-tables', api_key: 'abc-def', owner: 'Ada Lovelace' };
  threadId = (await client.threads.create({ graphId: 'writer', metadata })).thread_id;
  await client.runs.wait(threadId, 'writer', { input: { text: 'High tide', waitMs: 0 } });
});

afterAll(async () => {
  await services.stop();
  await platform.dispose();
});

const record = async (options: { likely?: boolean; hosts?: boolean } = {}): Promise<RecordingPreview> => {
  const { likely: scrubLikely = true, hosts: hideHosts = false } = options;
  const request = { connectionId, threadId, runId: null, scrubLikely, hideHosts };
  let last: RecordingProgress | null = null;
  for await (const progress of services.handlers.streams['recordings.record'](request, signal))
    last = progress;
  return last?.preview ?? expect.fail('There is no preview.');
};
const search = (draftId: string, text: string) =>
  services.handlers.calls['recordings.search']({ draftId, text }, signal);
const fileOf = async (draftId: string): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  for (let from = 0, total = 1; from < total;) {
    const part = await services.handlers.calls['recordings.part']({ draftId, from }, signal);
    ({ total } = part);
    parts.push(...part.pieces);
    from += part.pieces.reduce((sum, { length }) => sum + length, 0);
  }
  return Buffer.concat(parts);
};
const open = async (file: Buffer, name: string) => {
  const { calls } = services.handlers;
  const { uploadId } = await calls['recordings.startUpload']({ fileName: name, bytes: file.length }, signal);
  const half = Math.floor(file.length / 2);
  for (const [from, to] of [
    [0, half],
    [half, file.length],
  ] as const)
    await calls['recordings.upload']({ uploadId, from, base64: file.toString('base64', from, to) }, signal);
  return calls['recordings.open']({ uploadId }, signal);
};

it('a preview shows what a recording has, without secrets, before it is saved', async () => {
  const preview = await record();
  expect(preview.fileName).toBe(`staging-graphs-${threadId.slice(0, 8)}.recording.zip`);
  expect(preview.counts).toMatchObject({ runs: 1 });
  expect(preview.counts.checkpoints).toBeGreaterThan(1);
  // Of a run that somebody waited for.
  expect(preview.missing.join()).toMatch(differing('joinedWait'));
  expect(preview.scrubbed.known).toBeGreaterThan(0);
  expect(preview.scrubbed.kinds).toContainEqual({ kind: 'api_key', count: expect.any(Number) as number });
  for (const secret of ['tide-tables', 'abc-def'])
    expect(await search(preview.draftId, secret)).toMatchObject({ total: 0 });
  const about = await search(preview.draftId, '"recorded_by"');
  expect(about.matches.map(({ path }) => path)).toEqual(['manifest.json']);
  const matches = await search(preview.draftId, 'ada love');
  expect(matches.matches[0]).toMatchObject({
    path: 'thread.json',
    line: 1,
    excerpt: expect.stringContaining('"Ada Lovelace"') as string,
  });
  expect(await search((await record({ likely: false })).draftId, 'abc-def')).not.toMatchObject({ total: 0 });
  await services.handlers.calls['recordings.discard']({ draftId: preview.draftId }, signal);
  await expect(search(preview.draftId, 'a')).rejects.toMatchObject({ code: 'not-found' });
});

it('a saved recording opens as a read-only server', async () => {
  const { calls, streams } = services.handlers;
  const preview = await record();
  const file = await fileOf(preview.draftId);
  expect(file).toHaveLength(preview.zipBytes);
  const opened = await open(file, preview.fileName);
  expect(opened).toMatchObject({
    kind: 'recording',
    name: `staging-graphs-${threadId.slice(0, 8)}`,
    recording: { threadId, serverName: 'Staging graphs!', fileName: preview.fileName },
  });
  for await (const { connections } of streams['connections.watch']({}, signal)) {
    expect(connections.map(({ kind }) => kind)).toEqual(['demo', 'recording', 'remote']);
    break;
  }
  const health = await calls['connections.check']({ connectionId: opened.id }, signal);
  expect(health).toMatchObject({ state: 'connected', server: { runtime: differing('runtime') } });
  expect(health.server?.capabilities.webhooks.reason).toBe('A recording is read-only.');
  const onIt = { connectionId: opened.id, threadId };
  const state = await calls['threads.state']({ ...onIt, checkpointId: null }, signal);
  expect(state.valuesText).toContain('polished');
  expect(await calls['runs.list'](onIt, signal)).toMatchObject([
    { threadId, hasLog: differing('waitHasEvents') },
  ]);
  await expect(calls['threads.copy'](onIt, signal)).rejects.toMatchObject({ code: 'unsupported' });
  await expect(calls['connections.duplicate']({ connectionId: opened.id }, signal)).rejects.toMatchObject({
    code: 'unsupported',
  });

  const copy = await calls['recordings.copy']({ connectionId: opened.id }, signal);
  expect((await fileOf(copy.draftId)).equals(file)).toBe(true);
  await calls['connections.remove']({ connectionId: opened.id }, signal);
  expect(await readdir(join(platform.dataFolder, 'recordings'))).toEqual(['.drafts', '.uploads']);
});

it('a file that does not arrive whole, or twice, is not opened', async () => {
  const { calls } = services.handlers;
  const { uploadId } = await calls['recordings.startUpload']({ fileName: 'a.zip', bytes: 4 }, signal);
  const add = (from: number, text: string) =>
    calls['recordings.upload']({ uploadId, from, base64: Buffer.from(text).toString('base64') }, signal);
  await add(0, 'PK');
  await expect(add(0, 'PK')).rejects.toMatchObject({ code: 'invalid-input' });
  await expect(add(2, 'PKPK')).rejects.toMatchObject({ code: 'invalid-input' });
  await expect(calls['recordings.open']({ uploadId }, signal)).rejects.toThrow(
    /was cut off after \d+ of [\d,]+ bytes while it was sent/,
  );
  await add(2, 'PK');
  await expect(calls['recordings.open']({ uploadId }, signal)).rejects.toThrow(/not a recording/);
  expect(await readdir(join(platform.dataFolder, 'recordings', '.uploads'))).toEqual([]);
});

it('a recording that is left before its end leaves nothing', async () => {
  const ending = new AbortController();
  const request = { connectionId, threadId, runId: null, scrubLikely: true, hideHosts: false };
  for await (const { step } of services.handlers.streams['recordings.record'](request, ending.signal)) {
    expect(step).toBe('thread');
    break;
  }
  ending.abort();
  const left = await readdir(join(platform.dataFolder, 'recordings', '.drafts'));
  const drafts = await Promise.all(
    left.map((draftId) =>
      search(draftId, 'a').then(
        () => null,
        () => draftId,
      ),
    ),
  );
  expect(drafts.filter((one) => one !== null)).toEqual([]);
});
