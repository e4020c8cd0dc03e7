import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProjectSettings } from '../../../shared/model/project.ts';
import { configuredPort, freePort } from './probe-server.ts';
import type { ProjectRuntime } from './runtime-search.ts';

export interface DebuggerLaunchOptions {
  readonly runtime: ProjectRuntime;
  readonly settings: ProjectSettings;
  readonly withDebugger: boolean;
  // `resources/project-runner`.
  readonly runnerFolder: string;
}

// Where the debuggers of Node.js and of Python usually listen, so that a configuration in an editor stays valid.
const defaultDebugPorts = { 'run.mjs': 9229, 'run.py': 5678 } as const;

/** The port on which a project's server opens its debugger (debugpy, Node's inspector); `null` to start without one. */
export async function chooseDebugPort({
  runtime,
  settings,
  withDebugger,
}: DebuggerLaunchOptions): Promise<number | null> {
  // A program that listens there already would be taken for the debugger.
  if (settings.debugPort !== null) return configuredPort(settings.debugPort);
  if (!withDebugger) return null;
  return (await freePort(defaultDebugPorts[runtime.runner])) ?? (await freePort(null));
}

/** debugpy is started by the Python CLI. The JavaScript CLI has no option for a debugger: see `debuggerVariables`. */
export const debuggerArguments = ({ runner }: ProjectRuntime, debugPort: number | null): string[] =>
  runner === 'run.py' && debugPort !== null ? ['--debug-port', String(debugPort)] : [];

/** Opens Node's inspector in the server's process, and not in those that it starts. */
export function debuggerVariables(
  { runtime, runnerFolder }: DebuggerLaunchOptions,
  debugPort: number | null,
  nodeOptions = '',
): Record<string, string> {
  if (runtime.runner !== 'run.mjs' || debugPort === null) return {};
  const opener = pathToFileURL(join(runnerFolder, 'open-inspector.mjs')).href;
  return {
    NODE_OPTIONS: `${nodeOptions} --import=${opener}`.trim(),
    REMOTE_GRAPH_STUDIO_DEBUG_PORT: String(debugPort),
  };
}
