import { realpath } from 'node:fs/promises';
import type { CallsOf } from '../../shared/contract.ts';
import { findSource } from './find-source.ts';
import { createEditorCalls, type EditorOptions } from './open-in-editor.ts';
import { createModuleReader } from './project-modules.ts';

/** Finds what a graph is made of in the files of its project, and opens it in the user's editor. */
export function createSource(options: EditorOptions): { readonly calls: CallsOf<'source'> } {
  const { readProject } = options;
  const readModules = createModuleReader();
  return {
    calls: {
      'source.find': async ({ projectId, graphId, target }) => {
        const { folder, graphs } = await readProject(projectId);
        const graph = graphs.find(({ id }) => id === graphId);
        if (!graph) return { places: [], note: `The project’s langgraph.json has no graph “${graphId}”.` };
        const colon = graph.path.lastIndexOf(':');
        const [file, exported] = [graph.path.slice(0, colon), graph.path.slice(colon + 1)];
        const modules = await readModules(folder, file);
        if (modules === null)
          return { places: [], note: `${file} is not in the project’s folder, or could not be read.` };
        return findSource(await realpath(folder), modules, { exported, target });
      },
      ...createEditorCalls(options),
    },
  };
}
