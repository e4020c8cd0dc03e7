import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import { startFakeServer, type FakeServer } from '../../testing/fake-server/fake-server.ts';
import { assistantId } from '../../testing/fake-server/graph.ts';
import { createScrubber } from '../logging/scrubber.ts';
import type { RecordingManifest } from './manifest.ts';
import { recordThread } from './record-thread.ts';
import { createValueScrubber } from '../scrubbing/value-scrubber.ts';

let server: FakeServer;
let folder: string;
beforeEach(async () => {
  server = await startFakeServer();
  folder = await mkdtemp(join(tmpdir(), 'recording-'));
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Records a thread with one finished run. `change`: of what the server answers. */
async function record(change: (path: string, text: string) => string = (_, text) => text) {
  const client = new GraphClient({
    url: server.url,
    apiKey: null,
    retries: 0,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      return new Response(change(pathname, await response.text()), response);
    },
  });
  const { thread_id: threadId } = await client.threads.create();
  const { run_id: runId } = await client.runs.create(threadId, assistantId, { input: { id: 1 } });
  await expect.poll(async () => (await client.runs.get(threadId, runId)).status).toBe('success');
  return recordThread({
    client,
    threadId,
    runId: null,
    logs: { open: () => Promise.reject(new AppError('stream-unavailable', 'There are no events.')) },
    studioRecords: () => ({ deliveries: [], requests: [] }),
    scrubber: createValueScrubber({ scrubber: createScrubber(), likely: true, hosts: null }),
    server: { name: 'Server', url: null },
    recordedBy: { name: 'RemoteGraph Studio', version: '0.0.0' },
    folder,
    now: () => new Date('2026-11-23T00:00:00Z'),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
}

const lost = ({ missing }: RecordingManifest) => missing.map(({ what, reason }) => [what, reason]);

it('a recording names all that the server refused, and has only files that are whole', async () => {
  server.faults.failing = /^(?:GET \/info|\S+ \/assistants\/[^/]+\/schemas)/;
  const manifest = await record();
  expect(lost(manifest)).toEqual([
    ['server', expect.stringMatching(/\S/)],
    ['schemas', expect.stringMatching(/\S/)],
    // It has none.
    ['subgraphs', 'Not found on the server.'],
    ['frames', 'There are no events.'],
  ]);
  const files = await readdir(folder);
  expect(files.toSorted()).toEqual(manifest.entries.map(({ path }) => path).toSorted());
  expect(files).not.toContain('server.json');
});

it('names as missing what a reader of recordings would refuse, such as a value nested 20,000 levels deep', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const manifest = await record((path, text) =>
    path.endsWith('/history') ? text.replace('"values":{', `"values":{"deep":${deep},`) : text,
  );
  expect(lost(manifest)).toContainEqual([
    'history',
    'history.ndjson would have a record that is nested more than 10,000 levels deep, which no recording may have.',
  ]);
});

it('a recording does not take a repeated page for the end of the history', async () => {
  const manifest = await record((path, text) => {
    if (!path.endsWith('/history')) return text;
    const [first] = JSON.parse(text) as object[];
    // Full pages, whatever was asked for.
    return JSON.stringify(Array.from({ length: 5 }, () => first));
  });
  expect(manifest.counts.checkpoints).toBe(1);
  expect(lost(manifest)).toContainEqual([
    'history',
    'The server sent the same checkpoints again instead of older ones.',
  ]);
});
