import type { Connection } from '../../shared/model/connections/connection.ts';
import { mostUploadBytes, uploadPartBytes } from '../../shared/model/recording.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Studio } from '../rpc/rpc-context.ts';

/** Sends a file to the host in parts and opens it there. Throws `AppError` with the reason for one that is refused. */
export async function openRecordingFile(
  studio: Studio,
  file: File,
  onSent: (share: number) => void,
): Promise<Connection> {
  if (file.size === 0 || file.size > mostUploadBytes) {
    throw new AppError(
      'invalid-input',
      file.size === 0 ? 'This file is empty.' : 'This file is larger than 2 GB.',
      { hint: 'Open it with the command line: remote-graph-studio open FILE.' },
    );
  }
  const { uploadId } = await studio.call('recordings.startUpload', {
    fileName: file.name.slice(0, 255),
    bytes: file.size,
  });
  try {
    for (let from = 0; from < file.size; from += uploadPartBytes) {
      const bytes = new Uint8Array(await file.slice(from, from + uploadPartBytes).arrayBuffer());
      await studio.call('recordings.upload', { uploadId, from, base64: toBase64(bytes) });
      onSent(Math.min(1, (from + bytes.length) / file.size));
    }
    return await studio.call('recordings.open', { uploadId });
  } catch (thrown) {
    studio.call('recordings.cancelUpload', { uploadId }).catch(() => undefined);
    throw thrown;
  }
}

/** Characters that are made of codes at once: arguments are limited. */
const mostCodes = 8192;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += mostCodes)
    text += String.fromCharCode(...bytes.subarray(at, at + mostCodes));
  return btoa(text);
}
