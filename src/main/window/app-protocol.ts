import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { contentSecurityPolicy } from '../../shared/content-security-policy.ts';
import { builtSource, isFromSource } from './app-origin.ts';

export interface AppFile {
  readonly path: string;
  readonly contentType: string;
}

// Files by exact request path. Nothing else exists.
export type AppFiles = ReadonlyMap<string, AppFile>;

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** Lists the build's folder once, at start. Requests are looked up in this list, never joined to a path. */
export function listAppFiles(folder: string): AppFiles {
  const files = new Map<string, AppFile>();
  const walk = (inner: string, address: string): void => {
    for (const entry of readdirSync(inner, { withFileTypes: true })) {
      const path = join(inner, entry.name);
      const name = `${address}/${encodeURIComponent(entry.name)}`;
      if (entry.isDirectory()) walk(path, name);
      else if (entry.isFile()) files.set(name, { path, contentType: contentTypeOf(entry.name) });
    }
  };
  walk(folder, '');
  const index = files.get('/index.html');
  if (index) files.set('/', index);
  return files;
}

function contentTypeOf(name: string): string {
  return contentTypes[extname(name).toLowerCase()] ?? 'application/octet-stream';
}

// Placeholder for the nonce in the built page (Vite's `html.cspNonce`).
export const noncePlaceholder = '__CSP_NONCE__';

export type AppRequest = Pick<Request, 'method' | 'url'>;

/**
 * Serves our scheme from the list of the build's files: GET and HEAD, exact paths, nothing else.
 * Every response, refusals too, has the content policy with its own nonce.
 */
export function createAppProtocol(files: AppFiles): (request: AppRequest) => Promise<Response> {
  return async (request) => {
    const nonce = randomBytes(18).toString('base64');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refusal(405, nonce, { allow: 'GET, HEAD' });
    }
    const file = isFromSource(builtSource, request.url)
      ? files.get(new URL(request.url).pathname)
      : undefined;
    if (!file) return refusal(404, nonce);
    const headers = { ...commonHeaders(nonce), 'content-type': file.contentType };
    if (request.method === 'HEAD') return new Response(null, { status: 200, headers });
    const bytes = await readFile(file.path);
    const isPage = file.contentType.startsWith('text/html');
    const body = isPage ? bytes.toString('utf8').replaceAll(noncePlaceholder, nonce) : new Uint8Array(bytes);
    return new Response(body, { status: 200, headers });
  };
}

function refusal(
  status: number,
  nonce: string,
  extraHeaders: Readonly<Record<string, string>> = {},
): Response {
  return new Response(null, { status, headers: { ...commonHeaders(nonce), ...extraHeaders } });
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
