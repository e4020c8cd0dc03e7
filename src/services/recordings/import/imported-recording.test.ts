import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultThreadListing } from '../../../shared/model/thread-listing.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import { createLocalPlatform, type LocalPlatform } from '../../../testing/services/local-platform.ts';
import { createServices, type StudioServices } from '../../create-services.ts';

const { signal } = new AbortController();
let folder: string;
let platform: LocalPlatform;
let services: StudioServices;
let recording: Connection;

const run = (
  id: string,
  parent: string | null,
  name: string,
  metadata: object,
  error: string | null = null,
) => ({
  id,
  trace_id: 'root',
  parent_run_id: parent,
  name,
  run_type: 'chain',
  start_time: '2026-11-20T10:00:00.000000',
  end_time: '2026-11-20T10:00:01.000000',
  error,
  inputs: { of: name },
  extra: { metadata: { thread_id: 'thread-1', ...metadata } },
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imported-'));
  platform = await createLocalPlatform();
  services = createServices(platform);
  const path = join(folder, 'exported.jsonl');
  const runs = [
    run('root', null, 'LangGraph', {}, 'ValueError: no tables'),
    run('1', 'root', 'plan', { langgraph_node: 'plan' }),
    run('2', 'root', 'check', { langgraph_node: 'check' }, 'ValueError: no tables'),
  ];
  await writeFile(path, runs.map((each) => JSON.stringify(each)).join('\n'));
  recording = await services.openRecording(path);
});
afterAll(async () => {
  await services.stop();
  await platform.dispose();
  await rm(folder, { recursive: true, force: true });
});

it('an export of another tool opens as a read-only server that names what it lacks', async () => {
  expect(recording).toMatchObject({ kind: 'recording', name: 'exported' });
  expect(recording.recording).toMatchObject({
    threadId: 'thread-1',
    importedFrom: 'LangSmith',
    checkpoints: 0,
  });
  expect(recording.recording?.missing.join(' ')).toContain('Checkpoints: An export of LangSmith has none.');
  const thread = { connectionId: recording.id, threadId: 'thread-1' };
  const deleting = services.handlers.calls['threads.delete']({ ...thread, threadIds: ['thread-1'] }, signal);
  await expect(deleting).rejects.toMatchObject({ code: 'unsupported' });
});

it('an import is not recorded again, which would lose what it has', async () => {
  const request = {
    connectionId: recording.id,
    threadId: 'thread-1',
    runId: null,
    scrubLikely: true,
    hideHosts: false,
  };
  const steps = services.handlers.streams['recordings.record'](request, signal);
  const last = async (): Promise<void> => {
    for await (const _ of steps);
  };
  await expect(last()).rejects.toMatchObject({ code: 'unsupported' });
});

it('the thread has the record of the file, and no checkpoint', async () => {
  const thread = { connectionId: recording.id, threadId: 'thread-1' };
  const record = await services.handlers.calls['threads.readRecord']({ ...thread, since: null }, signal);
  expect(record.executions.map(({ nodeId, status }) => [nodeId, status])).toEqual([
    ['plan', 'finished'],
    ['check', 'failed'],
  ]);
  expect(record.checkpoints).toEqual([]);
  const leaving = new AbortController();
  for await (const change of services.handlers.streams['threads.record'](thread, leaving.signal)) {
    expect(change).toEqual({ kind: 'snapshot', record });
    leaving.abort();
  }
  const values = (of: 'run' | 'execution', id: string) =>
    services.handlers.calls['recordings.importedValues']({ ...thread, of, id }, signal);
  expect((await values('run', 'root')).input?.text).toBe('{"of":"LangGraph"}');
  expect((await values('execution', 'root 1')).input?.text).toBe('{"of":"plan"}');
  expect(await values('execution', 'none')).toEqual({ input: null, output: null });
  const runs = await services.handlers.calls['runs.list'](thread, signal);
  expect(runs).toMatchObject([{ runId: 'root', status: 'error', hasLog: false }]);
  const history = await services.handlers.calls['threads.history'](
    { ...thread, before: null, limit: 10 },
    signal,
  );
  expect(JSON.stringify(history)).not.toContain('checkpointId');
});

it('a run whose end the file does not have is listed as unknown, and never as finished', async () => {
  const path = join(folder, 'unfinished.json');
  const root = { ...run('root-2', null, 'LangGraph', { thread_id: 'thread-2' }), trace_id: 'root-2' };
  await writeFile(path, JSON.stringify([{ ...root, end_time: null }]));
  const { id: connectionId } = await services.openRecording(path);
  const thread = { connectionId, threadId: 'thread-2' };
  const runs = await services.handlers.calls['runs.list'](thread, signal);
  expect(runs).toMatchObject([{ runId: 'root-2', status: 'unknown' }]);
  const record = await services.handlers.calls['threads.readRecord']({ ...thread, since: null }, signal);
  expect(record.runs).toMatchObject([{ runId: 'root-2', status: 'unknown', ending: null, endedAt: null }]);
});

it('the newest threads of a file are listed, each with its runs and its record, and the others are counted', async () => {
  const path = join(folder, 'many.jsonl');
  const day = (index: number): string => `2026-11-${String(index).padStart(2, '0')}T10:00`;
  const runs = Array.from({ length: 22 }, (_, index) => {
    const id = `root-${index}`;
    const ids = { trace_id: id, start_time: `${day(index + 1)}:00`, end_time: `${day(index + 1)}:05` };
    const threadId = `thread-${index}`;
    return [
      { ...run(id, null, 'LangGraph', { thread_id: threadId }), ...ids },
      {
        ...run(`${id}-1`, id, 'plan', { thread_id: threadId, langgraph_node: `plan-${index}` }),
        ...ids,
        name: `plan-${index}`,
      },
    ];
  });
  await writeFile(path, JSON.stringify(runs.flat()));
  const { id: connectionId, recording: facts } = await services.openRecording(path);
  expect(facts).toMatchObject({ threadId: 'thread-21', unlistedThreads: 2 });
  const list = (sortOrder: 'asc' | 'desc') =>
    services.handlers.calls['threads.list'](
      {
        connectionId,
        limit: 50,
        offset: 0,
        listing: { ...defaultThreadListing, sortBy: 'created_at', sortOrder },
      },
      signal,
    );
  const newest = Array.from({ length: 20 }, (_, index) => `thread-${21 - index}`);
  expect((await list('desc')).threads.map(({ threadId }) => threadId)).toEqual(newest);
  expect((await list('asc')).threads.map(({ threadId }) => threadId)).toEqual(newest.toReversed());
  const thread = { connectionId, threadId: 'thread-5' };
  expect(await services.handlers.calls['runs.list'](thread, signal)).toMatchObject([{ runId: 'root-5' }]);
  const record = await services.handlers.calls['threads.readRecord']({ ...thread, since: null }, signal);
  expect(record.executions.map(({ nodeId }) => nodeId)).toEqual(['plan-5']);
  const unlisted = services.handlers.calls['threads.get']({ connectionId, threadId: 'thread-0' }, signal);
  await expect(unlisted).rejects.toMatchObject({ code: 'not-found' });
});
