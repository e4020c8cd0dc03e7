import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { shellWord, windowsWord } from '../../../shared/code/shell.ts';
import { isExecutable } from './find-program.ts';
import { fileExists } from '../file-exists.ts';
import { missing, type RuntimeSearch, type SearchContext } from './runtime-search.ts';
import { readSmallFile } from '../read-small-file.ts';

const isWindows = process.platform === 'win32';
const cliPackage = '"langgraph-cli[inmem]"';

// `langgraph` from the project's virtual environment: `.venv` (also uv's), `venv`, `env`, the conda environment that
// `environment.yml` names, or one that was active when the studio was started.
export async function findPythonRuntime(folder: string, context: SearchContext): Promise<RuntimeSearch> {
  let withoutCli: string | null = null;
  for (const environment of await environmentsOf(folder, context.env)) {
    const python = await firstExecutable(programsOf(environment, 'python'));
    if (python === null) continue;
    const cli = await firstExecutable(programsOf(environment, 'langgraph'));
    if (cli !== null) {
      return {
        runtime: {
          interpreter: python,
          runner: 'run.py',
          argv: [cli],
          path: [dirname(cli), dirname(python)],
          virtualEnv: environment,
        },
        problem: null,
      };
    }
    withoutCli ??= environment;
  }
  const usesUv = await fileExists(join(folder, 'uv.lock'));
  if (withoutCli !== null) {
    const message = `The environment ${withoutCli} has no langgraph command, which starts the server.`;
    const [python = ''] = programsOf(withoutCli, 'python');
    const add = usesUv
      ? `uv add --dev ${cliPackage}`
      : `${isWindows ? windowsWord(python) : shellWord(python)} -m pip install --upgrade ${cliPackage}`;
    return missing(message, 'Install it there.', add);
  }
  const message = 'This project has no virtual environment.';
  if (usesUv) return missing(message, 'Create it with uv.', 'uv sync');
  if (await fileExists(join(folder, 'environment.yml'))) {
    return missing(message, 'Create it with conda.', 'conda env create --file environment.yml');
  }
  const pip = isWindows ? '.venv\\Scripts\\pip' : '.venv/bin/pip';
  const hasManifest = await fileExists(join(folder, 'pyproject.toml'));
  const hasList = await fileExists(join(folder, 'requirements.txt'));
  const source = hasManifest ? ' --editable .' : hasList ? ' --requirement requirements.txt' : '';
  const install = `${pip} install --upgrade ${cliPackage}${source}`;
  return missing(
    message,
    'Create it and install the packages.',
    `${isWindows ? 'py' : 'python3'} -m venv .venv && ${install}`,
  );
}

async function environmentsOf(folder: string, env: SearchContext['env']): Promise<string[]> {
  const folders = ['.venv', 'venv', 'env'].map((name) => join(folder, name));
  const named = await condaEnvironments(folder);
  const active = [env['VIRTUAL_ENV'], env['CONDA_PREFIX']].filter(
    (path): path is string => path !== undefined && isAbsolute(path),
  );
  return [...folders, ...named, ...active];
}

async function condaEnvironments(folder: string): Promise<string[]> {
  const file = await readSmallFile(join(folder, 'environment.yml'), 1024 * 1024);
  const name = 'text' in file ? /^name:[ \t]*['"]?([\w.-]+)['"]?[ \t]*$/m.exec(file.text)?.[1] : undefined;
  if (name === undefined || /^[.]+$/.test(name)) return [];
  return ['miniconda3', 'anaconda3', 'miniforge3', 'mambaforge'].map((home) =>
    join(homedir(), home, 'envs', name),
  );
}

// Where an environment has a program; conda on Windows has Python itself at the top.
function programsOf(environment: string, name: string): string[] {
  return isWindows
    ? [join(environment, 'Scripts', `${name}.exe`), join(environment, `${name}.exe`)]
    : [join(environment, 'bin', name)];
}

async function firstExecutable(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) if (await isExecutable(path)) return path;
  return null;
}
