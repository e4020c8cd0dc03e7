import { AppError } from '../../../shared/app-error.ts';
import { isPrivateHost, privateRedirectError } from '../../network/private-network.ts';
import type { AddressNetwork } from './address-network.ts';
import { requestError, statusError } from './address-errors.ts';
import { fileAddress } from './file-address.ts';

const maxRedirects = 5;

interface FileResponse {
  readonly response: Response;
  /** Where the last redirect led. */
  readonly url: URL;
}

/**
 * Requests a file and follows redirects; each target is checked like a typed address. Throws an `AppError`, also for
 * every status but success. `signal`: aborts with a `TimeoutError` when it took too long.
 */
export async function requestFile(
  network: AddressNetwork,
  address: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<FileResponse> {
  const mayStayInside = isPrivateHost(address.hostname);
  let url = address;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await send(network, url, url.host === address.host || mayStayInside, headers, signal);
    const location =
      response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (location === null) {
      // An empty file has no range.
      if (response.ok || response.status === 416) return { response, url };
      throw await statusError(response, url, 'open');
    }
    await response.body?.cancel().catch(() => undefined);
    url = nextAddress(url, location);
    if (!mayStayInside && isPrivateHost(url.hostname)) throw privateRedirectError();
  }
  throw new AppError('rejected-by-server', `${address.host} redirects more than ${maxRedirects} times.`, {
    hint: 'Check the link.',
  });
}

async function send(
  network: AddressNetwork,
  url: URL,
  isTrusted: boolean,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> {
  const fetch = isTrusted ? network.fetch : network.fetchOutside;
  try {
    return await fetch(url, {
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      credentials: 'omit',
      // The bytes of the file itself, so that they can be counted.
      headers: { ...headers, 'accept-encoding': 'identity' },
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw causeOf(error) ?? requestError(error, url);
  }
}

// A look-up that was refused is the cause of what `fetch` throws.
function causeOf(error: unknown): AppError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof AppError) return cause;
  return null;
}

function nextAddress(from: URL, location: string): URL {
  try {
    const next = fileAddress(
      URL.canParse(location, from.href) ? new URL(location, from.href).href : location,
    );
    if (from.protocol === 'https:' && next.protocol !== 'https:')
      throw new AppError('invalid-input', 'http is not encrypted.');
    return next;
  } catch {
    throw new AppError('rejected-by-server', `${from.host} redirects to an address that can’t be used.`, {
      hint: 'Ask for a link to the file itself.',
    });
  }
}
