import { realpath } from 'node:fs/promises';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { fileExists } from '../projects/file-exists.ts';
import { leadsToNetwork } from '../projects/network-path.ts';
import { readSmallFile } from '../projects/read-small-file.ts';
import type { ModuleSyntax } from './module-syntax.ts';

/** A file of the project. `path`: absolute, without links. */
export interface Module {
  readonly path: string;
  readonly text: string;
  readonly syntax: ModuleSyntax;
  /** Of what it imports: the files of the project. Others are in packages. */
  readonly imported: ReadonlyMap<string, Module>;
}

/** `isCut`: not all files were read. */
export interface ProjectModules {
  readonly entry: Module;
  readonly all: readonly Module[];
  readonly isCut: boolean;
}

const maxFileBytes = 512 * 1024;
const maxFiles = 200;
// UTF-16 units of all files.
const maxLength = 4 * 1024 * 1024;

const javaScriptEndings = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];

// Installed packages, which are no source of the project.
const installed = /(^|[\\/])(node_modules|site-packages|\.venv|venv|env)([\\/]|$)/;

interface ModuleRequest {
  readonly specifier: string;
  readonly from: string;
}

interface ParsedFile {
  readonly text: string;
  readonly syntax: ModuleSyntax;
}

const maxParsed = 500;

/** Reads modules, and parses a file again only if its text is another one. */
export function createModuleReader(): (folder: string, file: string) => Promise<ProjectModules | null> {
  const parsed = new Map<string, ParsedFile>();
  return (folder, file) => {
    while (parsed.size > maxParsed) parsed.delete(parsed.keys().next().value ?? '');
    return readProjectModules(folder, file, parsed);
  };
}

/**
 * Reads a graph's file and the files of the project that it imports, directly or not. What is outside of the folder,
 * also by a link, is not read. Resolves to `null` if there is no such file in it.
 */
export async function readProjectModules(
  folder: string,
  file: string,
  parsed = new Map<string, ParsedFile>(),
): Promise<ProjectModules | null> {
  const root = await realpath(folder);
  const loaded = new Map<string, { module: Module; imported: Map<string, Module> }>();
  const start = await findGraphFile(root, file);
  if (start === null) return null;
  let isCut = false;
  let length = 0;

  const load = async (path: string): Promise<Module | null> => {
    const before = loaded.get(path);
    if (before) return before.module;
    const content = loaded.size < maxFiles ? await readSmallFile(path, maxFileBytes) : null;
    if (content === null || 'problem' in content || length + content.text.length > maxLength) {
      isCut = true;
      return null;
    }
    length += content.text.length;
    const { text } = content;
    const earlier = parsed.get(path);
    const syntax = earlier?.text === text ? earlier.syntax : await parse(path, text);
    parsed.set(path, { text, syntax });
    const imported = new Map<string, Module>();
    const module: Module = { path, text, syntax, imported };
    loaded.set(path, { module, imported });
    return module;
  };
  const entry = await load(start);
  if (entry === null) return null;
  // The map grows while it is read.
  for (const { module, imported } of loaded.values()) {
    for (const specifier of specifiersOf(module.syntax)) {
      const path = await findModule(root, start, { specifier, from: module.path });
      const target = path === null ? null : await load(path);
      if (target) imported.set(specifier, target);
    }
  }
  return { entry, all: [...loaded.values()].map(({ module }) => module), isCut };
}

async function parse(path: string, text: string): Promise<ModuleSyntax> {
  if (extname(path) === '.py') {
    const { readPython } = await import('./read-python.ts');
    return readPython(text);
  }
  const { readJavaScript } = await import('./read-javascript.ts');
  return readJavaScript(text, /x$|^[.]js$/.test(extname(path)));
}

// Also the modules that a Python import may name: `from . import nodes` is the file nodes.py.
function specifiersOf({ imports, exports }: ModuleSyntax): Set<string> {
  const specifiers = new Set<string>();
  for (const { specifier, imported } of imports) {
    specifiers.add(specifier);
    if (imported !== null) specifiers.add(submodule(specifier, imported));
  }
  for (const { specifier } of exports) if (specifier !== null) specifiers.add(specifier);
  return specifiers;
}

export function submodule(specifier: string, name: string): string {
  return specifier.endsWith('.') ? `${specifier}${name}` : `${specifier}.${name}`;
}

// `./src/agent.ts`, `agent.py`, or a Python module: `my_agent.graph`.
async function findGraphFile(root: string, file: string): Promise<string | null> {
  const direct = await realPathInside(root, resolve(root, file));
  if (direct !== null) return direct;
  return /^[\w.]+$/.test(file) ? findPython(root, [root, join(root, 'src')], file) : null;
}

async function findModule(root: string, start: string, request: ModuleRequest): Promise<string | null> {
  const { specifier, from } = request;
  if (extname(from) === '.py') {
    const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
    if (dots === 0)
      return findPython(
        root,
        [dirname(from), root, join(root, 'src'), dirname(dirname(start)), dirname(start)],
        specifier,
      );
    const above = Array.from({ length: dots }).reduce<string>((path) => dirname(path), from);
    return findPython(root, [above], specifier.slice(dots));
  }
  if (!/^\.{1,2}(\/|$)/.test(specifier)) return null;
  const path = resolve(dirname(from), specifier);
  const ending = extname(path);
  // TypeScript names what a file will be compiled to.
  const named = javaScriptEndings.includes(ending) ? path.slice(0, -ending.length) : path;
  const candidates = [
    ...(javaScriptEndings.includes(ending) ? [path] : []),
    ...javaScriptEndings.map((one) => named + one),
    ...javaScriptEndings.map((one) => join(path, `index${one}`)),
  ];
  return firstInside(root, candidates);
}

function findPython(root: string, folders: readonly string[], specifier: string): Promise<string | null> {
  const parts = specifier.split('.').filter((part) => part !== '');
  const paths = folders.map((folder) => join(folder, parts.join('/')));
  return firstInside(
    root,
    paths.flatMap((path) => [`${path}.py`, join(path, '__init__.py')]),
  );
}

async function firstInside(root: string, paths: readonly string[]): Promise<string | null> {
  for (const path of new Set(paths)) {
    const real = await realPathInside(root, path);
    if (real !== null) return real;
  }
  return null;
}

/** The file without links; `null` if there is none, or if it is outside of the folder or in an installed package. */
export async function realPathInside(root: string, path: string): Promise<string | null> {
  if (!path.startsWith(root + sep) || (await leadsToNetwork(path, root)) || !(await fileExists(path)))
    return null;
  try {
    const real = await realpath(path);
    return real.startsWith(root + sep) && !installed.test(real.slice(root.length)) ? real : null;
  } catch {
    return null;
  }
}
