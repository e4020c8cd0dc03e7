// The canvas and its layouts, built from the sources: modules for Node, and a page for Chromium.
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { buildModules, buildPages, builtModule } from '../built.mjs';

const graph = 'src/renderer/graph';
const parts = {
  ours: `${graph}/layered/lay-out.ts`,
  kept: `${graph}/layered/kept.ts`,
  checks: `${graph}/layered/picture-checks.ts`,
  input: `${graph}/layout-input.ts`,
  levels: `${graph}/levels.ts`,
  elk: 'bench/canvas/elk-peer.ts',
};

/** Builds what lays graphs out, ours and elk's, and counts what is wrong with a picture. */
export const buildLayouts = () => buildModules('canvas', parts);

/** @param {keyof typeof parts} name */
export const builtLayout = (name) => builtModule('canvas', name);

/** Builds the page and serves it. */
export async function servePage() {
  const folder = await buildPages('canvas');
  /** @type {Record<string, string>} */
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://here').pathname);
    const file = path === '/' ? '/index.html' : path;
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    createReadStream(join(folder, file))
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(null)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The page has no port.');
  return { address: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}
