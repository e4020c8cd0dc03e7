import { z } from 'zod';
import { call, stream } from '../rpc/contract-types.ts';
import {
  AttachChange,
  Project,
  ProjectLogUpdate,
  ProjectSettings,
  ProjectsSnapshot,
  ProjectTemplate,
} from '../model/project.ts';
import { nothing } from './call-inputs.ts';

const onProject = z.strictObject({ projectId: z.string() });
const onFolder = z.strictObject({ folder: z.string().max(4096) });

/**
 * Calls of the contract about projects on the user's disk. What is started is decided by the project's own folder:
 * no call takes a program or arguments.
 */
export const projectCalls = {
  /**
   * Shows the system's folder dialog; `null` if it was cancelled. Electron only, else `unsupported`.
   */
  'projects.pickFolder': call(nothing, z.strictObject({ folder: z.string().nullable() })),
  /** Folders that begin with the typed path, up to 20. */
  'projects.suggestFolders': call(
    z.strictObject({ text: z.string().max(4096) }),
    z.strictObject({ folders: z.array(z.string()) }),
  ),
  /** Reads a folder and lists it; starts nothing. Fails with `invalid-input` if there is no such folder. */
  'projects.open': call(onFolder, Project),
  'projects.refresh': call(onProject, Project),
  /**
   * Writes a template into an empty folder, or a new one, and opens it. Never overwrites: fails with `invalid-input`
   * if the folder is not empty.
   */
  'projects.create': call(onFolder.extend({ template: ProjectTemplate }), Project),
  /**
   * Runs `npm install` in a project whose packages are missing (`ProjectProblem.canInstall`). Resolves when it has
   * ended; its output is in the log, and a failure in the status.
   */
  'projects.install': call(onProject, Project),
  'projects.saveSettings': call(onProject.extend({ settings: ProjectSettings }), Project),
  /** Takes it off the list, and stops it. Its folder and its server's connection stay. */
  'projects.remove': call(onProject, nothing),
  /**
   * Starts (or restarts) the development server. Resolves once it is ready or has failed, as its status says. Fails
   * with `not-found`. `withDebugger`: opens a debugger's port on this machine, also if the settings name none.
   */
  'projects.start': call(onProject.extend({ withDebugger: z.boolean().optional() }), Project),
  /**
   * What `projects.writeAttach` would change in `.vscode/launch.json`. Fails with `conflict` without a debugger, and
   * with `invalid-input` if that file can't be read.
   */
  'projects.previewAttach': call(onProject, AttachChange),
  /** Fails with `conflict` if the file is not the one of that preview any more (`base`). */
  'projects.writeAttach': call(onProject.extend({ base: z.string().nullable() }), AttachChange),
  'projects.stop': call(onProject, Project),
};

export const projectStreams = {
  'projects.watch': stream(nothing, ProjectsSnapshot),
  'projects.log': stream(onProject, ProjectLogUpdate),
};
