import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Every example of the README, compiled as it stands against the source that the package is built from. */
const source = fileURLToPath(new URL('.', import.meta.url));
const readme = await readFile(join(source, 'README.md'), 'utf8');
const examples = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
const doors = { 'remote-graph-client': 'index.ts', 'remote-graph-client/client': 'client.ts' };

let folder: string;
/** By example, from 0. */
let problems: readonly (readonly string[])[];

beforeAll(async () => {
  // Inside of the repository, so that LangChain's packages are found.
  folder = await mkdtemp(join(source, '../../node_modules/.readme-'));
  const extra = 'const wrong: number = new GraphClient({ url: 1 });';
  const texts = [...examples, `import { GraphClient } from 'remote-graph-client/client';\n${extra}\n`];
  const files = texts.map((_, index) => join(folder, `example-${index}.mts`));
  await Promise.all(files.map((file, index) => writeFile(file, texts[index] ?? '')));
  const program = ts.createProgram(files, {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.esnext.disposable.d.ts'],
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    types: ['node'],
    typeRoots: [join(source, '../../node_modules/@types')],
    paths: Object.fromEntries(Object.entries(doors).map(([name, file]) => [name, [join(source, file)]])),
  });
  problems = files.map((file) => {
    const each = program.getSourceFile(file);
    return ts
      .getPreEmitDiagnostics(program, each)
      .filter(({ file: about }) => about !== undefined && dirname(about.fileName) === folder)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  });
}, 30_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the examples of the README', () => {
  it.each(
    examples.map((text, index) => [index, text.split('\n').find((line) => line.includes('await')) ?? text]),
  )('example %i compiles: %s', (index) => {
    expect(problems[index]).toEqual([]);
  });

  it('are of each feature, and import what the package exports only', () => {
    expect(examples.length).toBeGreaterThan(9);
    const imported = examples.flatMap((text) =>
      [...text.matchAll(/from '([^']+)'/g)].map(([, name]) => name),
    );
    const others = ['@langchain/langgraph', '@langchain/langgraph-sdk'];
    expect(imported.filter((name = '') => !(name in doors) && !others.includes(name))).toEqual([]);
  });

  it('are really compiled: a wrong one has two problems', () => {
    expect(problems.at(-1)).toHaveLength(2);
  });
});
