import { AppError } from '../../shared/app-error.ts';

const tokenKey = 'studio.session';
const proofKey = 'studio.session-proof';

export interface WebSession {
  readonly token: string;
  readonly proof: string;
}

// The code of the page's address until the host has answered; unanswered codes are sent again.
let pendingCode: string | null = null;

/**
 * The session of this tab. A one-time code in the address (`#code=...`) is exchanged for a session and
 * removed from the address at once; a reload finds the session in the tab's storage. With both, the host
 * keeps a valid session, even if the code has expired. Throws `unauthorized` if there is neither,
 * or the host accepts neither.
 */
export async function openWebSession(signal: AbortSignal): Promise<WebSession> {
  pendingCode = takeCode() ?? pendingCode;
  const stored = storedSession();
  if (pendingCode === null) {
    if (stored !== null) return stored;
    throw noSession('This address has no session.');
  }
  const session = await exchange(pendingCode, stored?.token ?? null, signal);
  sessionStorage.setItem(tokenKey, session.token);
  sessionStorage.setItem(proofKey, session.proof);
  return session;
}

/**
 * Handles a new address entered in this tab: if only its code differs, browsers treat it as a fragment and
 * load nothing. A tab without a session reloads; one with a session keeps it.
 */
export function watchAddress(): void {
  addEventListener('hashchange', () => {
    if (codeInAddress() === null) return;
    if (storedSession() === null) location.reload();
    else pendingCode = takeCode();
  });
}

export function forgetWebSession(): void {
  sessionStorage.removeItem(tokenKey);
  sessionStorage.removeItem(proofKey);
}

function storedSession(): WebSession | null {
  const token = sessionStorage.getItem(tokenKey);
  const proof = sessionStorage.getItem(proofKey);
  return token === null || proof === null ? null : { token, proof };
}

function codeInAddress(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('code');
}

function takeCode(): string | null {
  const code = codeInAddress();
  if (code === null) return null;
  // A link may follow the code (`open SERVER` of the command line); `keepLinkOfAddress` takes it from the query.
  const rest = new URLSearchParams(location.hash.slice(1));
  rest.delete('code');
  const query = location.search === '' && rest.size > 0 ? `?${rest}` : location.search;
  history.replaceState(null, '', location.pathname + query);
  return code;
}

async function exchange(code: string, token: string | null, signal: AbortSignal): Promise<WebSession> {
  let response: Response;
  try {
    response = await fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(token === null ? { code } : { code, token }),
      signal,
    });
  } catch (error) {
    throw new AppError('unreachable', 'The studio is not responding.', {
      hint: 'Check whether the command that started it is still running.',
      cause: error,
    });
  }
  pendingCode = null;
  if (!response.ok) throw noSession('The code in this address was already used or has expired.');
  const answer: unknown = await response.json().catch(() => null);
  if (
    typeof answer === 'object' &&
    answer !== null &&
    'token' in answer &&
    typeof answer.token === 'string' &&
    'proof' in answer &&
    typeof answer.proof === 'string'
  ) {
    return { token: answer.token, proof: answer.proof };
  }
  throw new AppError('protocol', 'The studio returned an invalid session.');
}

/** The error of a page without access. Retrying does not help; another address does. */
export function noSession(sentence: string): AppError {
  return new AppError('unauthorized', sentence, {
    hint: 'Each address works once. Press Enter in the terminal where the studio runs for a new one.',
  });
}
