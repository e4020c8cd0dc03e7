import pLimit from 'p-limit';
import { AppError } from '../../shared/app-error.ts';
import type { CallsOf } from '../../shared/contract.ts';
import { parseInput } from '../../shared/inputs/parse-input.ts';
import type { InputFolder, InputSummary } from '../../shared/model/input-file.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { draftInput } from './draft-input.ts';
import { createInputFiles, type InputFiles } from './input-files.ts';
import { createInputFolders } from './input-folders.ts';

export interface Inputs {
  readonly calls: CallsOf<'inputs'>;
  /** The files of a server's folder. Throws `not-found` if none was chosen. */
  filesOf(connectionId: string): Promise<InputFiles>;
  /** Takes the inputs of a server from this folder, until the program ends. Absolute, without links. */
  useFolder(connectionId: string, folder: string): void;
  forget(connectionId: string): Promise<void>;
}

const readsAtOnce = 8;

/** Inputs: files in the user's project, or in a folder chosen for a server (`docs/inputs.md`). */
export function createInputs(options: {
  readonly documents: DocumentStore;
  readonly clients: ServerClients;
}): Inputs {
  const { documents, clients } = options;
  const folders = createInputFolders(documents);
  // One for each folder, so that its writes share a queue.
  const filesByFolder = new Map<string, InputFiles>();
  const filesIn = (folder: string): InputFiles => {
    const files = filesByFolder.get(folder) ?? createInputFiles(folder);
    filesByFolder.set(folder, files);
    return files;
  };
  const chosenFolders = new Map<string, InputFolder>();
  const folderOf = async (connectionId: string): Promise<InputFolder | null> =>
    chosenFolders.get(connectionId) ?? folders.of(connectionId);
  const filesOf = async (connectionId: string): Promise<InputFiles> => {
    const folder = await folderOf(connectionId);
    if (folder !== null) return filesIn(folder.folder);
    throw new AppError('not-found', 'No folder was chosen for the inputs of this server.', {
      hint: 'Choose one first.',
    });
  };

  return {
    filesOf,
    useFolder: (connectionId, folder) => {
      chosenFolders.set(connectionId, { folder, origin: 'chosen' });
    },
    forget: (connectionId) => folders.forget(connectionId),
    calls: {
      'inputs.list': async ({ connectionId }) => {
        const folder = await folderOf(connectionId);
        if (folder === null) return { folder, files: [], isCut: false };
        const { files, isCut } = await filesIn(folder.folder).list();
        return { folder, files: [...files], isCut };
      },
      'inputs.chooseFolder': ({ connectionId, folder }) => folders.choose(connectionId, folder),
      'inputs.summaries': async ({ connectionId, paths }) => {
        const files = await filesOf(connectionId);
        const inTurn = pLimit(readsAtOnce);
        return Promise.all(paths.map((path) => inTurn(() => summarize(files, path))));
      },
      'inputs.read': async ({ connectionId, path }) => (await filesOf(connectionId)).read(path),
      'inputs.save': async ({ connectionId, path, text, expected }) =>
        (await filesOf(connectionId)).save(path, text, expected),
      'inputs.rename': async ({ connectionId, from, to }) => (await filesOf(connectionId)).rename(from, to),
      'inputs.delete': async ({ connectionId, paths }) => {
        const files = await filesOf(connectionId);
        const results = [];
        for (const path of paths) {
          const problem = await files.remove(path).then(() => null, messageOf);
          results.push({ path, problem });
        }
        return results;
      },
      'inputs.saveTest': async ({ connectionId, path, text, isReplaced }) => {
        await (await filesOf(connectionId)).saveTest(path, text, isReplaced);
        return { path };
      },
      'inputs.draft': ({ connectionId, source }, signal) =>
        withServerClient(clients, connectionId, (client) => draftInput(client, source, signal)),
    },
  };
}

// What a file says. One that can't be read has a problem, and is left as it is.
async function summarize(files: InputFiles, path: string): Promise<InputSummary> {
  const nothing = { path, graph: null, description: null, checks: 0 };
  try {
    const { text } = await files.read(path);
    const { input, problem } = parseInput(text);
    if (input === null) return { ...nothing, problem };
    const { graph, description, checks } = input;
    return { path, graph, description, checks: checks.length, problem: null };
  } catch (error) {
    return { ...nothing, problem: { message: messageOf(error), line: 1, column: 1 } };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
