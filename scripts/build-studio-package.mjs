// npm run build:package [-- --pack FOLDER] [--sbom FILE]: makes the npm package of the studio (web host and command line) in
// out/npm/remote-graph-studio from what `npm run build` has built, packs it into FOLDER, and writes the list of its
// components (CycloneDX) to FILE.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './lib/build.mjs';
import { bundled, licenceTextsOf } from './lib/package/notices.mjs';
import { createPackageSbom } from './lib/package/sbom.mjs';
import { ownResources, legalDocuments } from './lib/package/stage.mjs';
import { inRoot } from './lib/paths.mjs';
import { run } from './lib/process/run.mjs';

const { values } = parseArgs({ options: { pack: { type: 'string' }, sbom: { type: 'string' } } });
const built = await build({ log: console.error });
if (!built.ok) throw new Error(built.output);

const target = inRoot('out', 'npm', 'remote-graph-studio');
rmSync(target, { recursive: true, force: true });
const resources = ownResources().map((path) => `resources/${path}`);
for (const path of ['out/cli', 'out/renderer', 'out/demo-server', ...resources, ...legalDocuments]) {
  cpSync(inRoot(path), `${target}/${path}`, { recursive: true });
}
cpSync(inRoot('src/cli/README.md'), `${target}/README.md`);

writeFileSync(
  `${target}/THIRD-PARTY-LICENSES.txt`,
  licenceTextsOf(bundled('renderer', 'cli', 'demo-server')),
);

const studio = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
const { name, version, license, engines, author, homepage, repository } = studio;
writeJson('package.json', {
  name,
  version,
  description:
    'A studio for LangGraph servers in the browser and on the command line: see a graph, run it, watch it stream, answer it, and travel through its history.',
  keywords: ['langgraph', 'langchain', 'agents', 'debugger', 'mcp'],
  license,
  author,
  homepage,
  repository,
  type: 'module',
  engines,
  bin: { [name]: 'out/cli/index.js' },
});

if (values.sbom !== undefined) {
  mkdirSync(dirname(values.sbom), { recursive: true });
  writeFileSync(values.sbom, `${JSON.stringify(await createPackageSbom(), null, 2)}\n`);
}

if (values.pack === undefined) {
  console.log('The package is in out/npm/remote-graph-studio.');
} else {
  mkdirSync(values.pack, { recursive: true });
  const { code, output } = await run('npm', ['pack', '--silent', '--pack-destination', values.pack, target]);
  if (code !== 0) throw new Error(output);
  console.log(output.trim().split('\n').at(-1));
}

/** @param {string} path @param {unknown} value */
function writeJson(path, value) {
  writeFileSync(`${target}/${path}`, `${JSON.stringify(value, null, 2)}\n`);
}
