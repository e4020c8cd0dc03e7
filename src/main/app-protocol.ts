import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { contentSecurityPolicy } from '../shared/content-security-policy.ts';
import type { AppFiles } from './app-files.ts';
import { builtSource, isFromSource } from './app-origin.ts';

/** Stands in the built page wherever the nonce of a load belongs (Vite's `html.cspNonce`). */
export const noncePlaceholder = '__CSP_NONCE__';

/** What of a request the handler looks at. */
export type AppRequest = Pick<Request, 'method' | 'url'>;

/**
 * Answers requests of our scheme from the list of the build's files: GET and HEAD, exact paths, nothing else (row
 * E-11). Every answer, refusals too, carries the content policy with a nonce of its own (row E-4).
 */
export function createAppProtocol(files: AppFiles): (request: AppRequest) => Promise<Response> {
  return async (request) => {
    const nonce = randomBytes(18).toString('base64');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refusal(405, nonce, { allow: 'GET, HEAD' });
    }
    const file = isFromSource(builtSource, request.url) ? files.get(new URL(request.url).pathname) : undefined;
    if (!file) return refusal(404, nonce);
    const headers = { ...commonHeaders(nonce), 'content-type': file.contentType };
    if (request.method === 'HEAD') return new Response(null, { status: 200, headers });
    const bytes = await readFile(file.path);
    const isPage = file.contentType.startsWith('text/html');
    const body = isPage ? bytes.toString('utf8').replaceAll(noncePlaceholder, nonce) : new Uint8Array(bytes);
    return new Response(body, { status: 200, headers });
  };
}

function refusal(status: number, nonce: string, more: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers: { ...commonHeaders(nonce), ...more } });
}

function commonHeaders(nonce: string): Record<string, string> {
  return {
    'cache-control': 'no-cache',
    'content-security-policy': contentSecurityPolicy(nonce),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}
