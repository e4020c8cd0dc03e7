import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import type { InputFolder } from '../../shared/model/input-file.ts';
import { resolveProjectFolder } from '../projects/read-project.ts';
import { projectsDocument } from '../projects/project-store.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import type { DocumentSpec } from '../storage/versioned-document.ts';

const inputsFolderName = 'inputs';

const maxFolders = 500;

const Folders = z.strictObject({
  folders: z.array(z.strictObject({ connectionId: z.string(), folder: z.string() })),
});

export const inputFoldersDocument: DocumentSpec<z.infer<typeof Folders>> = {
  name: 'input-folders',
  version: 1,
  schema: Folders,
  initial: { folders: [] },
};

interface InputFolders {
  // That of its project, else the chosen one; `null` if there is neither.
  of(connectionId: string): Promise<InputFolder | null>;
  // Fails with `invalid-input` if there is no such folder, and with `conflict` for the server of a project.
  choose(connectionId: string, folder: string): Promise<InputFolder>;
  forget(connectionId: string): Promise<void>;
}

/**
 * The folder of the project whose inputs are in this folder or in one above it: the command line also takes a
 * subfolder.
 */
export function projectFolderOf(folder: string): string {
  for (let above = folder; above !== dirname(above); above = dirname(above)) {
    if (basename(above) === inputsFolderName) return dirname(above);
  }
  return dirname(folder);
}

export function createInputFolders(documents: DocumentStore): InputFolders {
  const ofProject = async (connectionId: string): Promise<InputFolder | null> => {
    const { projects } = (await documents.open(projectsDocument)).value();
    const project = projects.find((one) => one.connectionId === connectionId);
    if (!project) return null;
    // The project may have moved behind a link since.
    const folder = await realpath(project.folder).catch(() => project.folder);
    return { folder: join(folder, inputsFolderName), origin: 'project' };
  };
  return {
    async of(connectionId) {
      const projectFolder = await ofProject(connectionId);
      if (projectFolder !== null) return projectFolder;
      const { folders } = (await documents.open(inputFoldersDocument)).value();
      const chosen = folders.find((one) => one.connectionId === connectionId);
      return chosen ? { folder: chosen.folder, origin: 'chosen' } : null;
    },
    async choose(connectionId, typed) {
      if ((await ofProject(connectionId)) !== null) {
        throw new AppError('conflict', 'The inputs of a project are in its folder.', {
          hint: 'Remove the project from the list to choose another folder.',
        });
      }
      const above = await resolveProjectFolder(typed);
      const folder = basename(above) === inputsFolderName ? above : join(above, inputsFolderName);
      const document = await documents.open(inputFoldersDocument);
      await document.update(({ folders }) => ({
        folders: [
          { connectionId, folder },
          ...folders.filter((one) => one.connectionId !== connectionId),
        ].slice(0, maxFolders),
      }));
      return { folder, origin: 'chosen' };
    },
    async forget(connectionId) {
      const document = await documents.open(inputFoldersDocument);
      if (!document.value().folders.some((one) => one.connectionId === connectionId)) return;
      await document.update(({ folders }) => ({
        folders: folders.filter((one) => one.connectionId !== connectionId),
      }));
    },
  };
}
