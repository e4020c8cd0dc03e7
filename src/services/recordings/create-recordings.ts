import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CallsOf, StreamsOf } from '../../shared/contract.ts';
import type { RecordingProgress, RecordingRequest } from '../../shared/model/recording.ts';
import { asAppError } from '../errors/server-errors.ts';
import type { Platform } from '../common/platform.ts';
import type { ServerClients } from '../common/server-clients.ts';
import type { Scrubber } from '../logging/scrubber.ts';
import type { Runs } from '../runs/create-runs.ts';
import { hostsOf } from '../scrubbing/hide-hosts.ts';
import { recordedAgain } from './record-again.ts';
import { createRecordingDrafts, type RecordingDrafts } from './recording-drafts.ts';
import type { StudioRecords } from './record-thread.ts';
import {
  readRecordedDeliveries,
  readRecordedDelivery,
  readRecordedRequest,
  readRecordedRequests,
} from './recorded-records.ts';
import type { RecordedServers } from './recorded-servers.ts';
import { createUploads } from './uploads.ts';

export interface Recordings {
  readonly calls: CallsOf<'recordings'>;
  readonly streams: StreamsOf<'recordings'>;
  readonly drafts: RecordingDrafts;
  /** Removes drafts and files that were not opened. */
  stop(): Promise<void>;
}

interface RecordingsOptions {
  readonly platform: Pick<Platform, 'dataFolder' | 'version'>;
  readonly clients: ServerClients;
  readonly runs: Pick<Runs, 'openLog'>;
  readonly servers: RecordedServers;
  readonly scrubber: Scrubber;
  readonly describeServer: (
    connectionId: string,
  ) => Promise<{ readonly name: string; readonly url: string | null }>;
  readonly studioRecords: (
    connectionId: string,
    threadId: string,
    runIds: readonly string[],
  ) => StudioRecords;
  readonly now?: () => Date;
}

// Minimum interval between progress reports, in milliseconds.
const progressMs = 200;

export function createRecordings(options: RecordingsOptions): Recordings {
  const { platform, clients, runs, servers, scrubber, now = () => new Date() } = options;
  const drafts = createRecordingDrafts(platform);
  const uploads = createUploads(platform);

  // `onProgress` gets what is read; resolves with the last step.
  const record = async (
    { connectionId, threadId, runId, scrubLikely, hideHosts }: RecordingRequest,
    onProgress: (step: RecordingProgress['step'], done: number) => void,
    signal: AbortSignal,
  ): Promise<RecordingProgress> => {
    const draft = await drafts.create();
    try {
      const { recordThread } = await import('./record-thread.ts');
      const { createValueScrubber } = await import('../scrubbing/value-scrubber.ts');
      const client = await clients.get(connectionId);
      const server = await options.describeServer(connectionId);
      const source = servers.has(connectionId) ? servers.folderOf(connectionId).manifest : null;
      const hosts = hideHosts ? hostsOf(server.url) : null;
      const recordScrubber = createValueScrubber({ scrubber, likely: scrubLikely, hosts });
      const recorded = await recordThread({
        client,
        threadId,
        runId,
        logs: { open: (id) => runs.openLog({ connectionId, threadId, runId: id }) },
        studioRecords: (runIds) =>
          source === null
            ? options.studioRecords(connectionId, threadId, runIds)
            : servers.studioRecords(connectionId, runIds),
        scrubber: recordScrubber,
        // An address that was typed is the name of its server, too.
        server: {
          name: recordScrubber.text(server.name),
          url: hideHosts || server.url === null ? null : recordScrubber.text(server.url),
        },
        recordedBy: { name: 'RemoteGraph Studio', version: platform.version },
        folder: draft.content,
        now,
        signal,
        onProgress,
      });
      const manifest = source === null ? recorded : recordedAgain(recorded, source);
      onProgress('packing', 0);
      const preview = await drafts.finish(draft, manifest, recordScrubber.report, signal);
      return { step: 'done', done: 0, preview };
    } catch (error) {
      await drafts.discard(draft.draftId);
      throw asAppError(error);
    }
  };

  return {
    drafts,
    calls: {
      'recordings.search': ({ draftId, text }, signal) => drafts.search(draftId, text, signal),
      async 'recordings.part'({ draftId, from }) {
        const { total, bytes } = await drafts.part(draftId, from);
        return { total, pieces: [bytes] };
      },
      async 'recordings.discard'({ draftId }) {
        await drafts.discard(draftId);
        return {};
      },
      async 'recordings.copy'({ connectionId }, signal) {
        const { folder, manifest } = servers.folderOf(connectionId);
        const draft = await drafts.create();
        for (const { path } of manifest.entries) {
          await mkdir(dirname(join(draft.content, path)), { recursive: true, mode: 0o700 });
          await copyFile(join(folder, path), join(draft.content, path));
        }
        return drafts.finish(draft, manifest, null, signal);
      },
      'recordings.startUpload': async ({ fileName, bytes }) => ({
        uploadId: await uploads.start(fileName, bytes),
      }),
      async 'recordings.upload'({ uploadId, from, base64 }) {
        await uploads.add(uploadId, from, base64);
        return {};
      },
      async 'recordings.open'({ uploadId }, signal) {
        const file = await uploads.take(uploadId);
        try {
          return await servers.open(file.path, file.fileName, signal);
        } finally {
          await file.remove();
        }
      },
      'recordings.requests': async ({ connectionId }) =>
        readRecordedRequests(connectionId, await servers.records(connectionId, 'requests.ndjson')),
      'recordings.request': async ({ connectionId, index }) =>
        readRecordedRequest(connectionId, await servers.records(connectionId, 'requests.ndjson'), index),
      'recordings.deliveries': async ({ connectionId }) =>
        readRecordedDeliveries(connectionId, await servers.records(connectionId, 'deliveries.ndjson')),
      'recordings.delivery': async ({ connectionId, index }) =>
        readRecordedDelivery(await servers.records(connectionId, 'deliveries.ndjson'), index),
      async 'recordings.cancelUpload'({ uploadId }) {
        await uploads.cancel(uploadId);
        return {};
      },
    },
    streams: {
      async *'recordings.record'(request, signal) {
        let latest: RecordingProgress = { step: 'thread', done: 0, preview: null };
        // Ends with the stream, also when its reader leaves while something is read.
        const leaving = new AbortController();
        const result = record(
          request,
          (step, done) => {
            latest = { step, done, preview: null };
          },
          AbortSignal.any([signal, leaving.signal]),
        );
        const settled = result.then(
          () => true,
          () => true,
        );
        try {
          for (;;) {
            yield latest;
            const timer = new Promise<boolean>((resolve) => setTimeout(resolve, progressMs, false).unref());
            // Sequential on purpose: progress is told at this pace.
            if (signal.aborted || (await Promise.race([settled, timer]))) break;
          }
          yield await result;
        } finally {
          leaving.abort();
          await result.catch(() => undefined);
        }
      },
    },
    async stop() {
      await uploads.stop();
      await drafts.stop();
    },
  };
}
