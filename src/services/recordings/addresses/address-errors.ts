import { networkErrorCode } from 'remote-graph-client/client';
import { AppError, type ErrorCode } from '../../../shared/app-error.ts';
import { networkErrorMessage } from '../../common/network-error-messages.ts';
import { readBody } from '../../network/read-body.ts';
import { numeral } from '../limits.ts';
import { placeOf } from './file-address.ts';

const maxAnswerBytes = 16 * 1024;
const maxAnswerLength = 500;

type Purpose = 'open' | 'save';

interface StatusMessage {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
}

const expired: StatusMessage = {
  code: 'forbidden',
  message: 'does not allow it',
  hint: 'The link may have expired. Ask for a new one.',
};

const statusMessages: Readonly<Record<Purpose, Readonly<Record<number, StatusMessage>>>> = {
  open: {
    401: { ...expired, code: 'unauthorized' },
    403: expired,
    404: {
      code: 'not-found',
      message: 'has no file at this address',
      hint: 'Check the link, or ask for a new one.',
    },
    410: { code: 'not-found', message: 'no longer has this file', hint: 'Ask for a new link.' },
  },
  save: {
    400: {
      code: 'rejected-by-server',
      message: 'did not accept the recording',
      hint: 'The link may have expired, or be meant for another kind of request. Ask for one to upload with (PUT).',
    },
    401: { ...expired, code: 'unauthorized' },
    403: {
      ...expired,
      hint: 'The link may have expired, or allow reading only. Ask for one to upload with (PUT).',
    },
    404: { code: 'not-found', message: 'has no such folder', hint: 'Check the address.' },
    405: {
      code: 'unsupported',
      message: 'takes no files at this address',
      hint: 'Use a link to upload with (PUT).',
    },
    409: { code: 'conflict', message: 'has no folder for this file', hint: 'Create the folder first.' },
    412: { code: 'conflict', message: 'has another file at this address', hint: 'Use another address.' },
    413: {
      code: 'rejected-by-server',
      message: 'takes no file of this size',
      hint: 'Record one run alone, or save the file.',
    },
    507: {
      code: 'rejected-by-server',
      message: 'has no space left',
      hint: 'Make room there, or save the file.',
    },
  },
};

/** Why a server refused a request: by its status, with the server's own words as bounded text. */
export async function statusError(response: Response, url: URL, purpose: Purpose): Promise<AppError> {
  const { status } = response;
  const serverText = await answerText(response);
  const { code, message, hint } = statusMessages[purpose][status] ?? {
    code: status >= 500 ? ('server-failed' as const) : ('rejected-by-server' as const),
    message: purpose === 'open' ? 'did not send the file' : 'did not accept the recording',
    hint: status >= 500 ? 'Try again later.' : 'Check the link.',
  };
  return new AppError(code, `${url.host} ${message} (status ${status}).`, {
    hint,
    details: {
      status: String(status),
      address: placeOf(url),
      ...(serverText === '' ? {} : { server: serverText }),
    },
  });
}

// An error of S3 is XML, which may contain the signed text of the request: only code and message are taken from it. An
// HTML page is ignored.
async function answerText(response: Response): Promise<string> {
  const text = await readBody(response, maxAnswerBytes).then(
    ({ bytes }) => bytes.toString(),
    () => '',
  );
  const member = (name: string): string[] => {
    const value = new RegExp(`<(?:\\w+:)?${name}>([^<]*)</`).exec(text)?.[1];
    return value === undefined || value === '' ? [] : [value];
  };
  const words = /^\s*</.test(text)
    ? [...member('Code'), ...member('Message'), ...member('message')].join(': ')
    : text;
  return words
    .replaceAll(/[\p{C}\uFFFD]+/gu, ' ')
    .trim()
    .slice(0, maxAnswerLength);
}

/** Why there is no response, or not all of it. Has no cause: that could name the whole address. */
export function requestError(error: unknown, url: URL): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof Error && error.name === 'TimeoutError')
    return new AppError('timeout', `${url.host} took too long.`, {
      hint: 'Check the network, and try again.',
    });
  const code = networkErrorCode(error);
  const { message, hint } = networkErrorMessage(code, url.origin);
  return new AppError('unreachable', `${url.host}: ${message}`, {
    hint: /CERT|SIGNED|SIGNATURE|ISSUER/.test(code)
      ? 'Name the certificate of its authority in NODE_EXTRA_CA_CERTS before the studio starts.'
      : hint,
    details: { code, address: placeOf(url) },
  });
}

export function cutOff(url: URL, bytes: number, total: number | null): AppError {
  const totalText = total === null ? '' : ` of ${numeral(total)}`;
  return new AppError(
    'invalid-input',
    `${url.host} stopped sending the file after ${numeral(bytes)}${totalText} bytes.`,
    {
      hint: 'Try again. If it stops there again, the file is not whole.',
    },
  );
}

export function tooLarge(url: URL, limit: number): AppError {
  return new AppError(
    'invalid-input',
    `${url.host} sends more than ${numeral(limit)} bytes, which is the limit.`,
    {
      hint: 'Nothing was kept.',
    },
  );
}
