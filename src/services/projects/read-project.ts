import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, extname, isAbsolute, join, resolve } from 'node:path';
import { AppError } from '../../shared/app-error.ts';
import type { Project, ProjectProblem } from '../../shared/model/project.ts';
import { escapeControls } from '../logging/escape-controls.ts';
import { readConfigSettings } from './config-settings.ts';
import { parseProjectConfig, type GraphEntry } from './parse-config.ts';
import { fileExists } from './file-exists.ts';
import { leadsToNetwork } from './network-path.ts';
import { readSmallFile, type UnreadableFile } from './read-small-file.ts';

// What the files of a project say, without running anything.
export type ProjectReading = Pick<
  Project,
  | 'folder'
  | 'name'
  | 'language'
  | 'graphs'
  | 'configEnvFile'
  | 'problems'
  | 'isOpenToWebPages'
  | 'configSettings'
>;

// `langgraph.json` of a large project has some kilobytes.
const maxConfigBytes = 1024 * 1024;

/**
 * The folder that the user names: absolute, `~/...`, or its `langgraph.json`. Returns its real path. Throws
 * `invalid-input` if there is no such folder.
 */
export async function resolveProjectFolder(text: string): Promise<string> {
  const typed = text.trim();
  const named = typed === '~' || /^~[/\\]/.test(typed) ? join(homedir(), typed.slice(1)) : typed;
  if (!isAbsolute(named) || named.includes('\0')) {
    throw new AppError('invalid-input', 'This is not the full path of a folder.', {
      hint: 'Enter a path that starts at the root of the disk or with ~/.',
    });
  }
  const path = basename(named) === 'langgraph.json' ? dirname(named) : named;
  try {
    const folder = await realpath(resolve(path));
    if ((await stat(folder)).isDirectory()) return folder;
  } catch {
    // As below.
  }
  throw new AppError('invalid-input', `There is no folder ${escapeControls(path)}.`, {
    hint: 'Check the path. The folder is the one that contains langgraph.json.',
  });
}

// Reads a project's `langgraph.json` and looks for the files that it names. Never rejects for what it finds.
export async function readProject(folder: string): Promise<ProjectReading> {
  const nothing: ProjectReading = {
    folder,
    name: escapeControls(basename(folder)) || folder,
    language: null,
    graphs: [],
    configEnvFile: null,
    problems: [],
    isOpenToWebPages: false,
    configSettings: [],
  };
  const file = await readSmallFile(join(folder, 'langgraph.json'), maxConfigBytes);
  if ('problem' in file) return { ...nothing, problems: [configProblem(file.problem)] };
  const config = parseProjectConfig(file.text);
  const { settings, problems: settingProblems } = readConfigSettings(file.text);
  const problems = [...config.problems, ...settingProblems];
  for (const graph of config.graphs) {
    const problem = await graphFileProblem(folder, graph);
    if (problem) problems.push(problem);
  }
  const envFile = config.envFile === null ? 'there' : await lookFor(folder, config.envFile);
  if (envFile === 'elsewhere') {
    const message = `The environment file ${config.envFile}, named by langgraph.json, is on another computer. It was not looked for.`;
    problems.push(elsewhere(message));
  }
  if (envFile === 'missing') {
    problems.push({
      severity: 'warning',
      message: `The environment file ${config.envFile}, named by langgraph.json, does not exist.`,
      hint: 'The server starts without it. Create it if the graphs need keys.',
      command: null,
      canInstall: false,
    });
  }
  return {
    ...nothing,
    language: config.language,
    graphs: config.graphs.map(({ id, path }) => ({ id, path })),
    configEnvFile: config.envFile,
    problems,
    isOpenToWebPages: config.isOpenToWebPages,
    configSettings: [...settings],
  };
}

function configProblem(problem: UnreadableFile): ProjectProblem {
  const says: Readonly<Record<UnreadableFile, readonly [string, string]>> = {
    missing: [
      'This folder has no langgraph.json.',
      'Open the folder that contains it, or create a project in an empty folder.',
    ],
    'not-a-file': ['langgraph.json is not a file.', 'Replace it with a file that names the graphs.'],
    'too-large': ['langgraph.json is larger than 1 MB.', 'Open the folder of a LangGraph project.'],
    'on-network': ['langgraph.json is a link to another computer.', 'Put the file itself into the folder.'],
    unreadable: ['langgraph.json could not be read.', 'Check its permissions.'],
  };
  const [message, hint] = says[problem];
  return { severity: 'error', message, hint, command: null, canInstall: false };
}

// A Python graph may also name a module, which only Python can find.
async function graphFileProblem(folder: string, { id, path }: GraphEntry): Promise<ProjectProblem | null> {
  const file = path.slice(0, path.lastIndexOf(':'));
  if (extname(file) === '' || !/[/\\]|[.](py|[cm]?[jt]sx?)$/.test(file)) return null;
  const lookup = await lookFor(folder, file);
  if (lookup === 'there') return null;
  if (lookup === 'elsewhere')
    return elsewhere(
      `langgraph.json: the graph "${id}" is in ${file}, on another computer. It was not looked for.`,
    );
  return {
    severity: 'error',
    message: `langgraph.json: the graph "${id}" is in ${file}, which does not exist.`,
    hint: 'Correct the path under "graphs". It is relative to the folder of langgraph.json.',
    command: null,
    canInstall: false,
  };
}

// `elsewhere`: on another computer, which learns nothing from a folder being opened.
async function lookFor(folder: string, named: string): Promise<'there' | 'missing' | 'elsewhere'> {
  const path = resolve(folder, named);
  if (await leadsToNetwork(path, folder)) return 'elsewhere';
  return (await fileExists(path)) ? 'there' : 'missing';
}

function elsewhere(message: string): ProjectProblem {
  return {
    severity: 'warning',
    message,
    hint: 'The server looks for it when it starts. Start it only if you trust the project.',
    command: null,
    canInstall: false,
  };
}
