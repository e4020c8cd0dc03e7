import { realpath } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import type { CallsOf } from '../../shared/contract.ts';
import { EditorChoice, type EditorSettings } from '../../shared/model/editor.ts';
import { escapeControls } from '../logging/escape-controls.ts';
import type { ProjectReading } from '../projects/read-project.ts';
import { openProgram } from '../projects/server/start-program.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import type { DocumentSpec } from '../storage/versioned-document.ts';
import {
  customArguments,
  customCommandFileName,
  readCustomCommand,
  type CustomCommand,
} from './custom-command.ts';
import {
  editorArguments,
  editorOfEnvironment,
  findEditors,
  type FilePosition,
  type InstalledEditor,
} from './editors.ts';
import { realPathInside } from './project-modules.ts';

export const editorDocument: DocumentSpec<{ choice: EditorChoice }> = {
  name: 'editor',
  version: 1,
  schema: z.strictObject({ choice: EditorChoice }),
  initial: { choice: 'automatic' },
};

export interface EditorOptions {
  readonly dataFolder: string;
  readonly documents: DocumentStore;
  /** Reads a project's folder as it is now. Throws `not-found`. */
  readonly readProject: (projectId: string) => Promise<ProjectReading>;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

type EditorCalls = Pick<CallsOf<'source'>, 'source.open' | 'source.editors' | 'source.chooseEditor'>;

interface Editor {
  readonly name: string;
  readonly program: string;
  readonly args: (position: FilePosition) => string[];
}

interface Editors {
  readonly choice: EditorChoice;
  readonly installed: readonly InstalledEditor[];
  readonly custom: CustomCommand;
  readonly used: Editor | null;
}

/** Opens a file of a project in the user's editor at a line, and finds the editors that are installed. */
export function createEditorCalls(options: EditorOptions): EditorCalls {
  const { dataFolder, documents, readProject, env = process.env } = options;
  const customCommandFile = join(dataFolder, customCommandFileName);

  const findAll = async (): Promise<Editors> => {
    const { choice } = (await documents.open(editorDocument)).value();
    const installed = await findEditors(env['PATH']);
    const custom = await readCustomCommand(customCommandFile, env['PATH']);
    return { choice, installed, custom, used: chosen(choice, installed, custom) };
  };
  const chosen = (
    choice: EditorChoice,
    installed: readonly InstalledEditor[],
    custom: CustomCommand,
  ): Editor | null => {
    if ((choice === 'custom' || choice === 'automatic') && custom.command !== null) {
      const { command, program } = custom;
      return { name: basename(program), program, args: (position) => customArguments(command, position) };
    }
    const editor =
      choice === 'automatic'
        ? (editorOfEnvironment(env, installed) ?? installed[0])
        : installed.find(({ id }) => id === choice);
    return editor ? { ...editor, args: (position) => editorArguments(editor.id, position) } : null;
  };
  const settings = async (): Promise<EditorSettings> => {
    const { choice, installed, custom, used } = await findAll();
    return {
      choice,
      used: used?.name ?? null,
      installed: installed.map(({ id, name }) => ({ id, name })),
      customCommand: custom.command === null ? null : [...custom.command],
      customCommandFile,
      problem: custom.problem,
    };
  };

  const openInEditor: CallsOf<'source'>['source.open'] = async ({ projectId, file, line, column }) => {
    const { folder } = await readProject(projectId);
    const root = await realpath(folder);
    const path = await realPathInside(root, resolve(root, file));
    if (path === null) {
      throw new AppError('invalid-input', `${escapeControls(file)} is not in the project’s folder.`, {
        hint: 'It may have been moved. Look for the source again.',
      });
    }
    const place = `${path}:${line}:${column}`;
    const { used, custom, choice } = await findAll();
    if (used === null) {
      const reason =
        choice === 'automatic' ? 'No editor was found on this computer.' : 'The chosen editor was not found.';
      throw new AppError('unsupported', [reason, custom.problem].filter(Boolean).join(' '), {
        hint: `Choose one with the command “Choose editor”, or open ${place} yourself.`,
      });
    }
    const { name, program, args } = used;
    const problem = await openProgram(program, args({ file: path, line, column }), root);
    if (problem !== null) {
      throw new AppError('internal', `${name} could not open the file. ${problem}`, {
        hint: `Open ${place} yourself, or choose another editor.`,
      });
    }
    return { editor: name };
  };

  return {
    'source.open': openInEditor,
    'source.editors': () => settings(),
    'source.chooseEditor': async ({ choice }) => {
      await (await documents.open(editorDocument)).update(() => ({ choice }));
      return settings();
    },
  };
}
