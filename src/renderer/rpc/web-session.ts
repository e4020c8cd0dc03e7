import { AppError } from '../../shared/app-error.ts';

const tokenKey = 'studio.session';
const proofKey = 'studio.session-proof';
// Set where a proxy signs users in, so that they need no code. Before each connection the host is asked whether they
// are still signed in.
const signedInKey = 'studio.signed-in';

// How long the host may take to answer, in milliseconds. Without a network, browsers wait for minutes.
const answerMs = 30_000;

export interface WebSession {
  readonly token: string;
  readonly proof: string;
}

// The code of the page's address until the host has answered; unanswered codes are sent again.
let pendingCode: string | null = null;

// The session of this tab. A one-time code in the address (`#code=...`) is exchanged for a session and
// removed from the address at once; a reload finds the session in the tab's storage. With both, the host
// keeps a valid session, even if the code has expired. A host for a team needs neither. Throws `unauthorized` if
// the host lets the page in by none of these.
export async function openWebSession(signal: AbortSignal): Promise<WebSession> {
  pendingCode = takeCode() ?? pendingCode;
  const stored = storedSession();
  if (pendingCode === null && stored !== null && sessionStorage.getItem(signedInKey) === null) return stored;
  const { session, isSignedIn } = await exchange(pendingCode, stored?.token ?? null, signal);
  if (isSignedIn) sessionStorage.setItem(signedInKey, 'yes');
  sessionStorage.setItem(tokenKey, session.token);
  sessionStorage.setItem(proofKey, session.proof);
  return session;
}

// Handles a new address entered in this tab: if only its code differs, browsers treat it as a fragment and
// load nothing. A tab without a session reloads; one with a session keeps it.
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

/** Whether this tab has opened a session before: it was reloaded, or opened from another tab. */
export function hasWebSession(): boolean {
  return storedSession() !== null;
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

async function exchange(
  code: string | null,
  token: string | null,
  signal: AbortSignal,
): Promise<{ readonly session: WebSession; readonly isSignedIn: boolean }> {
  let response: Response;
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), answerMs);
  try {
    response = await fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...(code === null ? {} : { code }), ...(token === null ? {} : { token }) }),
      // A proxy sends those whose sign-in has ended to a page of another site.
      redirect: 'manual',
      signal: AbortSignal.any([signal, silence.signal]),
    });
  } catch (error) {
    throw new AppError('unreachable', 'The studio is not responding.', {
      hint: 'Check whether the command that started it is still running.',
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
  if (sessionStorage.getItem(signedInKey) !== null && !response.ok) throw await signInProblem(response);
  pendingCode = null;
  if (!response.ok) {
    throw noSession(
      code === null
        ? 'This address has no session.'
        : 'The code in this address was already used or has expired.',
    );
  }
  const answer: unknown = await response.json().catch(() => null);
  if (
    typeof answer === 'object' &&
    answer !== null &&
    'token' in answer &&
    typeof answer.token === 'string' &&
    'proof' in answer &&
    typeof answer.proof === 'string'
  ) {
    return { session: { token: answer.token, proof: answer.proof }, isSignedIn: 'signedIn' in answer };
  }
  throw new AppError('protocol', 'The studio returned an invalid session.');
}

// Why a member of a team has no access any more.
async function signInProblem(response: Response): Promise<AppError> {
  // The proxy can't reach the studio, or the studio the keys of the sign-in service: both may end by themselves.
  if (response.status >= 500) return new AppError('unreachable', 'The studio is not responding.');
  if (response.status === 403) {
    const text = (await response.text().catch(() => '')).trim();
    return new AppError('unauthorized', text.slice(0, 300) || 'You may not open this studio.');
  }
  return new AppError('unauthorized', 'Your sign-in has ended.', {
    hint: 'Reload this page to sign in again. Drafts are kept.',
  });
}

// The error of a page without access. Retrying does not help; another address does.
export function noSession(sentence: string): AppError {
  const isSignedIn = sessionStorage.getItem(signedInKey) !== null;
  return new AppError('unauthorized', sentence, {
    hint: isSignedIn
      ? 'Reload this page to open another one.'
      : 'Each address works once. Press Enter in the terminal where the studio runs for a new one.',
  });
}
