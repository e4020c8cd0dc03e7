import { createHash } from 'node:crypto';
import { mkdir, open, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import type { AttachChange, Project } from '../../shared/model/project.ts';
import { escapeControls } from '../logging/escape-controls.ts';
import { replaceFile } from '../storage/replace-file.ts';
import { readSmallFile } from './read-small-file.ts';

const launchFile = '.vscode/launch.json';
const maxBytes = 1024 * 1024;

export interface DebuggedProject {
  readonly folder: string;
  readonly name: string;
  readonly language: Project['language'];
  readonly port: number;
}

interface Planned {
  readonly change: AttachChange;
  readonly text: string;
}

/**
 * What `.vscode/launch.json` would be with a configuration that attaches to the project's debugger: comments,
 * formatting and all other configurations stay as they are. Writes nothing. Throws `invalid-input` with the place if
 * the file is not what VS Code reads.
 */
export async function planAttachChange(project: DebuggedProject): Promise<Planned> {
  const before = await readLaunchFile(project.folder);
  const text = await withConfiguration(before ?? '', attachConfiguration(project));
  return { text, change: { file: launchFile, base: baseOf(before), ...changedLines(before ?? '', text) } };
}

/** Writes it, if the file is still the one whose change was shown. Throws `conflict` if it is not. */
export async function writeAttachChange(
  project: DebuggedProject,
  base: string | null,
): Promise<AttachChange> {
  const { text, change } = await planAttachChange(project);
  if (change.base !== base) {
    throw new AppError('conflict', `${launchFile} has changed meanwhile.`, {
      hint: 'Nothing was written. Look at the change again.',
    });
  }
  await mkdir(join(project.folder, '.vscode'), { recursive: true });
  const path = join(await launchFolder(project.folder), 'launch.json');
  const mode = await stat(path).then(
    (facts) => facts.mode,
    () => 0o644,
  );
  await replaceFile(path, async (draft) => {
    const file = await open(draft, 'wx', mode);
    try {
      await file.writeFile(text, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
  });
  return change;
}

function attachConfiguration({ name, language, port }: DebuggedProject): Readonly<Record<string, unknown>> {
  const common = { name: `Attach to ${name} (RemoteGraph Studio)` };
  return language === 'python'
    ? { ...common, type: 'debugpy', request: 'attach', connect: { host: '127.0.0.1', port } }
    : {
        ...common,
        type: 'node',
        request: 'attach',
        address: '127.0.0.1',
        port,
        // The server starts again after each change of its files.
        restart: true,
        skipFiles: ['<node_internals>/**'],
      };
}

// `null`: there is none yet.
async function readLaunchFile(folder: string): Promise<string | null> {
  const file = await readSmallFile(join(await launchFolder(folder), 'launch.json'), maxBytes);
  if ('text' in file) {
    if (!file.text.includes('\uFFFD')) return file.text;
    // Written back, what is not UTF-8 would be lost.
    throw new AppError('invalid-input', `${launchFile} is not UTF-8.`, {
      hint: 'Nothing was written. Save it as UTF-8, then try again.',
    });
  }
  if (file.problem === 'missing') return null;
  throw new AppError('invalid-input', `${launchFile} could not be read.`, {
    hint: 'It must be a file of at most 1 MB. Correct it, then try again.',
  });
}

// The folder `.vscode` itself, and no other one to which a link leads.
async function launchFolder(folder: string): Promise<string> {
  const root = await realpath(folder);
  const path = join(root, '.vscode');
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  const links = isThere
    ? [await realpath(path), await realpath(join(path, 'launch.json')).catch(() => join(path, 'launch.json'))]
    : [path, join(path, 'launch.json')];
  if (links[0] === path && links[1] === join(path, 'launch.json')) return path;
  throw new AppError('invalid-input', `${launchFile} is a link to another place.`, {
    hint: 'The studio does not write through links. Add the configuration by hand.',
  });
}

// Only inserts lines, or replaces the entry of the same name: what a formatter would touch beside it stays as it is.
async function withConfiguration(
  before: string,
  configuration: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } = await import('jsonc-parser');
  if (before.trim() === '')
    return `${JSON.stringify({ version: '0.2.0', configurations: [configuration] }, null, 2)}\n`;
  const errors: { error: number; offset: number; length: number }[] = [];
  const root = parseTree(before, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) throw refused(before, error.offset, printParseErrorCode(error.error));
  if (root?.type !== 'object') throw refused(before, root?.offset ?? 0, 'An object is expected');
  const list = findNodeAtLocation(root, ['configurations']);
  if (list && list.type !== 'array') throw refused(before, list.offset, '"configurations" must be an array');

  const unit = /\n([ \t]+)\S/.exec(before)?.[1] ?? '  ';
  const eol = before.includes('\r\n') ? '\r\n' : '\n';
  const formatted = (value: unknown, depth: number): string =>
    JSON.stringify(value, null, unit).replaceAll('\n', eol + unit.repeat(depth));
  const insertFirst = (
    parent: { offset: number; children?: unknown[] },
    text: string,
    depth: number,
  ): string => {
    const start = parent.offset + 1;
    const end = parent.children?.length ? ',' : eol + unit.repeat(depth - 1);
    return before.slice(0, start) + eol + unit.repeat(depth) + text + end + before.slice(start);
  };
  if (!list) return insertFirst(root, `"configurations": ${formatted([configuration], 1)}`, 1);
  const same = list.children?.find((item) => isNamed(getNodeValue(item), configuration['name']));
  if (!same) return insertFirst(list, formatted(configuration, 2), 2);
  return before.slice(0, same.offset) + formatted(configuration, 2) + before.slice(same.offset + same.length);
}

function isNamed(item: unknown, name: unknown): boolean {
  return typeof item === 'object' && item !== null && 'name' in item && item.name === name;
}

function refused(text: string, offset: number, why: string): AppError {
  const lines = text.slice(0, offset).split('\n');
  const place = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
  return new AppError('invalid-input', `${launchFile} can’t be read at ${place}: ${why}.`, {
    hint: 'Nothing was written. Correct the file, then try again.',
  });
}

function baseOf(text: string | null): string | null {
  return text === null ? null : createHash('sha256').update(text).digest('hex');
}

// The lines between what both texts begin and end with.
function changedLines(before: string, after: string): Pick<AttachChange, 'line' | 'removed' | 'added'> {
  const [old, next] = [before === '' ? [] : before.split(/\r?\n/), after.split(/\r?\n/)];
  let start = 0;
  while (start < Math.min(old.length, next.length) && old[start] === next[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, next.length) - start && old.at(-1 - end) === next.at(-1 - end)) end += 1;
  return {
    line: start + 1,
    removed: old.slice(start, old.length - end).map((line) => escapeControls(line, '\t')),
    added: next.slice(start, next.length - end).map((line) => escapeControls(line, '\t')),
  };
}
