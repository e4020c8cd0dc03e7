import { dirname, join, resolve, sep } from 'node:path';
import { z } from 'zod';
import { findProgram } from './find-program.ts';
import { fileExists } from '../file-exists.ts';
import { missing, type RuntimeSearch, type SearchContext } from './runtime-search.ts';
import { readSmallFile } from '../read-small-file.ts';
import { parseJson } from '../../../shared/parse-json.ts';

const cliPackage = '@langchain/langgraph-cli';
// npm's tag `latest` names 2.0.0, older code than 1.5, on whose server runs with values and subgraphs fail
// (docs/protocol.md, The development server of a project).
const cliToInstall = `${cliPackage}@1.5`;
const maxPackageBytes = 1024 * 1024;

const CliManifest = z.looseObject({
  bin: z.union([z.string(), z.looseObject({ langgraphjs: z.string() })]),
});
const ProjectManifest = z.looseObject({
  dependencies: z.record(z.string(), z.unknown()).optional(),
  devDependencies: z.record(z.string(), z.unknown()).optional(),
});

// The project's own `@langchain/langgraph-cli`, or that of a folder above, as Node resolves packages. Run with Node and
// not through `node_modules/.bin`, whose files are shell scripts on Windows.
export async function findJavaScriptRuntime(folder: string, context: SearchContext): Promise<RuntimeSearch> {
  const cli = await findCli(folder);
  if (cli === null) {
    const packages = await packageManager(folder);
    const isListed = await listsCli(folder);
    return isListed
      ? missing(
          'The packages of this project are not installed.',
          'Install them.',
          packages.install,
          packages.install === npmInstall,
        )
      : missing(
          `This project has no ${cliPackage}, which starts its server.`,
          'Add version 1.5 to the project. Version 2.0.0, which npm installs by default, is older, and most runs fail on it.',
          `${packages.add} ${cliToInstall}`,
        );
  }
  const node = (await findProgram('node', context.env['PATH'])) ?? context.ownNode;
  if (node === null) {
    return missing(
      'Node.js was not found.',
      'Install Node.js 20 or newer from https://nodejs.org, then restart the studio.',
      null,
    );
  }
  return {
    runtime: {
      interpreter: node,
      runner: 'run.mjs',
      argv: [node, cli],
      path: [dirname(node)],
      virtualEnv: null,
    },
    problem: null,
  };
}

async function findCli(folder: string): Promise<string | null> {
  for (let ancestor = folder; ; ancestor = dirname(ancestor)) {
    const home = join(ancestor, 'node_modules', cliPackage);
    const file = await readSmallFile(join(home, 'package.json'), maxPackageBytes);
    if ('text' in file) {
      const bin = CliManifest.safeParse(parseJson(file.text)).data?.bin;
      const script = resolve(home, typeof bin === 'string' ? bin : (bin?.langgraphjs ?? ''));
      if (script.startsWith(home + sep) && (await fileExists(script))) return script;
    }
    if (ancestor === dirname(ancestor)) return null;
  }
}

async function listsCli(folder: string): Promise<boolean> {
  const file = await readSmallFile(join(folder, 'package.json'), maxPackageBytes);
  const manifest = 'text' in file ? ProjectManifest.safeParse(parseJson(file.text)).data : undefined;
  return [manifest?.dependencies, manifest?.devDependencies].some(
    (list) => list !== undefined && Object.hasOwn(list, cliPackage),
  );
}

const npmInstall = 'npm install';

const managers = [
  { lockfile: 'pnpm-lock.yaml', install: 'pnpm install', add: 'pnpm add --save-dev' },
  { lockfile: 'yarn.lock', install: 'yarn install', add: 'yarn add --dev' },
  { lockfile: 'bun.lock', install: 'bun install', add: 'bun add --dev' },
] as const;

async function packageManager(folder: string): Promise<{ readonly install: string; readonly add: string }> {
  for (const manager of managers) if (await fileExists(join(folder, manager.lockfile))) return manager;
  return { install: npmInstall, add: 'npm install --save-dev' };
}
