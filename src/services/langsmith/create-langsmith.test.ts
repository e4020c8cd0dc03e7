import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'langsmith';
import { GraphClient } from 'remote-graph-client/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  startFakeLangsmith,
  type FakeLangsmith,
  type StandInDataset,
} from '../../testing/langsmith/fake-langsmith.ts';
import { sendEndlessBody } from '../../testing/fault-servers/endless-body.ts';
import { createMemoryVault } from '../../testing/services/memory-vault.ts';
import { createScrubber } from '../logging/scrubber.ts';
import { createDocumentStore } from '../storage/document-store.ts';
import { createLangsmith, type Langsmith } from './create-langsmith.ts';

const { signal } = new AbortController();
const key = 'lsv2_pt_canary_4711';
const datasetId = '7c6f2d3e-8a57-4c43-9d24-5a7d6a7b1c01';
const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const datasets: readonly StandInDataset[] = [
  {
    id: datasetId,
    name: 'Tides',
    description: 'Questions about tides',
    examples: Array.from({ length: 230 }, (_, index) => ({
      id: idOf(index),
      inputs: { topic: `tide ${index}` },
      outputs: { answer: index },
      metadata: { dataset_split: ['base'] },
    })),
  },
  { id: '7c6f2d3e-8a57-4c43-9d24-5a7d6a7b1c02', name: 'Moons', examples: [] },
];

let run: Readonly<Record<string, unknown>> = {};
const opened: string[] = [];
let folder = '';
let langsmith: Langsmith;
const projectId = '7c6f2d3e-8a57-4c43-9d24-5a7d6a7b1c03';
let fakeLangsmith: FakeLangsmith;
const cleanups: (() => Promise<unknown>)[] = [];
const openStudio = (): Langsmith =>
  createLangsmith({
    platform: {
      proxyFor: async () => null,
      vault: createMemoryVault(),
      openExternal: async (url) => void opened.push(url),
    },
    clients: {
      get: async () =>
        new GraphClient({
          url: 'http://server.invalid',
          apiKey: null,
          fetch: async () =>
            new Response(JSON.stringify(run), { headers: { 'content-type': 'application/json' } }),
        }),
      clockSkewMs: () => null,
    },
    documents: createDocumentStore({ folder, log: () => undefined }),
    scrubber: createScrubber(),
  });
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'langsmith-'));
  fakeLangsmith = await startFakeLangsmith(key, datasets, [{ id: projectId, name: 'nightly' }]);
  langsmith = openStudio();
  opened.length = 0;
});
afterEach(async () => {
  for (const step of cleanups.splice(0)) await step();
  await fakeLangsmith.stop();
  await rm(folder, { recursive: true, force: true });
});

const save = (url: string, newKey: string | null, storage: 'session' | 'sealed' | 'plain' = 'sealed') =>
  langsmith.calls['langsmith.save']({ draft: { url, key: newKey, storage } }, signal);
const listDatasets = (text = '', offset = 0) =>
  langsmith.calls['langsmith.datasets']({ text, offset }, signal);
const readExamples = (offset: number, of = datasetId, ending: AbortSignal = signal) =>
  langsmith.calls['langsmith.examples']({ datasetId: of, offset }, ending);

async function serve(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => void server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('datasets in LangSmith', () => {
  it('are not asked for before a key was entered', async () => {
    expect(await langsmith.calls['langsmith.access']({}, signal)).toEqual({
      url: 'https://api.smith.langchain.com',
      last4: null,
    });
    await save(fakeLangsmith.url, null);
    await expect(listDatasets()).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(readExamples(0)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(fakeLangsmith.requests).toEqual([]);
  });

  it('are listed, searched, and read page by page, the same as the official client reads them', async () => {
    expect(await save(`${fakeLangsmith.url}/api/v1/`, key)).toEqual({
      url: `${fakeLangsmith.url}/api/v1`,
      last4: '4711',
    });
    const { datasets: listed, hasMore } = await listDatasets();
    expect(listed).toEqual([
      { id: datasetId, name: 'Tides', description: 'Questions about tides', examples: 230 },
      { id: datasets[1]?.id, name: 'Moons', description: null, examples: 0 },
    ]);
    expect(hasMore).toBe(false);
    expect((await listDatasets(' moon ')).datasets.map(({ name }) => name)).toEqual(['Moons']);
    const examples = [];
    for (let offset: number | null = 0; offset !== null;) {
      const page = await readExamples(offset);
      examples.push(...page.examples);
      offset = page.nextOffset;
    }
    expect(fakeLangsmith.requests.every(({ headers }) => headers['x-api-key'] === key)).toBe(true);

    const official = new Client({
      apiUrl: `${fakeLangsmith.url}/api/v1`,
      apiKey: key,
      autoBatchTracing: false,
    });
    const ofOfficial = [];
    for await (const dataset of official.listDatasets())
      ofOfficial.push({ id: dataset.id, name: dataset.name });
    expect(ofOfficial).toEqual(listed.map(({ id, name }) => ({ id, name })));
    const theirs = [];
    for await (const one of official.listExamples({ datasetId })) theirs.push(one);
    expect(
      examples.map(({ id, inputsText, outputsText }) => [
        id,
        JSON.parse(inputsText),
        JSON.parse(outputsText ?? 'null'),
      ]),
    ).toEqual(theirs.map(({ id, inputs, outputs }) => [id, inputs, outputs]));
    expect(examples).toHaveLength(230);
  });

  it('are asked for with a key that is kept sealed, and never sent to another address', async () => {
    await save(fakeLangsmith.url, key);
    expect(await readFile(join(folder, 'langsmith.json'), 'utf8')).not.toContain(key);
    const elsewhere = await startFakeLangsmith(key, datasets);
    cleanups.push(() => elsewhere.stop());
    await expect(save(elsewhere.url, null)).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await langsmith.calls['langsmith.access']({}, signal)).toMatchObject({ url: fakeLangsmith.url });
    expect(elsewhere.requests).toEqual([]);
    expect(await langsmith.calls['langsmith.forget']({}, signal)).toMatchObject({ last4: null });
    await expect(listDatasets()).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('are refused with a wrong key, and of a dataset that is gone', async () => {
    await save(fakeLangsmith.url, 'lsv2_wrong');
    await expect(listDatasets()).rejects.toMatchObject({ code: 'unauthorized', details: { status: '401' } });
    await save(fakeLangsmith.url, key);
    await expect(readExamples(0, 'gone')).rejects.toMatchObject({ code: 'not-found' });
  });

  it.each([
    ['a page', (response: ServerResponse) => void response.end('<html>')],
    ['an object', (response: ServerResponse) => void response.end('{"detail":1}')],
    [
      'a redirect',
      (response: ServerResponse) => void response.writeHead(302, { location: 'http://x' }).end(),
    ],
  ])('are not taken from %s', async (_what, answer) => {
    await save(await serve(answer), key);
    await expect(listDatasets()).rejects.toMatchObject({ code: 'protocol' });
  });

  it('are not read without a bound', async () => {
    const url = await serve((response) => void sendEndlessBody(response, Buffer.alloc(1_000_000, ' ')));
    await save(url, key);
    await expect(listDatasets()).rejects.toThrow(/more than 64 MB/);
  });

  it('leave out what is no dataset and no example, and say how many', async () => {
    const items = [
      { id: 7 },
      { id: '', name: 'x' },
      null,
      { id: 'd', name: '\u202eevil', example_count: -1 },
      { id: 'e', name: 'many', example_count: 1e300 },
    ];
    await save(await serve((response) => void response.end(JSON.stringify(items))), key);
    expect((await listDatasets()).datasets).toEqual([
      { id: 'd', name: '\u202eevil', description: null, examples: null },
      { id: 'e', name: 'many', description: null, examples: null },
    ]);
    expect(await readExamples(0)).toEqual({ examples: [], skipped: 5, nextOffset: null });
  });

  it('end at once when that is cancelled', async () => {
    await save(await serve(() => undefined), key);
    const controller = new AbortController();
    const reading = readExamples(0, datasetId, controller.signal);
    setTimeout(() => controller.abort(), 100);
    await expect(reading).rejects.toThrow(/abort/i);
  });
});

describe('the trace of a run in LangSmith', () => {
  const runId = '0b4f2b3c-6f0e-4d1d-9f3a-0a1b2c3d4e5f';
  const open = () =>
    langsmith.calls['langsmith.openTrace']({ connectionId: 'c', threadId: 't', runId }, signal);

  it('opens where LangSmith says it is, in the project that the server names', async () => {
    run = { run_id: runId, langsmith_session_name: 'nightly' };
    await save(fakeLangsmith.url, key);
    const { url } = await open();
    expect(url).toContain(`/projects/p/${projectId}/r/${runId}?trace_id=${runId}`);
    expect(opened).toEqual([url]);
    const official = new Client({
      apiUrl: `${fakeLangsmith.url}/api/v1`,
      apiKey: key,
      autoBatchTracing: false,
    });
    const theirs = await official.runs.getURL(runId, { project_id: projectId, trace_id: runId });
    expect(theirs.url).toBe(url);
    expect((await official.readProject({ projectName: 'nightly' })).id).toBe(projectId);
  });

  it.each([
    ['names no project', {}, 'unsupported'],
    ['names a project that the key does not reach', { langsmith_session_name: 'other' }, 'not-found'],
  ])('is not guessed if the server %s', async (_what, named, code) => {
    run = { run_id: runId, ...named };
    await save(fakeLangsmith.url, key);
    await expect(open()).rejects.toMatchObject({ code });
    expect(opened).toEqual([]);
  });

  it('is not asked for without a key', async () => {
    run = { run_id: runId, langsmith_session_name: 'nightly' };
    await expect(open()).rejects.toMatchObject({ code: 'unauthorized' });
    expect(fakeLangsmith.requests).toEqual([]);
  });

  it('is not opened at an address that is no safe link', async () => {
    run = { run_id: runId, langsmith_session_name: 'nightly' };
    const answers = ['[{"id":"p"}]', '{"url":"javascript:alert(1)"}'];
    await save(await serve((response) => void response.end(answers.shift())), key);
    await expect(open()).rejects.toMatchObject({ code: 'invalid-input' });
    expect(opened).toEqual([]);
  });
});
