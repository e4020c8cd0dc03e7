import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { slowness } from './slowness.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const packages = ['packages/exact-json', 'packages/remote-graph'];
const layers = [
  ...packages,
  'packages/remote-graph/graph-server-check',
  'src/shared',
  'src/services',
  'src/preload',
  'src/renderer',
  'src/main',
  'src/web-host',
  'src/cli',
  'src/testing',
];

/** A minimal tree in which every import is allowed. */
const rightFiles = {
  'packages/exact-json/src/scan.ts': `export const scan = (text: string): number => text.length;\n`,
  'packages/exact-json/src/index.ts': `export { scan } from './scan.ts';\n`,
  'packages/remote-graph/src/client.ts': `export { scan } from 'exact-json';\n`,
  'packages/remote-graph/src/index.ts': `export { scan } from './client.ts';\n`,
  'packages/remote-graph/src/client.test.ts': `import { builder } from '../../../src/testing/builders.ts';\nexport const built = builder;\n`,
  'packages/remote-graph/graph-server-check/command.ts': `import { sep } from 'node:path';\nimport { scan } from '../src/client.ts';\nexport const check = scan(sep);\n`,
  'src/services/files.ts': `import { sep } from 'node:path';\nimport { scan } from 'remote-graph-client/client';\nexport const files = (): number => scan(sep);\n`,
  'src/preload/index.ts': `export const preload = 1;\n`,
  'src/renderer/ui/button.ts': `export const button = 1;\n`,
  'src/renderer/threads/list.ts': `import { button } from '../ui/button.ts';\nexport const list = button;\n`,
  'src/renderer/runs/dock.ts': `export const dock = 1;\n`,
  'src/renderer/app/shell.ts': `import { list } from '../threads/list.ts';\nexport const shell = list;\n`,
  'src/shared/model/run.ts': `export const run = 1;\n`,
  'src/shared/run-events/frames.ts': `export const frames = 1;\n`,
  'src/services/threads/record/evidence.ts': `export const evidence = 1;\n`,
  'src/main/window.ts': `import { files } from '../services/files.ts';\nexport const size = files();\n`,
  'src/web-host/server.ts': `import { WebSocketServer } from 'ws';\nexport const server = WebSocketServer;\n`,
  'src/cli/draw.ts': `export { scan } from 'exact-json';\n`,
  'src/testing/builders.ts': `export const builder = 1;\n`,
};

/** Wrong imports, each in its own file, with the rule that must report it. */
const wrongImports = [
  ['src/renderer/threads/wrong.ts', '../../services/files.ts', 'layer-renderer'],
  ['src/shared/wrong.ts', '../services/files.ts', 'layer-shared'],
  ['src/shared/thread-record/wrong.ts', '../model/run.ts', 'projections-of-the-record'],
  ['src/services/wrong-evidence.ts', './threads/record/evidence.ts', 'evidence-of-the-record'],
  ['src/services/comparisons/wrong.ts', '../../shared/run-events/frames.ts', 'comparisons-of-the-record'],
  ['src/services/wrong-host.ts', '../web-host/server.ts', 'layer-services'],
  ['src/main/wrong.ts', '../web-host/server.ts', 'layer-main'],
  ['src/cli/wrong-window.ts', '../renderer/threads/list.ts', 'cli-pure-drawing'],
  ['src/web-host/wrong-cli.ts', '../cli/draw.ts', 'layer-web-host'],
  ['src/services/wrong-door.ts', 'remote-graph-client', 'client-without-langchain'],
  ['src/services/wrong-inside.ts', '../../packages/exact-json/src/scan.ts', 'door-exact-json'],
  ['src/shared/wrong-client.ts', 'remote-graph-client/client', 'layer-shared'],
  ['packages/remote-graph/src/wrong-inside.ts', '../../exact-json/src/scan.ts', 'door-exact-json'],
  ['packages/remote-graph/src/wrong.test.ts', '../../../src/services/files.ts', 'package-tests'],
  [
    'packages/remote-graph/graph-server-check/wrong.ts',
    '../../../src/services/files.ts',
    'layer-graph-server-check',
  ],
  ['packages/remote-graph/graph-server-check/wrong-door.ts', '../src/index.ts', 'client-without-langchain'],
  ['src/services/wrong-test.ts', '../testing/builders.ts', 'layer-services'],
  ['packages/remote-graph/src/wrong.ts', 'electron', 'packages-remote-graph'],
  ['src/services/wrong-package.ts', 'ws', 'packages-services'],
  ['src/services/wrong-electron.ts', 'electron', 'packages-services'],
  ['packages/exact-json/src/wrong.ts', 'zod', 'packages-exact-json'],
  ['packages/remote-graph/src/wrong-node.ts', 'node:fs', 'no-node-remote-graph'],
  ['src/renderer/runs/wrong-node.ts', 'node:path', 'no-node-renderer'],
  ['src/renderer/runs/wrong-electron.ts', 'electron', 'renderer-no-electron'],
  ['src/renderer/threads/wrong-feature.ts', '../runs/dock.ts', 'features-apart'],
  ['src/renderer/ui/wrong.ts', '../runs/dock.ts', 'controls-alone'],
  ['src/services/wrong-path.ts', './not-there.ts', 'resolvable'],
] as const;

/** What only the compiler can detect, with the expected error. */
const wrongTypes = {
  'packages/remote-graph/src/wrong-type.ts': [
    `export const home = process.env['HOME'];\n`,
    "Cannot find name 'process'",
  ],
  'src/shared/wrong-type.ts': [`export const width = window.innerWidth;\n`, "Cannot find name 'window'"],
  'src/renderer/wrong-type.ts': [
    `export { alone } from '../services/alone.ts';\n`,
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

const cycle = {
  'src/services/cycle-a.ts': `import './cycle-b.ts';\n`,
  'src/services/cycle-b.ts': `import type { A } from './cycle-c.ts';\nexport type B = A;\n`,
  'src/services/cycle-c.ts': `import './cycle-a.ts';\nexport type A = 1;\n`,
};

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

let folder: string;
let violations: readonly Violation[];
/** What the compiler says, by lines. */
let complaints: readonly string[];

/** A tree with the settings of this one, the right files, and others. */
async function makeTree(name: string, others: Readonly<Record<string, string>>): Promise<string> {
  const tree = join(folder, name);
  for (const [path, text] of Object.entries({ ...rightFiles, ...others })) {
    await mkdir(dirname(join(tree, path)), { recursive: true });
    await writeFile(join(tree, path), text);
  }
  await linkPackages(tree);
  const configs = ['.dependency-cruiser.cjs', 'tsconfig.base.json', 'tsconfig.tests.json', 'package.json'];
  const projects = layers.map((layer) => `${layer}/tsconfig.json`);
  const manifests = packages.map((path) => `${path}/package.json`);
  for (const file of [...configs, ...projects, ...manifests, 'src/shared/rpc/contract-types.ts']) {
    await cp(join(root, file), join(tree, file));
  }
  return tree;
}

/** The installed packages, with those of the workspace from the tree itself. */
async function linkPackages(tree: string): Promise<void> {
  const target = join(tree, 'node_modules');
  await mkdir(target);
  const packageFolders = {
    'exact-json': 'packages/exact-json',
    'remote-graph-client': 'packages/remote-graph',
  };
  const installed = (await readdir(join(root, 'node_modules'))).filter((name) => !(name in packageFolders));
  await Promise.all([
    ...installed.map((name) => symlink(join(root, 'node_modules', name), join(target, name))),
    ...Object.entries(packageFolders).map(([name, path]) => symlink(join(tree, path), join(target, name))),
  ]);
}

function run(tree: string, script: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const program = join(root, 'node_modules', script);
    // Both tools exit with a code if they find something; the output is what counts.
    execFile(
      process.execPath,
      [program, ...args],
      { cwd: tree, maxBuffer: 64 * 1024 * 1024 },
      (_, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}

async function findViolations(tree: string): Promise<readonly Violation[]> {
  const args = ['--config', '.dependency-cruiser.cjs', '-T', 'json', 'src', 'packages'];
  const text = await run(tree, 'dependency-cruiser/bin/dependency-cruise.mjs', args);
  return (JSON.parse(text) as { summary: { violations: Violation[] } }).summary.violations;
}

async function compile(tree: string): Promise<readonly string[]> {
  const folders = [...packages, 'src/shared', 'src/services', 'src/renderer'];
  return (await run(tree, 'typescript-7/bin/tsc', ['-b', ...folders, '--pretty', 'false'])).split('\n');
}

// Both tools take seconds to start, so each looks once at a tree that has right and wrong files.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-boundaries-'));
  const imports = Object.fromEntries(wrongImports.map(([path, target]) => [path, `import '${target}';\n`]));
  const types = Object.fromEntries(Object.entries(wrongTypes).map(([path, [text]]) => [path, text]));
  [violations, complaints] = await Promise.all([
    makeTree('imports', { ...imports, ...cycle }).then(findViolations),
    makeTree('types', { ...types, 'src/services/alone.ts': 'export const alone = 1;\n' }).then(compile),
  ]);
}, 20_000 * slowness());

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('who may import whom', () => {
  test.each(Object.keys(rightFiles))('allowed imports are let through: %s', (path) => {
    expect(violations.filter(({ from }) => from === path)).toEqual([]);
    expect(complaints.filter((line) => line.startsWith(path))).toEqual([]);
  });

  test.each(wrongImports)('%s must not import %s: %s', (path, _, rule) => {
    expect(violations.filter(({ from }) => from === path).map((violation) => violation.rule.name)).toContain(
      rule,
    );
  });

  test('a cycle is refused, also one of types', () => {
    const cycles = violations.filter((each) => each.rule.name === 'no-cycles').map(({ from }) => from);
    expect(cycles).toContain('src/services/cycle-a.ts');
  });

  test.each(Object.entries(wrongTypes))(
    'the compiler refuses what no import shows: %s',
    (path, [, message]) => {
      expect(complaints.filter((line) => line.startsWith(path)).join('\n')).toContain(message);
    },
  );
});
