import { abortAfter, networkErrorCode } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import { networkErrorMessage } from '../common/network-error-messages.ts';
import { readBody } from '../network/read-body.ts';

interface LangsmithRequest {
  readonly url: string;
  readonly key: string;
  /** With the version of the API: `/v1/datasets`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

// Of a page of 100 examples.
const maxBytes = 64 * 1024 * 1024;
const timeoutMs = 60_000;

/** The text that LangSmith answers to a GET. Throws an `AppError`. */
export async function askLangsmith(
  fetch: typeof globalThis.fetch,
  { url, key, path, query }: LangsmithRequest,
  signal: AbortSignal,
): Promise<string> {
  const address = new URL(`${baseUrl(url)}/api${path}`);
  address.search = new URLSearchParams(query).toString();
  const limited = abortAfter(timeoutMs, signal);
  try {
    const response = await fetch(address, {
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      headers: { 'x-api-key': key, accept: 'application/json' },
      signal: limited,
    });
    const text = await boundedText(response, address);
    if (!response.ok) throw refusal(response.status, address, text);
    return text;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError) throw error;
    if (limited.aborted) throw new AppError('timeout', `${address.host} did not answer in time.`);
    const code = networkErrorCode(error);
    const { message, hint } = networkErrorMessage(code, address.href);
    throw new AppError('unreachable', `${address.host}: ${message}`, {
      hint,
      details: { code },
      cause: error,
    });
  }
}

// Addresses are given with or without the path of the API, or with a part of it.
function baseUrl(url: string): string {
  return url.replace(/\/api(\/v1)?$/, '');
}

async function boundedText(response: Response, { host }: URL): Promise<string> {
  const { bytes, isCut } = await readBody(response, maxBytes);
  if (isCut)
    throw new AppError('protocol', `${host} answers with more than ${maxBytes / 2 ** 20} MB.`, {
      hint: 'Export the dataset to a file in parts, and import these.',
    });
  return bytes.toString();
}

const maxReason = 300;

function refusal(status: number, { host, href }: URL, said: string): AppError {
  const server = said.replaceAll(/\s+/g, ' ').trim().slice(0, maxReason);
  const details = { status: String(status), address: href, ...(server === '' ? {} : { server }) };
  switch (status) {
    case 401:
    case 403:
      return new AppError('unauthorized', `${host} does not accept this key (status ${status}).`, {
        hint: 'Check the key, and whether it is for this address: keys of the EU are for eu.api.smith.langchain.com.',
        details,
      });
    case 404:
      return new AppError('not-found', `${host} has nothing at this address (status 404).`, {
        hint: 'Check the address. What is asked for may have been deleted.',
        details,
      });
    case 429:
      return new AppError('rate-limited', `${host} has got too many requests (status 429).`, {
        hint: 'Try again later.',
        details,
      });
    default:
      return new AppError(
        status >= 500 ? 'server-failed' : 'protocol',
        status >= 300 && status < 400
          ? `${host} redirects, which is not followed with the key in the request.`
          : `${host} did not answer (status ${status}).`,
        { hint: 'Check that the address is that of LangSmith’s API.', details },
      );
  }
}
