import type { ProjectProblem } from '../../../shared/model/project.ts';

/**
 * What starts a project's server. All paths are absolute.
 *
 * - `interpreter`: Runs the runner (see `ProgramOptions`).
 * - `argv`: The CLI: a program, and arguments before its own.
 * - `virtualEnv`: Folder of a Python environment.
 */
export interface ProjectRuntime {
  readonly interpreter: string;
  readonly runner: 'run.mjs' | 'run.py';
  readonly argv: readonly string[];
  readonly path: readonly string[];
  readonly virtualEnv: string | null;
}

export type RuntimeSearch =
  | { readonly runtime: ProjectRuntime; readonly problem: null }
  | { readonly runtime: null; readonly problem: ProjectProblem };

export interface SearchContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The studio's own Node.js; `null` under Electron. */
  readonly ownNode: string | null;
}

export function missing(
  message: string,
  hint: string,
  command: string | null,
  canInstall = false,
): RuntimeSearch {
  return { runtime: null, problem: { severity: 'error', message, hint, command, canInstall } };
}
