import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { GraphClient } from 'remote-graph-client/client';
import { createScrubber } from '../../services/logging/scrubber.ts';
import { formatManifest } from '../../services/recordings/manifest.ts';
import { recordThread } from '../../services/recordings/record-thread.ts';
import { createRecordedServers, type RecordedServers } from '../../services/recordings/recorded-servers.ts';
import { recordingUrl } from '../../services/recordings/recorded-server.ts';
import { createRuns, type Runs } from '../../services/runs/create-runs.ts';
import { createValueScrubber } from '../../services/scrubbing/value-scrubber.ts';
import { createThreads, type Threads } from '../../services/threads/create-threads.ts';
import { readThreadRecord } from '../../services/threads/record/read-thread-record.ts';
import type { RunLogs } from '../../services/threads/record/record-events.ts';
import { AppError } from '../../shared/app-error.ts';
import type { ThreadRecord } from '../../shared/model/thread-record.ts';
import { applyChange } from '../../shared/thread-record/apply-change.ts';
import type { Following } from './story.ts';
import { createLocalPlatform, type LocalPlatform } from '../services/local-platform.ts';
import { slowness } from '../slowness.ts';

const connectionId = 'story';
const { signal } = new AbortController();

/** How long a live record may lag behind, in milliseconds. */
const maxLateMs = 3_000;

/** What a studio knows of a thread that it looked at while others worked on it. */
export interface FollowedRecords {
  /** By the checkpoints alone. */
  readonly plain: ThreadRecord;
  /** With the events of the runs that it followed. */
  readonly merged: ThreadRecord;
  /** As it grew while the thread was open. */
  readonly live: ThreadRecord | null;
  /** Both as read from a recording. */
  readonly recorded: { readonly plain: ThreadRecord; readonly merged: ThreadRecord };
}

/** Whether a subgraph was edited: what another client edits in one that has ended is not looked for while a thread is open. */
export function hasInnerEdit({ checkpoints }: ThreadRecord): boolean {
  return checkpoints.some(({ namespace, source }) => namespace !== '' && source === 'update');
}

/** The services of a studio on the server of the stories. */
export class StoryFollower {
  readonly #client: GraphClient;
  readonly #platform: LocalPlatform;
  readonly #runs: Runs;
  readonly #threads: Threads;
  readonly #recordings: RecordedServers;

  private constructor(url: string, platform: LocalPlatform) {
    this.#client = new GraphClient({ url, apiKey: null });
    this.#platform = platform;
    // Server and studio have the same clock.
    const clients = { get: async () => this.#client, clockSkewMs: () => 0 };
    const reserve = (): never => {
      throw new Error('No run here asks for a webhook.');
    };
    this.#threads = createThreads({
      clients,
      runLogs: {
        held: (runRef) => this.#runs.heldLog(runRef),
        active: (thread) => this.#runs.activeRuns(thread),
      },
    });
    this.#runs = createRuns({ clients, webhooks: { reserve }, platform, onChange: this.#threads.changed });
    this.#recordings = createRecordedServers({ dataFolder: platform.dataFolder, log: () => undefined });
  }

  static async create(url: string): Promise<StoryFollower> {
    return new StoryFollower(url, await createLocalPlatform());
  }

  async stop(): Promise<void> {
    await this.#recordings.stop();
    await this.#runs.stop();
    await this.#platform.dispose();
  }

  /** Follows a thread from now on. `read`: once all of its runs have ended. */
  open(threadId: string, delays: Following['joinDelays']): { read(): Promise<FollowedRecords> } {
    const left = new AbortController();
    let live: ThreadRecord | null = null;
    const watching = this.#watch(threadId, left.signal, (record) => (live = record));
    const ended = new AbortController();
    const joining = this.#joinRuns(threadId, delays, ended.signal);
    return {
      read: async () => {
        ended.abort();
        await joining;
        const logs: RunLogs = { held: (runRef) => this.#runs.heldLog(runRef) };
        const plain = await readThreadRecord(this.#client, threadId, signal);
        const merged = await this.#readMerged(this.#client, connectionId, threadId, logs);
        const recorded = await this.#readRecorded(threadId);
        this.#threads.changed(connectionId, threadId);
        const giveUp = performance.now() + maxLateMs * slowness();
        const isEqual = (): boolean => hasInnerEdit(plain) || isDeepStrictEqual(live, merged);
        while (!isEqual() && performance.now() < giveUp) await delay(50);
        left.abort();
        await watching;
        await this.#runs.forget(connectionId, [threadId]);
        return { plain, merged, live, recorded };
      },
    };
  }

  async #watch(
    threadId: string,
    left: AbortSignal,
    onChange: (record: ThreadRecord | null) => void,
  ): Promise<void> {
    let record: ThreadRecord | null = null;
    const stream = this.#threads.streams['threads.record']({ connectionId, threadId }, left);
    for await (const change of stream) {
      record = applyChange(record, change);
      onChange(record);
    }
  }

  #readMerged(
    client: GraphClient,
    connection: string,
    threadId: string,
    logs: RunLogs,
  ): Promise<ThreadRecord> {
    return readThreadRecord(client, threadId, signal, {
      events: { connectionId: connection, logs, runIds: null },
    });
  }

  /** The records of a recording of the thread, with the events that are known here. */
  async #readRecorded(threadId: string): Promise<FollowedRecords['recorded']> {
    const folder = join(this.#platform.dataFolder, `recording-of-${threadId}`);
    await mkdir(folder);
    const manifest = await recordThread({
      client: this.#client,
      threadId,
      runId: null,
      logs: {
        open: async (runId) => {
          const heldLog = await this.#runs.heldLog({ connectionId, threadId, runId });
          if (heldLog === null)
            throw new AppError('stream-unavailable', 'The studio did not follow this run.');
          return { ...heldLog, tokens: null };
        },
      },
      studioRecords: () => ({ deliveries: [], requests: [] }),
      scrubber: createValueScrubber({ scrubber: createScrubber(), likely: false, hosts: null }),
      server: { name: 'Story server', url: null },
      recordedBy: { name: 'RemoteGraph Studio', version: '0.0.0' },
      folder,
      now: () => new Date(),
      signal,
      onProgress: () => undefined,
    });
    await writeFile(join(folder, 'manifest.json'), formatManifest(manifest));
    const { id } = await this.#recordings.open(folder);
    const fetchOf = this.#recordings.fetch(id);
    if (fetchOf === null) throw new Error('The recording was opened.');
    const client = new GraphClient({ url: recordingUrl, apiKey: null, fetch: fetchOf });
    const logs: RunLogs = {
      held: async (runRef) => {
        const log = await this.#recordings.logs.open(runRef);
        const joinedLate = this.#recordings.logs.summary(runRef)?.joinedLate ?? false;
        return log && { log, joinedLate, release: () => void log.remove() };
      },
    };
    const plain = await readThreadRecord(client, threadId, signal);
    const merged = await this.#readMerged(client, id, threadId, logs);
    await this.#recordings.close(id);
    await rm(folder, { recursive: true });
    return { plain, merged };
  }

  /** Joins runs as they are listed. Resolves when it is left and the events of all of them have ended. */
  async #joinRuns(threadId: string, delays: Following['joinDelays'], left: AbortSignal): Promise<void> {
    const runIds = new Set<string>();
    const joins: Promise<void>[] = [];
    while (!left.aborted) {
      for (const { run_id: runId } of await this.#client.runs.list(threadId, { limit: 100 })) {
        if (runIds.has(runId)) continue;
        const delayMs = delays[runIds.size % delays.length] ?? null;
        runIds.add(runId);
        // A run that is not resumable, and ended, has no events any more.
        if (delayMs !== null) joins.push(this.#join(threadId, runId, delayMs).catch(() => undefined));
      }
      await delay(40);
    }
    await Promise.all(joins);
  }

  async #join(threadId: string, runId: string, delayMs: number): Promise<void> {
    await delay(delayMs);
    const runRef = { connectionId, threadId, runId };
    await this.#runs.calls['runs.join'](runRef, signal);
    for await (const { end } of this.#runs.streams['runs.follow'](runRef, signal)) if (end !== null) return;
  }
}
