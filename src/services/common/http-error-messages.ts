import { mentionsBusyThread } from 'remote-graph-client/client';
import { knownRefusal, type HttpErrorMessage, type HttpErrorResponse } from './known-refusals.ts';

// Message for an error status. Every status has one, including those that no known server sends.
export function httpErrorMessage(response: HttpErrorResponse): HttpErrorMessage {
  const { status, serverText, retryAfterMs } = response;
  // The JavaScript server sends 409 for a state update and 422 for a second run, other servers 409 for both
  // (docs/protocol.md, Status codes).
  if ((status === 409 || status === 422) && mentionsBusyThread(serverText)) {
    const hint =
      'Wait until the run ends, or cancel it. If no run is shown, the thread may have been deleted.';
    return { code: 'thread-busy', message: 'A run is active on this thread.', hint };
  }
  if (status === 429) {
    const wait = retryAfterMs === null ? 'a while' : `${Math.ceil(retryAfterMs / 1000)} s`;
    const hint = `Try again in ${wait}.`;
    return { code: 'rate-limited', message: 'Too many requests. The server refused this one.', hint };
  }
  return knownRefusal(response) ?? answers.get(status) ?? (status >= 500 ? failed : refused);
}

const refused: HttpErrorMessage = {
  code: 'rejected-by-server',
  message: 'The server refused the request.',
  hint: "See the server's message for the reason.",
};

const failed: HttpErrorMessage = {
  code: 'server-failed',
  message: 'The server reported an internal error.',
  hint: 'See the server log for details, then try again.',
};

const notOffered: HttpErrorMessage = {
  code: 'unsupported',
  message: 'The server does not offer this.',
  hint: 'It may be another kind of server, or an older one.',
};

const answers: ReadonlyMap<number, HttpErrorMessage> = new Map([
  [400, { ...refused, message: 'The server rejected the request as invalid.' }],
  [
    401,
    {
      code: 'unauthorized',
      message: 'The API key is missing or invalid.',
      hint: 'Enter the API key of this server.',
    },
  ],
  [402, { ...refused, message: 'This requires a paid plan.' }],
  [
    403,
    {
      code: 'forbidden',
      message: 'The API key does not have permission for this.',
      hint: "Use a key with more permissions, or ask the server's administrator.",
    },
  ],
  [
    404,
    {
      code: 'not-found',
      message: 'Not found on the server.',
      hint: 'It may have been deleted. Refresh the list. If everything is missing, check the address of the connection.',
    },
  ],
  [405, notOffered],
  [501, notOffered],
  [
    409,
    {
      code: 'conflict',
      message: 'The request conflicts with the current state on the server.',
      hint: 'Refresh and try again.',
    },
  ],
  [
    407,
    {
      ...refused,
      message: 'The proxy requires a user name and password.',
      hint: 'Add them to the proxy address in the settings of this computer.',
    },
  ],
  [
    413,
    { ...refused, message: 'The request is larger than the server accepts.', hint: 'Send less at once.' },
  ],
  [
    422,
    {
      ...refused,
      message: 'The server rejected the values in the request.',
      hint: "Correct what the server's message names.",
    },
  ],
  [
    502,
    {
      code: 'server-failed',
      message: 'A gateway could not reach the server.',
      hint: 'The server may be starting or down. Try again later.',
    },
  ],
  [
    503,
    {
      code: 'server-failed',
      message: 'The server is not ready.',
      hint: 'It may be starting or overloaded. Try again later.',
    },
  ],
  [
    504,
    {
      code: 'server-failed',
      message: 'A gateway timed out waiting for the server.',
      hint: 'The server may be overloaded. Try again later.',
    },
  ],
  [
    511,
    {
      ...refused,
      message: 'This network requires you to sign in.',
      hint: 'Open a web page in a browser, sign in, and check again.',
    },
  ],
] satisfies [number, HttpErrorMessage][]);
