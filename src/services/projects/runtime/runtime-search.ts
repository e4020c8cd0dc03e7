import type { ProjectProblem } from '../../../shared/model/project.ts';

/** What starts a project's server. All paths are absolute. */
export interface ProjectRuntime {
  /** Runs the runner (see `ProgramOptions`). */
  readonly interpreter: string;
  readonly runner: 'run.mjs' | 'run.py';
  /** The CLI: a program, and arguments before its own. */
  readonly argv: readonly string[];
  readonly path: readonly string[];
  /** Folder of a Python environment. */
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
