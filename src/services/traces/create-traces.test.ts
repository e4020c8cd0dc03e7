import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TraceSettingsDraft } from '../../shared/model/traces.ts';
import { createMemoryVault } from '../../testing/services/memory-vault.ts';
import { aborted, pause } from '../common/abortable.ts';
import { createScrubber } from '../logging/scrubber.ts';
import { createDocumentStore, type DocumentStore } from '../storage/document-store.ts';
import { createSessionDocuments } from '../storage/session-documents.ts';
import { createTraces, traceLimits, type Traces } from './create-traces.ts';

const connectionId = 'staging';
const { signal } = new AbortController();
const unused = () => Promise.reject(new Error('Not asked for here.'));

let folder = '';
// Of the runs of the server.
let watchers = 0;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'traces-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function tracesOn(documents: DocumentStore): Traces {
  return createTraces({
    platform: {
      proxyFor: () => Promise.resolve(null),
      version: '1.2.3',
      vault: createMemoryVault(),
      openExternal: unused,
      dataFolder: folder,
      log: () => undefined,
    },
    documents,
    clients: { get: unused },
    scrubber: createScrubber(),
    readRecord: unused,
    runIndex: {
      async *watch(_input, watching) {
        watchers += 1;
        await aborted(watching);
        watchers -= 1;
        yield* [];
      },
      select: unused,
    },
    isRecording: () => false,
    serverName: () => Promise.resolve('staging'),
    limits: traceLimits,
  });
}

function save(traces: Traces, isOn: boolean) {
  const draft: TraceSettingsDraft = {
    isOn,
    url: 'http://127.0.0.1:4318',
    headers: [],
    storage: 'sealed',
    withContent: false,
    service: null,
    traceUrl: null,
  };
  return traces.calls['traces.save']({ connectionId, draft }, signal);
}

async function sendingOf(traces: Traces) {
  for await (const { sending } of traces.streams['traces.watch']({ connectionId }, signal)) return sending;
  throw new Error('No snapshot.');
}

const sendsNothingYet = expect.objectContaining({ sent: 0 });

describe('the settings of traces', () => {
  it('count as they were saved last when two windows save them at once', async () => {
    const traces = tracesOn(createDocumentStore({ folder }));
    await save(traces, true);
    await Promise.all([save(traces, false), save(traces, true)]);
    expect(await sendingOf(traces)).toEqual(sendsNothingYet);
    await Promise.all([save(traces, true), save(traces, false)]);
    expect(await sendingOf(traces)).toBeNull();
    await traces.stop();
  });

  it('send nothing of a server that is turned off while the studio starts', async () => {
    const before = tracesOn(createDocumentStore({ folder }));
    await save(before, true);
    await before.stop();
    await rm(join(folder, 'trace-sending.json'));
    await rm(join(folder, 'trace-sending.json.bak'), { force: true });
    const documents = createDocumentStore({ folder });
    let write = (): void => undefined;
    let isWriting = false;
    const disk = new Promise<void>((resolve) => (write = resolve));
    const traces = tracesOn({
      ...documents,
      open: async (spec) => {
        const document = await documents.open(spec);
        const update: typeof document.update = async (change) => {
          isWriting = true;
          await disk;
          return document.update(change);
        };
        return { ...document, update };
      },
    });
    const starting = traces.start();
    await expect.poll(() => isWriting).toBe(true);
    const turningOff = save(traces, false);
    await Promise.race([turningOff, pause(200, signal)]);
    write();
    await Promise.all([starting, turningOff]);
    expect(watchers).toBe(0);
    await save(traces, true);
    expect(await sendingOf(traces)).toEqual(sendsNothingYet);
    await traces.stop();
  });

  it('leave what waits in the folder of another program when they are forgotten', async () => {
    const other = tracesOn(createDocumentStore({ folder }));
    await save(other, true);
    await other.stop();
    const half = '.000000000000001-0123456789abcdef0123456789abcdef.otlp.0123456789ab.tmp';
    await mkdir(join(folder, 'traces'), { recursive: true });
    await writeFile(join(folder, 'traces', half), 'half');
    await tracesOn(createSessionDocuments(folder)).forget(connectionId);
    expect(await readdir(join(folder, 'traces'))).toEqual([half]);
  });
});
