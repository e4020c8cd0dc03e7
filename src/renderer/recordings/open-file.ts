import type { Connection } from '../../shared/model/connection.ts';
import { maxUploadBytes, uploadPartBytes } from '../../shared/model/recording.ts';
import { AppError } from '../../shared/app-error.ts';
import type { StudioRpc } from '../rpc/rpc-context.ts';

// Sends a file to the host in parts and opens it there. Throws `AppError` with the reason for one that is refused.
export async function openRecordingFile(rpc: StudioRpc, file: File): Promise<Connection> {
  if (file.size === 0 || file.size > maxUploadBytes) {
    throw new AppError(
      'invalid-input',
      file.size === 0 ? 'This file is empty.' : 'This file is larger than 2 GB.',
      { hint: 'Read it with the command line: remote-graph-studio replay FILE.' },
    );
  }
  const { uploadId } = await rpc.call('recordings.startUpload', {
    fileName: file.name.slice(0, 255),
    bytes: file.size,
  });
  try {
    for (let from = 0; from < file.size; from += uploadPartBytes) {
      const base64 = await toBase64(file.slice(from, from + uploadPartBytes));
      // Sequential on purpose: the host takes the parts in order.
      await rpc.call('recordings.upload', { uploadId, from, base64 });
    }
    return await rpc.call('recordings.open', { uploadId });
  } catch (error) {
    rpc.call('recordings.cancelUpload', { uploadId }).catch(() => undefined);
    throw error;
  }
}

// Rejects if the file can't be read, because it was changed or removed meanwhile.
function toBase64(part: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const url = typeof reader.result === 'string' ? reader.result : '';
      resolve(url.slice(url.indexOf(',') + 1));
    });
    reader.addEventListener('error', () =>
      reject(new AppError('storage', 'The file could not be read.', { hint: 'Open it again.' })),
    );
    reader.readAsDataURL(part);
  });
}
