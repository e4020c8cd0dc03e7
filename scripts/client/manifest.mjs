import { readFileSync } from 'node:fs';
import { inRoot } from '../lib/paths.mjs';

/** The manifest of the client's package. Versions and licence come from the studio's. */
export function clientManifest() {
  const studio = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const door = (/** @type {string} */ name) => ({
    types: `./types/remote-graph/${name}.d.ts`,
    default: `./${name}.js`,
  });
  return {
    name: 'remote-graph-client',
    version: studio.version,
    description:
      'A client for graph servers that never loses a run, an event or a digit, and a remote graph for LangChain.',
    license: studio.license,
    type: 'module',
    sideEffects: false,
    engines: studio.engines,
    bin: { 'graph-server-check': './graph-server-check.js' },
    exports: {
      '.': door('index'),
      './client': door('client'),
      './server-check': {
        types: './types/remote-graph/server-check/server-check.d.ts',
        default: './server-check.js',
      },
    },
    // Only the entry point `.` loads it. The range is what `npm run try:client-peers` has tested.
    peerDependencies: { '@langchain/core': '>=1.0.1 <2' },
    peerDependenciesMeta: { '@langchain/core': { optional: true } },
  };
}
