import type { MessageBoxOptions } from 'electron';
import { abortAfter } from '../services/common/abort-after.ts';
import { isNewer, versionInAnswer, type Releases } from './releases.ts';
import { readBody } from '../services/network/read-body.ts';

// Time limit for the request, in milliseconds.
const limitMs = 10_000;

// Limit of the answer in bytes; a release with many files has some tens of thousands.
const maxBytes = 2_000_000;

export interface NewerVersionOptions {
  readonly releases: Releases;
  readonly version: string;
  // Electron's own, which knows the system's proxy and whom it trusts.
  readonly request: (address: string, init: RequestInit) => Promise<Response>;
  readonly ask: (question: MessageBoxOptions) => Promise<number>;
  readonly openLink: (address: string) => void;
}

// Looks for a newer version: the only place of the studio that contacts anybody whom the user has not named. Called from
// the menu and by nothing else; names the address, and sends one request after the user has agreed. Downloads
// nothing. Never rejects.
export async function checkNewerVersion(options: NewerVersionOptions): Promise<void> {
  const { releases, version, ask, openLink } = options;
  const agreed = await ask({
    type: 'question',
    message: 'Check for a newer version?',
    detail: `The studio asks ${releases.latest} once. It sends no more than a browser would, and downloads nothing.`,
    buttons: ['Check', 'Cancel'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  if (agreed !== 0) return;
  const latest = await findLatest(options);
  const isThere = 'latest' in latest && isNewer(latest.latest, version);
  const chosen = await ask({
    type: 'problem' in latest ? 'warning' : 'info',
    ...('problem' in latest
      ? { message: latest.problem, detail: latest.hint }
      : isThere
        ? { message: `Version ${latest.latest} is available.`, detail: `This is version ${version}.` }
        : {
            message: 'There is no newer version.',
            detail: `This is version ${version}; the newest release is ${latest.latest}.`,
          }),
    buttons: isThere || 'problem' in latest ? ['Open the releases page', 'Close'] : ['Close'],
    defaultId: isThere ? 0 : undefined,
    cancelId: isThere || 'problem' in latest ? 1 : 0,
    noLink: true,
  });
  if (chosen === 0 && (isThere || 'problem' in latest)) openLink(releases.page);
}

type Found = { readonly latest: string } | { readonly problem: string; readonly hint: string };

async function findLatest({ releases, request }: NewerVersionOptions): Promise<Found> {
  const { host } = new URL(releases.latest);
  try {
    const response = await request(releases.latest, {
      headers: { accept: 'application/vnd.github+json' },
      credentials: 'omit',
      // Only the address that was shown is asked.
      redirect: 'error',
      signal: abortAfter(limitMs),
    });
    if (response.status === 404)
      return { problem: 'Nothing has been released yet.', hint: `${host} lists no releases.` };
    if (response.status === 403 || response.status === 429)
      return { problem: `${host} accepts no more requests for now.`, hint: 'Try again in an hour.' };
    const latest = response.ok ? versionInAnswer(await readText(response)) : null;
    if (latest !== null) return { latest };
    return {
      problem: `The response from ${host} could not be understood.`,
      hint: `It has status ${response.status}. See the releases page.`,
    };
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    return isLate
      ? { problem: `${host} did not respond within ${limitMs / 1000} s.`, hint: 'Try again later.' }
      : { problem: `${host} could not be reached.`, hint: `Check the connection: ${reasonOf(error)}` };
  }
}

// Throws when it is longer than an answer can be.
async function readText(response: Response): Promise<string> {
  const { bytes, isCut } = await readBody(response, maxBytes);
  if (isCut) throw new Error('the response is too long');
  return bytes.toString();
}

// Node hides what happened behind "fetch failed".
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
