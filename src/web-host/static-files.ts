import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { randomBytes } from 'node:crypto';
import { AppError } from '../shared/app-error.ts';
import { contentSecurityPolicy } from '../shared/content-security-policy.ts';

export interface StaticFile {
  readonly body: Buffer | string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface StaticFiles {
  find(path: string): StaticFile | undefined;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

// The build's placeholder for the page's nonce.
const noncePlaceholder = '__CSP_NONCE__';

// Reads the built window into memory. Requests are looked up by exact path in this list and never joined to a
// path, so nothing outside the build can be reached.
export async function readStaticFiles(folder: string): Promise<StaticFiles> {
  const files = new Map<string, StaticFile>();
  for (const path of await listFiles(folder)) {
    const type = types[extname(path)];
    if (type === undefined) continue;
    const body = await readFile(path);
    files.set(`/${relative(folder, path).split(sep).join('/')}`, { body, headers: headersOf(path, type) });
  }
  const index = files.get('/index.html');
  if (!index) throw missingBuild(folder);
  files.delete('/index.html');
  const html = index.body.toString();
  return { find: (path) => (path === '/' || path === '/index.html' ? pageWithNonce(html) : files.get(path)) };
}

// The page with its own nonce. It is static otherwise and holds no secret.
export function pageWithNonce(
  html: string,
  policy: (nonce: string) => string = contentSecurityPolicy,
): StaticFile {
  const nonce = randomBytes(18).toString('base64');
  return {
    body: html.replaceAll(noncePlaceholder, nonce),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy(nonce),
    },
  };
}

function headersOf(path: string, type: string): Record<string, string> {
  // The build names everything in `assets/` by content hash.
  const isNamedByContent = path.split(sep).includes('assets');
  const cacheControl = isNamedByContent ? 'private, max-age=31536000, immutable' : 'no-cache';
  return { 'content-type': type, 'cache-control': cacheControl };
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    throw missingBuild(folder, error);
  }
}

function missingBuild(folder: string, cause?: unknown): AppError {
  return new AppError('not-found', `The built user interface is missing in ${folder}.`, {
    hint: 'Build it with: npm run build',
    cause,
  });
}
