import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { slowness } from '../../../src/testing/slowness.ts';

/** Every example of the README, compiled unchanged against the source of the package. */
const source = fileURLToPath(new URL('.', import.meta.url));
const root = join(source, '../../..');
const readme = await readFile(join(source, '../README.md'), 'utf8');
const examples = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
const doors = { 'remote-graph-client': 'index.ts', 'remote-graph-client/client': 'client.ts' };

let folder: string;
/** By example, from 0. */
let problems: readonly (readonly string[])[];

beforeAll(async () => {
  // Inside the repository, so that LangChain's packages are found.
  folder = await mkdtemp(join(root, 'node_modules/.readme-'));
  const extra = 'const wrong: number = new GraphClient({ url: 1 });';
  const texts = [...examples, `import { GraphClient } from 'remote-graph-client/client';\n${extra}\n`];
  const files = texts.map((_, index) => `example-${index}.mts`);
  await Promise.all(files.map((file, index) => writeFile(join(folder, file), texts[index] ?? '')));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const output = await compile();
  problems = files.map((file) => output.filter((line) => line.startsWith(`${file}(`)));
}, 30_000 * slowness());

const compilerOptions = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  module: 'nodenext',
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
  paths: Object.fromEntries(Object.entries(doors).map(([name, file]) => [name, [join(source, file)]])),
};

/** The compiler's errors in the examples and their imports, by lines. */
function compile(): Promise<readonly string[]> {
  const program = join(root, 'node_modules/typescript-7/bin/tsc');
  return new Promise((resolve) => {
    // It exits with a code if it finds something; only the output counts.
    execFile(process.execPath, [program, '-p', '.', '--pretty', 'false'], { cwd: folder }, (_, output) =>
      resolve(output.split('\n')),
    );
  });
}

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the examples of the README', () => {
  it.each(
    examples.map((text, index) => [index, text.split('\n').find((line) => line.includes('await')) ?? text]),
  )('example %i compiles: %s', (index) => {
    expect(problems[index]).toEqual([]);
  });

  it('cover each feature, and import only exports of the package', () => {
    expect(examples.length).toBeGreaterThan(9);
    const imported = examples.flatMap((text) =>
      [...text.matchAll(/from '([^']+)'/g)].map(([, name]) => name),
    );
    const others = ['@langchain/langgraph', '@langchain/langgraph-sdk'];
    expect(imported.filter((name = '') => !(name in doors) && !others.includes(name))).toEqual([]);
  });

  it('are compiled: a wrong one has two errors', () => {
    expect(problems.at(-1)).toHaveLength(2);
  });
});
