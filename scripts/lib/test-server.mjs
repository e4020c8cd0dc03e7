import { contentStamp, unlessBuilt } from './content-stamp.mjs';
import { bundleServer } from './bundle-server.mjs';
import { inRoot } from './paths.mjs';

/** The graph server with the test graphs whose schemas it can tell without TypeScript, and the program that starts it. */
const folder = inRoot('out', 'test-server');

const names = [
  'serve',
  'auth',
  'graphs',
  'conversation-graphs',
  'parallel-graphs',
  'sequential-graphs',
  'retry-graphs',
  'record-graphs',
  'hidden-character-graphs',
  'story-graph',
];
const input = Object.fromEntries(names.map((name) => [name, `src/testing/real-server/${name}.mjs`]));
const inputs = [
  ...Object.values(input),
  'package-lock.json',
  'scripts/lib/bundle-server.mjs',
  'scripts/lib/test-server.mjs',
];

/** Bundles it, unless its sources have not changed since the last time. */
export async function buildTestServer() {
  await unlessBuilt(
    {
      name: 'test-server',
      stamp: contentStamp(inputs),
      outputs: ['out/test-server/serve.mjs'],
      force: false,
    },
    () => bundleServer({ folder, input }),
  );
}
