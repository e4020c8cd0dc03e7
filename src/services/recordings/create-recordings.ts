import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CallsOf, StreamsOf } from '../../shared/contract.ts';
import type { RecordingProgress, RecordingRequest } from '../../shared/model/recording.ts';
import { AppError } from '../../shared/app-error.ts';
import { asAppError } from '../common/server-errors.ts';
import type { Platform } from '../common/platform.ts';
import type { ServerClients } from '../common/server-clients.ts';
import type { Scrubber } from '../logging/scrubber.ts';
import type { Runs } from '../runs/create-runs.ts';
import { hostsOf } from '../scrubbing/hide-hosts.ts';
import { recordedAgain } from './record-again.ts';
import { createRecordingDrafts, type RecordingDrafts } from './recording-drafts.ts';
import type { StudioRecords } from './record-thread.ts';
import { readImportedValues } from './imported-values.ts';
import {
  readRecordedDeliveries,
  readRecordedDelivery,
  readRecordedRequest,
  readRecordedRequests,
} from './recorded-records.ts';
import type { RecordedServers } from './recorded-servers.ts';
import { progressSteps } from './progress-steps.ts';
import { createUploads } from './uploads.ts';
import { createAddresses } from './addresses/create-addresses.ts';

export interface Recordings {
  readonly calls: CallsOf<'recordings'>;
  readonly streams: StreamsOf<'recordings'>;
  readonly drafts: RecordingDrafts;
  // Removes drafts and files that were not opened.
  stop(): Promise<void>;
}

interface RecordingsOptions {
  readonly platform: Pick<Platform, 'dataFolder' | 'version' | 'proxyFor'>;
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

export function createRecordings(options: RecordingsOptions): Recordings {
  const { platform, clients, runs, servers, scrubber, now = () => new Date() } = options;
  const drafts = createRecordingDrafts(platform);
  const uploads = createUploads(platform);
  const addresses = createAddresses({
    platform,
    scrubber,
    open: (path, fileName, signal) => servers.open(path, fileName, signal),
    zipPath: drafts.zipPath,
  });

  // `onProgress` gets what is read; resolves with the last step.
  const record = async (
    { connectionId, threadId, runId, scrubLikely, hideHosts, draftOwner }: RecordingRequest,
    onProgress: (step: RecordingProgress['step'], done: number) => void,
    signal: AbortSignal,
  ): Promise<RecordingProgress> => {
    if ((await servers.importedRecord(connectionId, threadId)) !== null)
      throw new AppError('unsupported', 'This was imported from another tool, and can’t be recorded.', {
        hint: 'Hand over the file that was opened.',
      });
    const draft = await drafts.create(draftOwner);
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
      ...addresses.calls,
      'recordings.search': ({ draftId, text }, signal) => drafts.search(draftId, text, signal),
      async 'recordings.part'({ draftId, from }) {
        const { total, bytes } = await drafts.part(draftId, from);
        return { total, pieces: [bytes] };
      },
      async 'recordings.discard'({ draftId }) {
        await drafts.discard(draftId);
        return {};
      },
      async 'recordings.copy'({ connectionId, draftOwner }, signal) {
        const { folder, manifest } = servers.folderOf(connectionId);
        const draft = await drafts.create(draftOwner);
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
      'recordings.importedValues': async ({ connectionId, threadId, ...part }) =>
        readImportedValues(await servers.records(connectionId, 'values.ndjson'), threadId, part),
      async 'recordings.cancelUpload'({ uploadId }) {
        await uploads.cancel(uploadId);
        return {};
      },
    },
    streams: {
      ...addresses.streams,
      'recordings.record': (request, streamSignal) =>
        progressSteps<RecordingProgress>(
          { step: 'thread', done: 0, preview: null },
          (onProgress, signal) =>
            record(request, (step, done) => onProgress({ step, done, preview: null }), signal),
          streamSignal,
        ),
    },
    async stop() {
      await uploads.stop();
      await drafts.stop();
    },
  };
}
