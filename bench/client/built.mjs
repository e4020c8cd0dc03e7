import { mkdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { inRoot } from '../../scripts/lib/paths.mjs';

const folder = inRoot('.cache/bench/client');

/** Builds the client from its sources, as a package would ship it, and gives the address of one of its parts. */
export async function buildClient() {
  await mkdir(folder, { recursive: true });
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      target: 'node20',
      lib: {
        entry: {
          index: inRoot('src/remote-graph/index.ts'),
          client: inRoot('src/remote-graph/client.ts'),
          sse: inRoot('src/remote-graph/sse.ts'),
        },
        formats: ['es'],
      },
      rollupOptions: { external: [/^@langchain\//, /^node:/] },
    },
  });
}

/** @param {'index' | 'client' | 'sse'} part */
export const builtPart = (part) => pathToFileURL(`${folder}/${part}.js`).href;
