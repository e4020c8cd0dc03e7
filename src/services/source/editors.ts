import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { EditorId } from '../../shared/model/editor.ts';
import { findProgram, isExecutable } from '../projects/server/find-program.ts';

/** A file's path, absolute, so that no program takes it for an option; line and column from 1. */
export interface FilePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

interface EditorKind {
  readonly name: string;
  readonly programs: readonly string[];
  /** Where it is without being in PATH. */
  readonly usual: readonly string[];
  readonly args: (position: FilePosition) => string[];
}

export interface InstalledEditor {
  readonly id: EditorId;
  readonly name: string;
  readonly program: string;
}

const withGoto = ({ file, line, column }: FilePosition): string[] => ['--goto', `${file}:${line}:${column}`];
const withColons = ({ file, line, column }: FilePosition): string[] => [`${file}:${line}:${column}`];
const jetBrains = ({ file, line, column }: FilePosition): string[] => [
  '--line',
  String(line),
  // JetBrains counts columns from 0.
  '--column',
  String(column - 1),
  file,
];

const toolbox =
  process.platform === 'darwin'
    ? join(homedir(), 'Library/Application Support/JetBrains/Toolbox/scripts')
    : join(homedir(), '.local/share/JetBrains/Toolbox/scripts');

function macProgram(app: string, program: string): string {
  return `/Applications/${app}.app/Contents/Resources/app/bin/${program}`;
}

function windowsProgram(folder: string, program: string): string {
  return join(homedir(), 'AppData', 'Local', 'Programs', folder, program);
}

const kinds: Readonly<Record<EditorId, EditorKind>> = {
  code: {
    name: 'VS Code',
    programs: ['code', 'code-insiders'],
    usual: [
      macProgram('Visual Studio Code', 'code'),
      windowsProgram('Microsoft VS Code', 'Code.exe'),
      '/snap/bin/code',
    ],
    args: withGoto,
  },
  cursor: {
    name: 'Cursor',
    programs: ['cursor'],
    usual: [macProgram('Cursor', 'cursor'), windowsProgram('cursor', 'Cursor.exe')],
    args: withGoto,
  },
  windsurf: {
    name: 'Windsurf',
    programs: ['windsurf'],
    usual: [macProgram('Windsurf', 'windsurf'), windowsProgram('Windsurf', 'Windsurf.exe')],
    args: withGoto,
  },
  codium: {
    name: 'VSCodium',
    programs: ['codium'],
    usual: [macProgram('VSCodium', 'codium'), windowsProgram('VSCodium', 'VSCodium.exe')],
    args: withGoto,
  },
  zed: { name: 'Zed', programs: ['zed', 'zeditor'], usual: [], args: withColons },
  subl: { name: 'Sublime Text', programs: ['subl', 'sublime_text'], usual: [], args: withColons },
  idea: jetBrainsKind('IntelliJ IDEA', 'idea'),
  webstorm: jetBrainsKind('WebStorm', 'webstorm'),
  pycharm: jetBrainsKind('PyCharm', 'pycharm'),
};

function jetBrainsKind(name: string, program: string): EditorKind {
  return { name, programs: [program, `${program}64`], usual: [join(toolbox, program)], args: jetBrains };
}

/** The editors on this computer, in the order in which they are tried. */
export async function findEditors(path: string | undefined): Promise<InstalledEditor[]> {
  const searched = EditorId.options.map(async (id): Promise<InstalledEditor[]> => {
    const program = await findEditor(kinds[id], path);
    return program === null ? [] : [{ id, name: kinds[id].name, program }];
  });
  return (await Promise.all(searched)).flat();
}

async function findEditor({ programs, usual }: EditorKind, path: string | undefined): Promise<string | null> {
  for (const name of programs) {
    const program = await findProgram(name, path);
    if (program !== null) return program;
  }
  for (const program of usual) if (await isExecutable(program)) return program;
  return null;
}

export function editorArguments(id: EditorId, position: FilePosition): string[] {
  return kinds[id].args(position);
}

/**
 * The editor that `VISUAL` or `EDITOR` names. Their options are left out: `code --wait` is VS Code. `null` for those that need a
 * terminal, such as vim.
 */
export function editorOfEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  installed: readonly InstalledEditor[],
): InstalledEditor | null {
  for (const value of [env['VISUAL'], env['EDITOR']]) {
    const word = /^\s*(?:"([^"]+)"|'([^']+)'|(\S+))/.exec(value ?? '');
    const name = basename(word?.[1] ?? word?.[2] ?? word?.[3] ?? '').replace(/\.(exe|cmd)$/i, '');
    const editor = installed.find(({ id }) => kinds[id].programs.includes(name.toLowerCase()));
    if (editor) return editor;
  }
  return null;
}
