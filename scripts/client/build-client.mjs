// npm run build:client: builds the client as a package, ready to be packed, in out/remote-graph.
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'vite';
import { inRoot } from '../lib/paths.mjs';
import { runPackage } from '../lib/process/run.mjs';
import { clientManifest } from './manifest.mjs';

const target = inRoot('out', 'remote-graph');
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });

await build({
  configFile: false,
  logLevel: 'warn',
  root: inRoot(),
  build: {
    outDir: target,
    target: 'node20',
    minify: false,
    lib: {
      entry: {
        index: inRoot('packages/remote-graph/src/index.ts'),
        client: inRoot('packages/remote-graph/src/client.ts'),
        'server-check': inRoot('packages/remote-graph/src/server-check/server-check.ts'),
        'graph-server-check': inRoot('packages/remote-graph/graph-server-check/index.ts'),
      },
      formats: ['es'],
    },
    rolldownOptions: { external: [/^@langchain\/core/, /^node:/] },
  },
  define: { packageVersion: JSON.stringify(clientManifest().version) },
});
chmodSync(`${target}/graph-server-check.js`, 0o755);

// The type check writes the declarations. The package has those of exact-json beside its own, as it has its code.
const { code, output } = await runPackage('typescript-7/bin/tsc', ['-b', 'packages/remote-graph']);
if (code !== 0) throw new Error(output);
const exactJson = join(target, 'types', 'exact-json', 'index.d.ts');
for (const folder of ['remote-graph', 'exact-json']) {
  // Not the folder as a whole: it may have declarations of sources that are gone.
  const sources = readdirSync(inRoot('packages', folder, 'src'), { recursive: true, encoding: 'utf8' });
  for (const path of sources.filter((name) => /(?<!\.test)\.ts$/.test(name) && name !== 'testing.ts')) {
    const declaration = path.replace(/\.ts$/, '.d.ts');
    const file = join(target, 'types', folder, declaration);
    const nearby = relative(dirname(file), exactJson)
      .replaceAll('\\', '/')
      .replace(/\.d\.ts$/, '.ts');
    const text = readFileSync(inRoot('.cache', 'types', folder, declaration), 'utf8');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text.replaceAll(/(?<=\bfrom |\bimport\()(['"])exact-json\1/g, `'${nearby}'`));
  }
}
// What users add to their project, so that every case can be tried.
cpSync(inRoot('src/testing/real-server/check-graphs.mjs'), `${target}/check-graphs/check-graphs.mjs`);
cpSync(inRoot('src/testing/python-server/graphs/check_graphs.py'), `${target}/check-graphs/check_graphs.py`);
cpSync(inRoot('packages/remote-graph/README.md'), `${target}/README.md`);
cpSync(inRoot('LICENSE'), `${target}/LICENSE`);
writeFileSync(`${target}/package.json`, `${JSON.stringify(clientManifest(), null, 2)}\n`);
console.log('The client is in out/remote-graph.');
