import { z } from 'zod';
import { WireError } from '../wire-error.ts';
import { LogLine } from './connections/local-server.ts';

/** The projects that *New project* can write; folders of `resources/templates`. All run without a key. */
export const ProjectTemplate = z.enum(['chat-javascript', 'approval-javascript', 'chat-python']);
export type ProjectTemplate = z.infer<typeof ProjectTemplate>;

/** Something in a project's folder that keeps it from running (`error`) or that may (`warning`). */
export const ProjectProblem = z.strictObject({
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  hint: z.string(),
  /** A command that mends it, to be run in the project's folder; `null` if there is none. */
  command: z.string().nullable(),
  /** Whether `projects.install` runs that command. */
  canInstall: z.boolean(),
});
export type ProjectProblem = z.infer<typeof ProjectProblem>;

/**
 * The development server of a project. `ready`: its own process reported its port, which answers. `reloading`:
 * its files have changed. `failed` with a `pid`: the server has crashed, but the process that watches the files
 * runs, and starts it again after a change.
 */
export const ProjectServerStatus = z.strictObject({
  state: z.enum(['stopped', 'installing', 'starting', 'ready', 'reloading', 'stopping', 'failed']),
  url: z.string().nullable(),
  pid: z.int().nullable(),
  /** Milliseconds from start to ready, once ready. */
  startedInMs: z.number().nullable(),
  /** How often it was ready again after a change of its files, since its start. */
  reloads: z.int().nonnegative(),
  problem: z.nullable(WireError),
});
export type ProjectServerStatus = z.infer<typeof ProjectServerStatus>;

/** Choices of the user about a project. */
export const ProjectSettings = z.strictObject({
  /** `null`: the last port if it is free, else one that is. */
  port: z.int().min(1).max(65_535).nullable(),
  /** Relative to the project's folder; `null`: only the one that `langgraph.json` names. */
  envFile: z.string().max(1000).nullable(),
  /** `null`: no debugger. */
  debugPort: z.int().min(1).max(65_535).nullable(),
});
export type ProjectSettings = z.infer<typeof ProjectSettings>;

/** A folder with a `langgraph.json`, opened by the user. */
export const Project = z.strictObject({
  id: z.string(),
  /** Absolute, without links. */
  folder: z.string(),
  name: z.string(),
  /** `null` if `langgraph.json` can't be read. */
  language: z.enum(['javascript', 'python']).nullable(),
  graphs: z.array(z.strictObject({ id: z.string(), path: z.string() })),
  /** Environment file named by `langgraph.json`. */
  configEnvFile: z.string().nullable(),
  problems: z.array(ProjectProblem),
  /** The program and its arguments; `null` while one is missing. `{port}` stands for a port yet to be chosen. */
  command: z.array(z.string()).nullable(),
  /** Whether web pages that are open in a browser may call the server: no auth, and every origin is allowed. */
  isOpenToWebPages: z.boolean(),
  settings: ProjectSettings,
  status: ProjectServerStatus,
  /** The saved connection of its server, once it was ready. */
  connectionId: z.string().nullable(),
  /** ISO 8601. */
  openedAt: z.string(),
});
export type Project = z.infer<typeof Project>;

/** All opened projects, the newest first. */
export const ProjectsSnapshot = z.strictObject({
  projects: z.array(Project),
  /** Set if the stored list had to be repaired or can't be written, as sentences. */
  notice: z.string().nullable(),
});
export type ProjectsSnapshot = z.infer<typeof ProjectsSnapshot>;

/** New lines of a project's log. The first item of a stream has all that are stored. */
export const ProjectLogUpdate = z.strictObject({ lines: z.array(LogLine) });
export type ProjectLogUpdate = z.infer<typeof ProjectLogUpdate>;
