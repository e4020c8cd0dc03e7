import { mentionsBusyThread } from '../../remote-graph/client.ts';
import type { ErrorCode } from '../../shared/app-error.ts';

/** Cause and next step for an error status. */
export interface HttpErrorMessage {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
}

/** The parts of an error response that the message depends on. */
export interface HttpErrorResponse {
  readonly status: number;
  readonly serverText: string;
  readonly retryAfterMs: number | null;
}

/**
 * Message for an error status (row C-16). Every status has one, including those that no known server sends.
 */
export function httpErrorMessage({ status, serverText, retryAfterMs }: HttpErrorResponse): HttpErrorMessage {
  // The JavaScript server sends 409 for a state update and 422 for a second run, other servers 409 for both
  // (docs/protocol.md, Status codes).
  if ((status === 409 || status === 422) && mentionsBusyThread(serverText)) {
    const hint = 'Wait until the run ends, or stop it. If no run is shown, the thread may be gone.';
    return { code: 'thread-busy', message: 'A run is active on this thread.', hint };
  }
  if (status === 429) {
    const wait = retryAfterMs === null ? 'a while' : `${Math.ceil(retryAfterMs / 1000)} s`;
    const hint = `Try again in ${wait}.`;
    return { code: 'rate-limited', message: 'The server gets too many requests and refused this one.', hint };
  }
  return answers.get(status) ?? (status >= 500 ? failed : refused);
}

const refused: HttpErrorMessage = {
  code: 'rejected-by-server',
  message: 'The server refused the request.',
  hint: "The server's own words tell why.",
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
  [400, { ...refused, message: 'The server found the request wrong.' }],
  [
    401,
    {
      code: 'unauthorized',
      message: 'The server does not accept the key, or wants one.',
      hint: 'Edit the connection and type its key.',
    },
  ],
  [402, { ...refused, message: 'The server wants a paid plan for this.' }],
  [
    403,
    {
      code: 'forbidden',
      message: 'The server knows the key, but does not allow this.',
      hint: 'Use a key with more rights, or ask whoever runs the server.',
    },
  ],
  [
    404,
    {
      code: 'not-found',
      message: 'The server does not know this, or it is gone.',
      hint: 'Reload the list. If everything is missing, check the address of the connection.',
    },
  ],
  [405, notOffered],
  [501, notOffered],
  [
    409,
    {
      code: 'conflict',
      message: 'This is in conflict with what is on the server now.',
      hint: 'Reload and try again.',
    },
  ],
  [
    407,
    {
      ...refused,
      message: 'A proxy on the way wants a name and a password.',
      hint: 'Put them into the address of the proxy in the settings of this computer.',
    },
  ],
  [413, { ...refused, message: 'The request is larger than the server takes.', hint: 'Send less at once.' }],
  [
    422,
    {
      ...refused,
      message: 'The server could not use the values in the request.',
      hint: "Correct what the server's own words name.",
    },
  ],
  [
    502,
    {
      code: 'server-failed',
      message: 'Something in front of the server could not reach it.',
      hint: 'The server may be starting or down. Try again in a moment.',
    },
  ],
  [
    503,
    {
      code: 'server-failed',
      message: 'The server is not ready now.',
      hint: 'It may be starting or overloaded. Try again in a moment.',
    },
  ],
  [
    504,
    {
      code: 'server-failed',
      message: 'Something in front of the server waited for it in vain.',
      hint: 'The server may be overloaded. Try again in a moment.',
    },
  ],
  [
    511,
    {
      ...refused,
      message: 'This network wants that you sign in first.',
      hint: 'Open any web page in a browser, sign in there, and check again.',
    },
  ],
] satisfies [number, HttpErrorMessage][]);
