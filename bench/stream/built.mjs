import react from '@vitejs/plugin-react';
import { mkdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { inRoot } from '../../scripts/lib/paths.mjs';

const folder = inRoot('.cache/bench/stream');
const pageFolder = inRoot('.cache/bench/stream-page');

/** The parts of the studio that an event goes through, from the server to the window's log. */
const parts = {
  client: 'src/remote-graph/client.ts',
  link: 'src/services/network/server-link.ts',
  runs: 'src/services/runs/create-runs.ts',
  contract: 'src/shared/contract.ts',
  bytes: 'src/shared/bytes.ts',
  serve: 'src/shared/rpc/server.ts',
  connect: 'src/shared/rpc/client.ts',
  socketPort: 'src/web-host/socket-port.ts',
  store: 'src/renderer/runs/run-log-store.ts',
  frames: 'src/renderer/runs/frame-list.ts',
};

/** Builds these parts from their sources, as both hosts ship them. */
export async function buildParts() {
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
        entry: Object.fromEntries(Object.entries(parts).map(([name, path]) => [name, inRoot(path)])),
        formats: ['es'],
      },
      rollupOptions: { external: [/^node:/, 'zod', 'ws', 'react', 'undici'] },
    },
  });
}

/** @param {keyof typeof parts} part */
export const builtPart = (part) => pathToFileURL(`${folder}/${part}.js`).href;

/** Builds the pages with the studio's own lists of events and of messages, and gives their folder. */
export async function buildPage() {
  await build({
    configFile: false,
    logLevel: 'error',
    root: inRoot('bench/stream/page'),
    plugins: [react()],
    worker: { format: 'es' },
    build: {
      outDir: pageFolder,
      emptyOutDir: true,
      target: 'chrome120',
      chunkSizeWarningLimit: 5000,
      rollupOptions: { input: ['index', 'messages'].map((name) => inRoot(`bench/stream/page/${name}.html`)) },
    },
  });
  return pageFolder;
}
