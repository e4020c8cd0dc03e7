import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

/** One file of the build: where it lies and how it is announced. */
export interface AppFile {
  readonly path: string;
  readonly contentType: string;
}

/** Files by the exact path of the address that gets them. What is not in here does not exist (row E-11). */
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

/** Lists the build's folder once, at start. A request is only ever looked up in this list, never joined to a path. */
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
