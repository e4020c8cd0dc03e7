import { z } from 'zod';
import { WireError } from '../wire-error.ts';
import { LogLine } from './local-server.ts';

/** The projects that *New project* can write; folders of `resources/templates`. All run without a key. */
export const ProjectTemplate = z.enum(['chat-javascript', 'approval-javascript', 'chat-python']);
export type ProjectTemplate = z.infer<typeof ProjectTemplate>;

/**
 * Something in a project's folder that keeps it from running (`error`) or that may (`warning`).
 *
 * - `command`: A command that mends it, to be run in the project's folder; `null` if there is none.
 * - `canInstall`: Whether `projects.install` runs that command.
 */
export const ProjectProblem = z.strictObject({
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  hint: z.string(),
  command: z.string().nullable(),
  canInstall: z.boolean(),
});
export type ProjectProblem = z.infer<typeof ProjectProblem>;

/** A member of `langgraph.json` as a sentence, with its line from 1. `text: null`: no server is known to read it. */
export const ConfigSetting = z.strictObject({
  name: z.string(),
  line: z.int().positive(),
  text: z.string().nullable(),
});
export type ConfigSetting = z.infer<typeof ConfigSetting>;

/**
 * The development server of a project. `ready`: its own process reported its port, which answers. `reloading`: its
 * files have changed. `failed` with a `pid`: the server has crashed, but the process that watches the files runs, and
 * starts it again after a change.
 *
 * - `startedInMs`: Milliseconds from start to ready, once ready.
 * - `debugAddress`: Where a debugger listens, `127.0.0.1:9229`; omitted without one.
 * - `reloads`: How often it was ready again after a change of its files, since its start.
 * - `reloadedAt`: When the files that it has read last were changed, in milliseconds since 1970; omitted if they were
 *   not.
 */
export const ProjectServerStatus = z.strictObject({
  state: z.enum(['stopped', 'installing', 'starting', 'ready', 'reloading', 'stopping', 'failed']),
  url: z.string().nullable(),
  pid: z.int().nullable(),
  startedInMs: z.number().nullable(),
  reloads: z.int().nonnegative(),
  reloadedAt: z.optional(z.number()),
  debugAddress: z.optional(z.string()),
  problem: z.nullable(WireError),
});
export type ProjectServerStatus = z.infer<typeof ProjectServerStatus>;

/**
 * Choices of the user about a project.
 *
 * - `port: null`: the last port if it is free, else one that is.
 * - `envFile`: Relative to the project's folder; `null`: only the one that `langgraph.json` names.
 * - `debugPort: null`: no debugger.
 */
export const ProjectSettings = z.strictObject({
  port: z.int().min(1).max(65_535).nullable(),
  envFile: z.string().max(1000).nullable(),
  debugPort: z.int().min(1).max(65_535).nullable(),
});
export type ProjectSettings = z.infer<typeof ProjectSettings>;

/**
 * A folder with a `langgraph.json`, opened by the user.
 *
 * - `language` is `null` if `langgraph.json` can't be read.
 * - `configEnvFile`: Environment file named by `langgraph.json`.
 * - `command`: The program and its arguments; `null` while one is missing. `{port}` stands for a port yet to be chosen.
 * - `isOpenToWebPages`: Whether web pages that are open in a browser may call the server: no auth, and every origin is allowed.
 * - `configSettings`: What `langgraph.json` sets of the server, in its order.
 * - `connectionId`: The saved connection of its server, once it was ready.
 */
export const Project = z.strictObject({
  id: z.string(),
  folder: z.string(),
  name: z.string(),
  language: z.enum(['javascript', 'python']).nullable(),
  graphs: z.array(z.strictObject({ id: z.string(), path: z.string() })),
  configEnvFile: z.string().nullable(),
  problems: z.array(ProjectProblem),
  command: z.array(z.string()).nullable(),
  isOpenToWebPages: z.boolean(),
  configSettings: z.array(ConfigSetting),
  settings: ProjectSettings,
  status: ProjectServerStatus,
  connectionId: z.string().nullable(),
  openedAt: z.string(),
});
export type Project = z.infer<typeof Project>;

/**
 * What a configuration that attaches an editor to a project's debugger changes in its file.
 *
 * - `file`: Relative to the project's folder.
 * - `base`: Names the text that would be changed; `null`: there is no file yet.
 * - `line`: Of the first changed line, from 1.
 * - `removed`, `added`: Lines; both are empty if the file has the configuration already.
 */
export const AttachChange = z.strictObject({
  file: z.string(),
  base: z.string().nullable(),
  line: z.int().positive(),
  removed: z.array(z.string()),
  added: z.array(z.string()),
});
export type AttachChange = z.infer<typeof AttachChange>;

/**
 * All opened projects, the newest first. `notice` is set if the stored list had to be repaired or can't be written, as
 * sentences.
 */
export const ProjectsSnapshot = z.strictObject({
  projects: z.array(Project),
  notice: z.string().nullable(),
});
export type ProjectsSnapshot = z.infer<typeof ProjectsSnapshot>;

/** New lines of a project's log. The first item of a stream has all that are stored. */
export const ProjectLogUpdate = z.strictObject({ lines: z.array(LogLine) });
export type ProjectLogUpdate = z.infer<typeof ProjectLogUpdate>;
