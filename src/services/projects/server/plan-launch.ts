import { realpath } from 'node:fs/promises';
import { basename, delimiter, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { AppError } from '../../../shared/app-error.ts';
import { childEnvironment } from './child-environment.ts';
import { parseEnvFile } from '../env-file.ts';
import { findProgram } from './find-program.ts';
import {
  chooseDebugPort,
  debuggerArguments,
  debuggerVariables,
  type DebuggerLaunchOptions,
} from './debugger-launch.ts';
import { configuredPort, freePort } from './probe-server.ts';
import type { ServerLaunch } from './project-server.ts';
import { readSmallFile } from '../read-small-file.ts';
import { fileExists } from '../file-exists.ts';
import type { ProjectRuntime } from './runtime-search.ts';

// Programs of Windows need these beside what the demo server gets.
const windowsVariables = ['APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'COMSPEC', 'PATHEXT', 'USERNAME'];

interface ProjectLaunchOptions extends DebuggerLaunchOptions {
  readonly folder: string;
  readonly lastPort: number | null;
  readonly ownEnv: Readonly<Record<string, string | undefined>>;
}

/** The CLI's arguments, on this machine's own address only. */
export function cliArguments(
  folder: string,
  runtime: ProjectRuntime,
  port: string,
  debugPort: number | null,
): string[] {
  const config = join(folder, 'langgraph.json');
  const bind = ['--host', '127.0.0.1', '--port', port];
  return [
    ...runtime.argv,
    'dev',
    ...bind,
    '--no-browser',
    '--config',
    config,
    ...debuggerArguments(runtime, debugPort),
  ];
}

/**
 * Chooses the port and builds the environment: a short list of our own variables and the user's environment file, and
 * nothing else. Throws `conflict` if the user's port is taken, and `invalid-input` for an environment file
 * that can't be read. `variables`: those of the file.
 */
export async function planLaunch(
  options: ProjectLaunchOptions,
): Promise<ServerLaunch & { readonly variables: Readonly<Record<string, string>> }> {
  const { folder, runtime, settings, runnerFolder } = options;
  const variables = settings.envFile === null ? {} : await readEnvironment(folder, settings.envFile);
  const port = await choosePort(settings.port, options.lastPort);
  const debugPort = await chooseDebugPort(options);
  return {
    port,
    debugPort,
    variables,
    program: {
      interpreter: runtime.interpreter,
      runner: join(runnerFolder, runtime.runner),
      argv: cliArguments(folder, runtime, String(port), debugPort),
      cwd: folder,
      env: {
        ...ownVariables(options.ownEnv, runtime),
        ...variables,
        ...debuggerVariables(options, debugPort, variables['NODE_OPTIONS']),
      },
    },
  };
}

/**
 * `npm install` with fixed arguments, in the project's folder. Throws `unsupported` if npm is not found.
 */
export async function planInstall(
  options: Pick<ProjectLaunchOptions, 'folder' | 'runnerFolder' | 'ownEnv'> & {
    readonly ownNode: string | null;
  },
): Promise<ServerLaunch['program']> {
  const { folder, runnerFolder, ownEnv, ownNode } = options;
  const node = (await findProgram('node', ownEnv['PATH'])) ?? ownNode;
  const npm = node === null ? null : await findNpm(node, ownEnv['PATH']);
  if (node === null || npm === null) {
    throw new AppError('unsupported', `${node === null ? 'Node.js' : 'npm'} was not found.`, {
      hint: 'Install Node.js 20 or newer from https://nodejs.org, then restart the studio.',
    });
  }
  const runtime = {
    interpreter: node,
    runner: 'run.mjs',
    argv: [],
    path: [dirname(node)],
    virtualEnv: null,
  } as const;
  return {
    interpreter: node,
    runner: join(runnerFolder, 'run.mjs'),
    argv: [...npm, 'install', '--no-audit', '--no-fund'],
    cwd: folder,
    env: ownVariables(ownEnv, runtime),
  };
}

// npm as a script of Node, because its command is a shell script on Windows; else the command itself.
async function findNpm(node: string, path: string | undefined): Promise<string[] | null> {
  if (process.platform === 'win32') {
    const script = join(dirname(node), 'node_modules', 'npm', 'bin', 'npm-cli.js');
    return (await fileExists(script)) ? [node, script] : null;
  }
  const command = await findProgram('npm', path);
  if (command === null) return null;
  const script = await realpath(command);
  return basename(script) === 'npm-cli.js' ? [node, script] : [command];
}

function ownVariables(
  variables: ProjectLaunchOptions['ownEnv'],
  runtime: ProjectRuntime,
): Record<string, string> {
  const inherited = childEnvironment(variables);
  for (const [name, value] of Object.entries(variables)) {
    if (value !== undefined && windowsVariables.includes(name.toUpperCase())) inherited[name] = value;
  }
  const pathName = Object.keys(inherited).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const inheritedPath = inherited[pathName] === undefined ? [] : [inherited[pathName]];
  return {
    ...inherited,
    [pathName]: [...new Set(runtime.path), ...inheritedPath].join(delimiter),
    // Lines come when they are printed, and as UTF-8.
    ...(runtime.virtualEnv === null
      ? {}
      : { VIRTUAL_ENV: runtime.virtualEnv, PYTHONUNBUFFERED: '1', PYTHONUTF8: '1' }),
  };
}

async function choosePort(configured: number | null, last: number | null): Promise<number> {
  if (configured !== null) return configuredPort(configured);
  const port = (last === null ? null : await freePort(last)) ?? (await freePort(null));
  if (port !== null) return port;
  throw new AppError('unreachable', 'This machine has no free port.', { hint: 'Close other servers.' });
}

async function readEnvironment(folder: string, name: string): Promise<Record<string, string>> {
  const path = resolve(folder, name);
  const file = await readSmallFile(path, 1024 * 1024);
  if ('text' in file) return parseEnvFile(file.text);
  const displayPath = isAbsolute(name) ? name : relative(folder, path);
  const why = {
    missing: 'does not exist',
    'not-a-file': 'is not a file',
    'too-large': 'is larger than 1 MB',
    'on-network': 'is a link to another computer',
  };
  const problem = file.problem === 'unreadable' ? 'could not be read' : why[file.problem];
  throw new AppError('invalid-input', `The environment file ${displayPath} ${problem}.`, {
    hint: 'Correct it in the project settings.',
  });
}
