// The canvas and its layouts, built from the sources: modules for Node, and a page for Chromium.
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { inRoot } from '../../scripts/lib/paths.mjs';

const folder = inRoot('.cache/bench/canvas');

/** Builds what lays graphs out, ours and elk's, and counts what is wrong with a picture. */
export async function buildLayouts() {
  const graph = (/** @type {string} */ name) => inRoot(`src/renderer/graph/${name}.ts`);
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: join(folder, 'layouts'),
      emptyOutDir: true,
      minify: false,
      target: 'node20',
      lib: {
        entry: {
          ours: graph('layered/lay-out'),
          kept: graph('layered/kept'),
          checks: graph('layered/picture-checks'),
          input: graph('layout-input'),
          levels: graph('levels'),
          elk: inRoot('bench/canvas/elk-peer.ts'),
        },
        formats: ['es'],
      },
    },
  });
}

/** @param {'ours' | 'kept' | 'checks' | 'input' | 'levels' | 'elk'} name */
export const builtLayout = (name) => pathToFileURL(join(folder, 'layouts', `${name}.js`)).href;

/** Builds the page and serves it. */
export async function servePage() {
  await build({
    configFile: false,
    root: inRoot('bench/canvas/page'),
    logLevel: 'error',
    plugins: [react()],
    worker: { format: 'es' },
    build: { outDir: join(folder, 'page'), emptyOutDir: true, target: 'chrome120' },
  });
  /** @type {Record<string, string>} */
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://here').pathname);
    const file = path === '/' ? '/index.html' : path;
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    createReadStream(join(folder, 'page', file))
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(null)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page has no port.');
  return { address: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}
