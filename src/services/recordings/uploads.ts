import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import type { Platform } from '../common/platform.ts';

const maxUploads = 4;

interface Upload {
  readonly fileName: string;
  readonly path: string;
  readonly bytes: number;
  readonly file: FileHandle;
  received: number;
}

interface ReceivedFile {
  readonly path: string;
  readonly fileName: string;
  remove(): Promise<void>;
}

// Files that windows send in parts. A file gets no longer than it was announced.
interface Uploads {
  start(fileName: string, bytes: number): Promise<string>;
  // Throws `invalid-input` for a part that is not the next one.
  add(uploadId: string, from: number, base64: string): Promise<void>;
  // The whole file. Throws `invalid-input` if some of it did not come.
  take(uploadId: string): Promise<ReceivedFile>;
  cancel(uploadId: string): Promise<void>;
  stop(): Promise<void>;
}

export function createUploads({ dataFolder }: Pick<Platform, 'dataFolder'>): Uploads {
  const folder = join(dataFolder, 'recordings', '.uploads');
  const uploads = new Map<string, Upload>();

  const find = (uploadId: string): Upload => {
    const upload = uploads.get(uploadId);
    if (upload) return upload;
    throw new AppError('not-found', 'This file is no longer being sent.', { hint: 'Open it again.' });
  };
  const cancel = async (uploadId: string): Promise<void> => {
    const upload = uploads.get(uploadId);
    uploads.delete(uploadId);
    await upload?.file.close().catch(() => undefined);
    if (upload) await rm(upload.path, { force: true });
  };

  return {
    async start(fileName, bytes) {
      for (const oldest of uploads.keys()) {
        if (uploads.size < maxUploads) break;
        await cancel(oldest);
      }
      const uploadId = randomUUID();
      const path = join(folder, uploadId);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      uploads.set(uploadId, { fileName, path, bytes, received: 0, file: await open(path, 'wx', 0o600) });
      return uploadId;
    },
    async add(uploadId, from, base64) {
      const upload = find(uploadId);
      const part = Buffer.from(base64, 'base64');
      if (from !== upload.received || from + part.length > upload.bytes || part.length === 0) {
        throw new AppError('invalid-input', 'A part of the file did not arrive.', { hint: 'Open it again.' });
      }
      // At once, so that the same part can't come twice.
      upload.received += part.length;
      for (let offset = 0; offset < part.length;) {
        offset += (await upload.file.write(part, offset, part.length - offset, from + offset)).bytesWritten;
      }
    },
    async take(uploadId) {
      const { path, fileName, received, bytes, file } = find(uploadId);
      if (received < bytes) {
        const there = `${received.toLocaleString('en')} of ${bytes.toLocaleString('en')} bytes`;
        throw new AppError('invalid-input', `The file was cut off after ${there} while it was sent.`, {
          hint: 'Open it again.',
        });
      }
      uploads.delete(uploadId);
      await file.close();
      return { path, fileName, remove: () => rm(path, { force: true }) };
    },
    cancel,
    async stop() {
      for (const uploadId of uploads.keys()) await cancel(uploadId);
    },
  };
}
