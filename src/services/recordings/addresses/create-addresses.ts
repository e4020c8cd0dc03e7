import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallsOf, StreamsOf } from '../../../shared/contract.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import {
  maxUploadBytes,
  type RecordingTransfer,
  type RemoteRecording,
} from '../../../shared/model/recording.ts';
import type { Platform } from '../../common/platform.ts';
import type { Scrubber } from '../../logging/scrubber.ts';
import { progressSteps } from '../progress-steps.ts';
import { createAddressNetwork, type AddressNetwork } from './address-network.ts';
import type { DownloadLimits } from './download.ts';
import { fileAddress, secretsOf } from './file-address.ts';

interface AddressesOptions {
  readonly platform: Pick<Platform, 'dataFolder' | 'proxyFor'>;
  readonly scrubber: Scrubber;
  /** Opens a file as a recording. */
  readonly open: (path: string, fileName: string, signal: AbortSignal) => Promise<Connection>;
  /** The zip of a draft. Throws `not-found`. */
  readonly zipPath: (draftId: string) => string;
  readonly limits?: DownloadLimits;
}

const defaultLimits: DownloadLimits = { bytes: maxUploadBytes, idleMs: 30_000, totalMs: 60 * 60_000 };

type AddressCalls = 'recordings.askAddress';
type AddressStreams = 'recordings.download' | 'recordings.send';

/** Recordings at addresses: opened from them, and saved to them. */
export function createAddresses({
  platform,
  scrubber,
  open,
  zipPath,
  limits = defaultLimits,
}: AddressesOptions): {
  readonly calls: Pick<CallsOf<'recordings'>, AddressCalls>;
  readonly streams: Pick<StreamsOf<'recordings'>, AddressStreams>;
} {
  // From here on, no log and no error contains what gives access to the file.
  const checked = (typed: string): URL => {
    const url = fileAddress(typed);
    for (const secret of secretsOf(url)) scrubber.add(secret);
    return url;
  };
  const withNetwork = async <T>(work: (network: AddressNetwork) => Promise<T>): Promise<T> => {
    const network = createAddressNetwork({ platform });
    try {
      return await work(network);
    } finally {
      await network.close();
    }
  };

  return {
    calls: {
      'recordings.askAddress': async ({ address }, signal): Promise<RemoteRecording> => {
        const url = checked(address);
        const { probeFile: askAboutFile } = await import('./download.ts');
        return withNetwork((network) => askAboutFile(network, url, limits, signal));
      },
    },
    streams: {
      'recordings.download': ({ address, host, bytes, fileName }, streamSignal) =>
        progressSteps<RecordingTransfer>(
          { done: 0, total: bytes, connection: null },
          async (onProgress, signal) => {
            const url = checked(address);
            const { downloadFile } = await import('./download.ts');
            const folder = join(platform.dataFolder, 'recordings');
            await mkdir(folder, { recursive: true, mode: 0o700 });
            const path = join(folder, `.${randomUUID()}.download`);
            let done = 0;
            try {
              await withNetwork((network) =>
                downloadFile(network, { address: url, host, bytes }, path, {
                  limits,
                  signal,
                  onProgress: (count, total) => {
                    done = count;
                    onProgress({ done, total, connection: null });
                  },
                }),
              );
              return { done, total: done, connection: await open(path, fileName, signal) };
            } finally {
              await rm(path, { force: true });
            }
          },
          streamSignal,
        ),
      'recordings.send': ({ draftId, address }, streamSignal) =>
        progressSteps<RecordingTransfer>(
          { done: 0, total: null, connection: null },
          async (onProgress, signal) => {
            const url = checked(address);
            const { uploadFile } = await import('./upload.ts');
            let done = 0;
            await withNetwork((network) =>
              uploadFile(network, url, zipPath(draftId), {
                limits,
                signal,
                onProgress: (count, total) => {
                  done = count;
                  onProgress({ done, total, connection: null });
                },
              }),
            );
            return { done, total: done, connection: null };
          },
          streamSignal,
        ),
    },
  };
}
