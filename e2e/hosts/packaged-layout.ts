import { copyFile, cp, link, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Imports of the demo project and its server; the rest follows from the lock file. */
const demoPackages = [
  '@langchain/core',
  '@langchain/langgraph',
  '@langchain/langgraph-api',
  '@langchain/langgraph-sdk',
  'zod',
];

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * Arranges the built studio as in a package (row E-28): only the program in `resources/app.asar`, without
 * packages; resources outside, with the demo server's packages and no others. The archive is a folder here.
 * Returns the program to start.
 */
export async function layOutPackage(folder: string, double: string): Promise<string> {
  const archive = join(folder, 'resources/app.asar');
  const outside = join(folder, 'resources/resources');
  await mkdir(archive, { recursive: true });
  for (const part of ['package.json', 'out/main', 'out/preload', 'out/renderer'])
    await cp(join(root, part), join(archive, part), { recursive: true });
  await cp(join(root, 'resources'), outside, { recursive: true });
  for (const path of await packagesOfTheDemo()) await linkFiles(join(root, path), join(outside, path));
  const program = join(folder, 'remote-graph-studio');
  const script = `#!/bin/sh\nELECTRON_DOUBLE_RESOURCES='${join(folder, 'resources')}' exec '${double}' "$@"\n`;
  await writeFile(program, script, { mode: 0o755 });
  return program;
}

/** Their paths in the lock file: `node_modules/a/node_modules/b`. */
async function packagesOfTheDemo(): Promise<readonly string[]> {
  const text = await readFile(join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { readonly packages: Readonly<Record<string, LockedPackage>> };
  const found = new Set<string>();
  const take = (name: string, from: string): void => {
    const path = whereFound(name, from, packages);
    if (path === null || found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    for (const next of names) take(next, path);
  };
  for (const name of demoPackages) take(name, '');
  return [...found];
}

/** Resolves like Node: in the folder's `node_modules`, then in those above. */
function whereFound(name: string, from: string, packages: Readonly<Record<string, unknown>>): string | null {
  for (let folder = from; ; folder = above(folder)) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return null;
  }
}

function above(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')));
}

/** Links the files of one package, or copies them across disks; nested packages have their own entries. */
async function linkFiles(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(from.length + 1))
    .filter((path) => !path.split('/').includes('node_modules'));
  for (const folder of new Set(files.map((path) => dirname(path))))
    await mkdir(join(to, folder), { recursive: true });
  await Promise.all(
    files.map((path) =>
      link(join(from, path), join(to, path)).catch(() => copyFile(join(from, path), join(to, path))),
    ),
  );
}
