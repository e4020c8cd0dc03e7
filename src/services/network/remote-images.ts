import { abortAfter } from 'remote-graph-client/client';
import type { CallsOf } from '../../shared/contract.ts';
import { createHttpTransport } from './http-transport.ts';
import { isPrivateHost, publicOnlyLookup } from './private-network.ts';
import { lookupHost } from './localhost-lookup.ts';
import type { Platform } from '../common/platform.ts';
import { AppError } from '../../shared/app-error.ts';
import { maxLoadedImageBytes, type LoadedImage } from '../../shared/model/image.ts';
import { readBody } from './read-body.ts';

export function createRemoteImages({
  platform,
  limitMs = 20_000,
}: {
  readonly platform: Pick<Platform, 'proxyFor' | 'isOpenToNetwork'>;
  readonly limitMs?: number;
}): {
  readonly calls: CallsOf<'images'>;
} {
  // Others than who runs the studio must not reach what only its computer can.
  const { isOpenToNetwork } = platform;
  return {
    calls: {
      'images.load': async ({ address }, signal) => {
        const transport = createHttpTransport({
          trust: { caText: null, insecure: false },
          proxyFor: (url) => platform.proxyFor(url),
          ...(isOpenToNetwork ? { lookup: publicOnlyLookup(lookupHost) } : {}),
        });
        try {
          if (isOpenToNetwork && isPrivateHost(webAddress(address).hostname)) throw notFromInside();
          return await loadRemoteImage(transport.fetch, address, limitMs, signal);
        } finally {
          await transport.close();
        }
      },
    },
  };
}

const maxRedirects = 3;

// Loads an image that the user clicked on, from the host that the button named and no other. The request has no key,
// cookie or anything else that identifies the user. Throws an `AppError`: `invalid-input` for a non-web address or one
// with a password, `unreachable`, `unsupported` for anything but an image of limited size, and for a redirect to
// another host.
async function loadRemoteImage(
  fetch: typeof globalThis.fetch,
  address: string,
  limitMs: number,
  signal: AbortSignal,
): Promise<LoadedImage> {
  const limited = abortAfter(limitMs, signal);
  let url = webAddress(address);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const answer = await request(fetch, url, limited, signal);
    const elsewhere = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null;
    if (elsewhere === null) return read(answer, url, { limitMs, limited, signal });
    await answer.body?.cancel();
    const next = webAddress(URL.canParse(elsewhere, url.href) ? new URL(elsewhere, url).href : elsewhere);
    if (next.host !== url.host) throw redirected(url.host, next.host);
    url = next;
  }
  throw notLoaded(`${url.host} redirects too often.`);
}

function webAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
  if (isWeb && url.username === '' && url.password === '') return url;
  throw new AppError('invalid-input', 'Only http and https addresses are loaded.', {
    hint: 'Copy the address and open it yourself if you trust it.',
  });
}

async function request(
  fetch: typeof globalThis.fetch,
  url: URL,
  limited: AbortSignal,
  signal: AbortSignal,
): Promise<Response> {
  try {
    const headers = { accept: 'image/*' };
    return await fetch(url, { redirect: 'manual', headers, signal: limited, referrerPolicy: 'no-referrer' });
  } catch (error) {
    signal.throwIfAborted();
    throw unreachable(`${url.host} did not respond.`, error);
  }
}

async function read(
  answer: Response,
  url: URL,
  {
    limitMs,
    limited,
    signal,
  }: { readonly limitMs: number; readonly limited: AbortSignal; readonly signal: AbortSignal },
): Promise<LoadedImage> {
  if (!answer.ok) {
    await answer.body?.cancel();
    throw notLoaded(`${url.host} responded with status ${answer.status}.`);
  }
  const { bytes, isCut } = await readBody(answer, maxLoadedImageBytes).catch((error: unknown) => {
    signal.throwIfAborted();
    const problem = limited.aborted ? `took longer than ${limitMs / 1000} s` : 'stopped sending the image';
    throw unreachable(`${url.host} ${problem}.`, error);
  });
  if (isCut) throw notLoaded(`The image is larger than ${maxLoadedImageBytes / 1_000_000} MB.`);
  const type = sniffImageType(bytes);
  if (type === null) throw notLoaded(`${url.host} did not send an image that can be shown.`);
  return { type, base64: bytes.toString('base64') };
}

// The user agreed to a request to one host only, which another one could use to notice who looks at a message.
function redirected(from: string, to: string): AppError {
  return new AppError('unsupported', `${from} redirects to ${to}, which was not contacted.`, {
    hint: `Copy the address and open it in your browser if you trust ${to}, too.`,
  });
}

function notFromInside(): AppError {
  return new AppError(
    'forbidden',
    'Images on the network of the studio’s computer are not loaded while the studio is open to others.',
    { hint: 'Copy the address and open it in your browser.' },
  );
}

function unreachable(message: string, cause: unknown): AppError {
  return new AppError('unreachable', message, {
    cause,
    hint: 'Copy the address and try it in your browser.',
  });
}

function notLoaded(message: string): AppError {
  return new AppError('unsupported', message, { hint: 'Copy the address and open it in your browser.' });
}

// Image type by magic bytes; `null` for anything else. The server's content type does not count: an SVG or a
// page that calls itself an image is none.
export function sniffImageType(bytes: Uint8Array): LoadedImage['type'] | null {
  const head = Buffer.from(bytes.subarray(0, 32)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (/^RIFF[^]{4}WEBP/.test(head)) return 'image/webp';
  return /^[^]{4}ftypavi[fs]/.test(head) ? 'image/avif' : null;
}
