import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { median, table } from '../median.mjs';
import { builtPart } from './built.mjs';
import { inChild } from './child.mjs';

const official = ['@langchain/langgraph-sdk', '@langchain/langgraph/remote'];
/** The base class of `RemoteGraph`. Every LangChain Runnable pays for it. */
const floor = ['@langchain/core/runnables'];
const rounds = 9;

/** Bundled for Node, all packages inside, minified. @param {readonly string[]} modules */
async function bundleKilobytes(modules) {
  const entry = inRoot('.cache/bench/entry.mjs');
  await writeFile(
    entry,
    modules.map((module, index) => `export * as m${index} from ${JSON.stringify(module)};`).join('\n'),
  );
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, target: 'node' },
    build: { ssr: entry, write: false, minify: true, target: 'node20' },
  });
  const outputs = Array.isArray(result) ? result : [result];
  let [bytes, zipped] = [0, 0];
  for (const output of outputs) {
    if (!('output' in output)) continue;
    for (const part of output.output) {
      if (part.type !== 'chunk') continue;
      bytes += Buffer.byteLength(part.code);
      zipped += gzipSync(part.code).length;
    }
  }
  return { whole: bytes / 1024, zipped: zipped / 1024 };
}

export async function importTable() {
  const things = [
    { name: 'SDK + langgraph/remote', modules: official, sources: official },
    { name: 'SDK alone', modules: official.slice(0, 1), sources: official.slice(0, 1) },
    { name: "LangChain's Runnable alone", modules: floor, sources: floor },
    {
      name: 'ours: RemoteGraph and client',
      modules: [builtPart('index')],
      sources: [inRoot('packages/remote-graph/src/index.ts')],
    },
    {
      name: 'ours: client alone',
      modules: [builtPart('client')],
      sources: [inRoot('packages/remote-graph/src/client.ts')],
    },
  ];
  /** @type {number[][]} */
  const times = things.map(() => []);
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, { modules }] of things.entries()) {
      const { ms } = await inChild('import-child.mjs', modules);
      if (round >= 0) times[index]?.push(ms);
    }
  }
  const first = median(times[0] ?? []);
  const rows = [];
  for (const [index, { name, sources }] of things.entries()) {
    const ms = median(times[index] ?? []);
    const { whole, zipped } = await bundleKilobytes(sources);
    rows.push([name, ms.toFixed(0), (ms / first).toFixed(2), whole.toFixed(0), zipped.toFixed(0)]);
  }
  return table(['import', 'median ms', 'ratio', 'bundle kB', 'gzip kB'], rows);
}
