import { open } from 'node:fs/promises';
import { AppError } from '../../../shared/app-error.ts';
import { requestError, statusError } from './address-errors.ts';
import type { AddressNetwork } from './address-network.ts';
import { createTimeLimit, type TimeLimits } from './time-limit.ts';

const partBytes = 256 * 1024;

/**
 * Uploads a file to an address by PUT, as S3 and WebDAV take it, with its type and length. It is sent once: whether to
 * try again is the user's decision. No redirect is followed, because the recording would go elsewhere. Throws an
 * `AppError`.
 */
export async function uploadFile(
  network: AddressNetwork,
  address: URL,
  path: string,
  {
    limits,
    signal,
    onProgress,
  }: {
    readonly limits: TimeLimits;
    readonly signal: AbortSignal;
    readonly onProgress: (bytes: number, total: number) => void;
  },
): Promise<void> {
  const limit = createTimeLimit(limits, signal);
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const part = Buffer.alloc(Math.min(partBytes, size - sent));
        const { bytesRead } =
          part.length === 0 ? { bytesRead: 0 } : await file.read(part, 0, part.length, sent);
        if (bytesRead === 0) return controller.close();
        controller.enqueue(new Uint8Array(part.subarray(0, bytesRead)));
        sent += bytesRead;
        limit.moved();
        onProgress(sent, size);
      },
    });
    const init: RequestInit & { readonly duplex: 'half' } = {
      method: 'PUT',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      credentials: 'omit',
      headers: { 'content-type': 'application/zip', 'content-length': String(size) },
      body,
      duplex: 'half',
      signal: limit.signal,
    };
    const response = await network.fetch(address, init);
    if (response.status >= 300 && response.status < 400) throw redirects(response, address);
    if (!response.ok) throw await statusError(response, address, 'save');
    await response.body?.cancel().catch(() => undefined);
  } catch (error) {
    signal.throwIfAborted();
    throw requestError(limit.signal.aborted ? limit.signal.reason : error, address);
  } finally {
    limit.end();
    await file.close();
  }
}

function redirects({ headers, status }: Response, address: URL): AppError {
  const location = headers.get('location') ?? '';
  const host = URL.canParse(location, address.href) ? new URL(location, address.href).host : 'another place';
  return new AppError('rejected-by-server', `${address.host} redirects to ${host}, where nothing was sent.`, {
    hint: 'If you trust it, use a link of that host.',
    details: { status: String(status) },
  });
}
