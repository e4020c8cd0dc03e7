import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folders = [
  'exact-json',
  'shared',
  'remote-graph',
  'services',
  'preload',
  'renderer',
  'main',
  'web-host',
  'testing',
];

/** A minimal tree in which every import is allowed. */
const rightFiles = {
  'src/exact-json/scan.ts': `export const scan = (text: string): number => text.length;\n`,
  'src/remote-graph/client.ts': `export { scan } from '../exact-json/scan.ts';\n`,
  'src/remote-graph/index.ts': `export { scan } from './client.ts';\n`,
  'src/services/files.ts': `import { sep } from 'node:path';\nimport { scan } from '../remote-graph/client.ts';\nexport const files = (): number => scan(sep);\n`,
  'src/preload/index.ts': `export const preload = 1;\n`,
  'src/renderer/ui/button.ts': `export const button = 1;\n`,
  'src/renderer/threads/list.ts': `import { button } from '../ui/button.ts';\nexport const list = button;\n`,
  'src/renderer/runs/dock.ts': `export const dock = 1;\n`,
  'src/renderer/app/shell.ts': `import { list } from '../threads/list.ts';\nexport const shell = list;\n`,
  'src/main/window.ts': `import { files } from '../services/files.ts';\nexport const size = files();\n`,
  'src/web-host/server.ts': `import { WebSocketServer } from 'ws';\nexport const server = WebSocketServer;\n`,
  'src/testing/builders.ts': `export const builder = 1;\n`,
};

/** Wrong imports, each in its own file, with the rule that must report it. */
const wrongImports = [
  ['src/renderer/threads/wrong.ts', '../../services/files.ts', 'layer-renderer'],
  ['src/shared/wrong.ts', '../services/files.ts', 'layer-shared'],
  ['src/services/wrong-host.ts', '../web-host/server.ts', 'layer-services'],
  ['src/main/wrong.ts', '../web-host/server.ts', 'layer-main'],
  ['src/services/wrong-door.ts', '../remote-graph/index.ts', 'client-without-langchain'],
  ['src/services/wrong-test.ts', '../testing/builders.ts', 'layer-services'],
  ['src/remote-graph/wrong.ts', 'electron', 'packages-remote-graph'],
  ['src/services/wrong-package.ts', 'ws', 'packages-services'],
  ['src/services/wrong-electron.ts', 'electron', 'packages-services'],
  ['src/exact-json/wrong.ts', 'zod', 'packages-exact-json'],
  ['src/remote-graph/wrong-node.ts', 'node:fs', 'no-node-remote-graph'],
  ['src/renderer/runs/wrong-node.ts', 'node:path', 'no-node-renderer'],
  ['src/renderer/runs/wrong-electron.ts', 'electron', 'renderer-no-electron'],
  ['src/renderer/threads/wrong-feature.ts', '../runs/dock.ts', 'features-apart'],
  ['src/renderer/ui/wrong.ts', '../runs/dock.ts', 'controls-alone'],
  ['src/services/wrong-path.ts', './not-there.ts', 'resolvable'],
] as const;

/** What only the compiler can detect, with the expected error. */
const wrongTypes = {
  'src/remote-graph/wrong-type.ts': [
    `export const home = process.env['HOME'];\n`,
    "Cannot find name 'process'",
  ],
  'src/shared/wrong-type.ts': [`export const width = window.innerWidth;\n`, "Cannot find name 'window'"],
  'src/renderer/wrong-type.ts': [
    `export { files } from '../services/files.ts';\n`,
    'is not listed within the file list of project',
  ],
  'src/services/wrong-type.ts': [
    `import { z } from 'zod';
import { call, type Handlers } from '../shared/rpc/contract-types.ts';
const contract = { calls: { 'app.info': call(z.string(), z.string()) }, streams: {} };
export const handlers: Handlers<typeof contract> = { calls: {}, streams: {} };
`,
    "Property ''app.info'' is missing",
  ],
} as const;

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

let copy = '';

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await writeFile(join(copy, path), text);
  }
}

function run(script: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const program = join(root, 'node_modules', script);
    // Both tools exit with a code if they find something; the output is what counts.
    execFile(
      process.execPath,
      [program, ...args],
      { cwd: copy, maxBuffer: 64 * 1024 * 1024 },
      (_, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}

async function violations(): Promise<readonly Violation[]> {
  const text = await run('dependency-cruiser/bin/dependency-cruise.mjs', [
    '--config',
    '.dependency-cruiser.cjs',
    '-T',
    'json',
    'src',
  ]);
  return (JSON.parse(text) as { summary: { violations: Violation[] } }).summary.violations;
}

function compile(): Promise<string> {
  const projects = ['exact-json', 'shared', 'remote-graph', 'services', 'renderer'];
  return run('typescript/bin/tsc', ['-b', ...projects.map((folder) => `src/${folder}`), '--pretty', 'false']);
}

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'studio-boundaries-'));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  const configs = ['.dependency-cruiser.cjs', 'tsconfig.base.json', 'tsconfig.tests.json', 'package.json'];
  for (const file of [
    ...configs,
    ...folders.map((folder) => `src/${folder}/tsconfig.json`),
    'src/shared/rpc/contract-types.ts',
  ]) {
    await cp(join(root, file), join(copy, file));
  }
  await write(rightFiles);
});

afterAll(() => rm(copy, { recursive: true, force: true }));

// Compilers are slow on a busy machine.
describe('who may import whom', { timeout: 30_000 }, () => {
  test('a tree with allowed imports only is let through', async () => {
    expect(await violations()).toEqual([]);
    expect(await compile()).toBe('');
  });

  test('each wrong import and each cycle is refused by its rule', async () => {
    await write(Object.fromEntries(wrongImports.map(([path, target]) => [path, `import '${target}';\n`])));
    await write({
      'src/services/cycle-a.ts': `import './cycle-b.ts';\n`,
      'src/services/cycle-b.ts': `import type { A } from './cycle-c.ts';\nexport type B = A;\n`,
      'src/services/cycle-c.ts': `import './cycle-a.ts';\nexport type A = 1;\n`,
    });
    const found = new Set((await violations()).map(({ from, rule }) => `${from} ${rule.name}`));
    for (const [path, , rule] of wrongImports) expect(found).toContain(`${path} ${rule}`);
    expect([...found].filter((line) => line.endsWith(' no-cycles')).length).toBeGreaterThan(0);
    for (const path of Object.keys(rightFiles)) {
      expect([...found].filter((line) => line.startsWith(`${path} `))).toEqual([]);
    }
  });

  test('the compiler refuses what no import shows', async () => {
    for (const [path] of wrongImports) await rm(join(copy, path), { force: true });
    await write(Object.fromEntries(Object.entries(wrongTypes).map(([path, [text]]) => [path, text])));
    const said = (await compile()).split('\n');
    for (const [path, [, words]] of Object.entries(wrongTypes)) {
      const about = said.filter((line) => line.startsWith(path));
      expect(`${path}: ${about.join(' ')}`).toContain(words);
    }
  });
});
