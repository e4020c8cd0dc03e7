import pLimit from 'p-limit';
import { AppError } from '../../shared/app-error.ts';
import type { CallsOf } from '../../shared/contract.ts';
import { parseInput } from '../../shared/inputs/parse-input.ts';
import { externalChecksOf } from '../../shared/inputs/external-check.ts';
import type {
  ExternalCheck,
  ExternalChecks,
  InputFolder,
  InputSummary,
} from '../../shared/model/input-file.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { draftInput } from './draft-input.ts';
import { createInputFiles, type InputFiles } from './input-files.ts';
import { createInputFolders, projectFolderOf } from './input-folders.ts';
import type { CheckKeys } from '../experiments/scores/check-keys.ts';
import { createAllowedChecks } from '../experiments/scores/allowed-checks.ts';
import type { CheckScope } from '../experiments/scores/create-scorer.ts';

export interface Inputs {
  readonly calls: CallsOf<'inputs'>;
  /** The files of a server's folder. Throws `not-found` if none was chosen. */
  filesOf(connectionId: string): Promise<InputFiles>;
  /** Takes the inputs of a server from this folder, until the program ends. Absolute, without links. */
  useFolder(connectionId: string, folder: string): void;
  forget(connectionId: string): Promise<void>;
  /** What the checks of a server's inputs may do. Throws `not-found` without a folder. */
  checkScope(connectionId: string): Promise<CheckScope>;
  /** What the checks of these files reach that nobody has agreed to, each once. */
  externalChecks(connectionId: string, paths: readonly string[]): Promise<ExternalChecks>;
  /** Allows all that the checks of a server's inputs reach, until the program ends. */
  allowAllChecks(connectionId: string): void;
}

const readsAtOnce = 8;
// The most checks that a person is asked about at once.
const maxAsked = 1000;

/** Inputs: files in the user's project, or in a folder chosen for a server (`docs/inputs.md`). */
export function createInputs(options: {
  readonly documents: DocumentStore;
  readonly clients: ServerClients;
  readonly keys: CheckKeys;
}): Inputs {
  const { documents, clients, keys } = options;
  const folders = createInputFolders(documents);
  const allowed = createAllowedChecks(documents);
  const fullyAllowedServers = new Set<string>();
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
  const chosenFolderOf = async (connectionId: string): Promise<string> => {
    const folder = await folderOf(connectionId);
    if (folder !== null) return folder.folder;
    throw new AppError('not-found', 'No folder was chosen for the inputs of this server.', {
      hint: 'Choose one first.',
    });
  };
  const filesOf = async (connectionId: string): Promise<InputFiles> =>
    filesIn(await chosenFolderOf(connectionId));
  const checkScope = async (connectionId: string): Promise<CheckScope> => {
    const folder = projectFolderOf(await chosenFolderOf(connectionId));
    return {
      folder,
      isAllowed: async (check) => fullyAllowedServers.has(connectionId) || allowed.has(folder, check),
    };
  };

  const externalChecks: Inputs['externalChecks'] = async (connectionId, paths) => {
    const files = await filesOf(connectionId);
    const scope = await checkScope(connectionId);
    const inTurn = pLimit(readsAtOnce);
    const read = await Promise.all(paths.map((path) => inTurn(() => externalChecksIn(files, path))));
    const checks = new Map(read.flat().map((check) => [JSON.stringify(check), check]));
    const open = [];
    for (const check of checks.values()) if (!(await scope.isAllowed(check))) open.push(check);
    return { folder: scope.folder, checks: open.slice(0, maxAsked) };
  };

  return {
    filesOf,
    checkScope,
    externalChecks,
    allowAllChecks: (connectionId) => {
      fullyAllowedServers.add(connectionId);
    },
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
      'inputs.externalChecks': ({ connectionId, paths }) => externalChecks(connectionId, paths),
      'inputs.allowChecks': async ({ connectionId, checks }) => {
        await allowed.allow((await checkScope(connectionId)).folder, checks);
        return {};
      },
      'inputs.keys': () => keys.list(),
      'inputs.saveKey': ({ draft }) => keys.save(draft),
      'inputs.forgetKey': (key) => keys.forget(key),
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

async function externalChecksIn(files: InputFiles, path: string): Promise<ExternalCheck[]> {
  const { input } = parseInput(
    await files.read(path).then(
      ({ text }) => text,
      () => '',
    ),
  );
  return input === null ? [] : externalChecksOf(input);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
