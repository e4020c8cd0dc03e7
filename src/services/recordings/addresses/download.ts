import { open } from 'node:fs/promises';
import { AppError } from '../../../shared/app-error.ts';
import type { RemoteRecording } from '../../../shared/model/recording.ts';
import { readBody } from '../../network/read-body.ts';
import { notARecording, refused } from '../recording-errors.ts';
import { cutOff, requestError, tooLarge } from './address-errors.ts';
import type { AddressNetwork } from './address-network.ts';
import { fileNameOf, placeOf } from './file-address.ts';
import { requestFile } from './request-file.ts';
import { createTimeLimit, type TimeLimits } from './time-limit.ts';

export interface DownloadLimits extends TimeLimits {
  readonly bytes: number;
}

const headBytes = 1024;

/** Asks for the beginning of a file, which says what it is, without downloading it. Throws an `AppError`. */
export async function probeFile(
  network: AddressNetwork,
  address: URL,
  limits: DownloadLimits,
  signal: AbortSignal,
): Promise<RemoteRecording> {
  const limit = createTimeLimit(limits, signal);
  try {
    // Not HEAD: a link may be signed for GET alone.
    const range = { range: `bytes=0-${headBytes - 1}` };
    const { response, url } = await requestFile(network, address, range, limit.signal);
    const bytes = lengthOf(response);
    checkStart((await readBody(response, headBytes)).bytes, url);
    if (bytes !== null && bytes > limits.bytes) throw tooLarge(url, limits.bytes);
    return {
      host: url.host,
      place: placeOf(url),
      fileName: fileNameOf(url, response.headers.get('content-disposition')),
      bytes,
    };
  } catch (error) {
    signal.throwIfAborted();
    throw requestError(error, address);
  } finally {
    limit.end();
  }
}

/**
 * Downloads a file from the host that the user has agreed to, and no more than the agreed size. The file at `path` must
 * not exist. Throws an `AppError`.
 */
export async function downloadFile(
  network: AddressNetwork,
  {
    address,
    host,
    bytes: expectedBytes,
  }: { readonly address: URL; readonly host: string; readonly bytes: number | null },
  path: string,
  {
    limits,
    signal,
    onProgress,
  }: {
    readonly limits: DownloadLimits;
    readonly signal: AbortSignal;
    readonly onProgress: (bytes: number, total: number | null) => void;
  },
): Promise<void> {
  const limit = createTimeLimit(limits, signal);
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  let total: number | null = null;
  let current = address;
  try {
    const { response, url } = await requestFile(network, address, {}, limit.signal);
    current = url;
    total = lengthOf(response);
    if (url.host !== host || (expectedBytes !== null && total !== null && total !== expectedBytes)) {
      await response.body?.cancel().catch(() => undefined);
      throw new AppError('conflict', 'The file is not the one that you agreed to download any more.', {
        hint: 'Open the address again.',
      });
    }
    const maxBytes = Math.min(expectedBytes ?? limits.bytes, limits.bytes);
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      limit.moved();
      if (bytes === 0) checkStart(part.value, url);
      bytes += part.value.length;
      if (bytes > maxBytes) {
        await reader?.cancel().catch(() => undefined);
        throw tooLarge(url, maxBytes);
      }
      await file.write(part.value);
      onProgress(bytes, total ?? expectedBytes);
    }
    if (bytes === 0) throw refused('it is empty.');
    const expectedTotal = total ?? expectedBytes;
    if (expectedTotal !== null && bytes < expectedTotal) throw cutOff(url, bytes, expectedTotal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError || limit.signal.aborted || bytes === 0) throw requestError(error, current);
    throw cutOff(current, bytes, total ?? expectedBytes);
  } finally {
    limit.end();
    await file.close();
  }
}

// The length of the whole file. The length of a compressed response says nothing about it.
function lengthOf({ status, headers }: Response): number | null {
  const text =
    status === 206 || status === 416
      ? /^bytes (?:\d+-\d+|\*)\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
      : headers.has('content-encoding')
        ? undefined
        : (headers.get('content-length') ?? undefined);
  const length = Number(text ?? Number.NaN);
  return Number.isSafeInteger(length) ? length : null;
}

// By its content: what a server calls it says nothing.
function checkStart(head: Uint8Array, url: URL): void {
  if (head.length === 0) throw refused('it is empty.');
  const text = Buffer.from(head.subarray(0, headBytes)).toString('latin1');
  // A zip, or an export of another tool.
  if (text.startsWith('PK') || /^(?:\xEF\xBB\xBF)?\s*[[{]/.test(text)) return;
  if (/^(?:\xEF\xBB\xBF)?\s*<(?:!doctype html|html|head|body|script|meta|!--)/i.test(text)) {
    throw new AppError('invalid-input', `${url.host} sent a web page instead of a recording.`, {
      hint: 'It may be a page to sign in. Use a link to the file itself, such as a presigned one.',
    });
  }
  throw notARecording();
}
