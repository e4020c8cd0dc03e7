import { extname } from 'node:path';
import { z } from 'zod';
import type { ProjectProblem } from '../../shared/model/project.ts';
import { escapeControls } from '../logging/escape-controls.ts';

export interface GraphEntry {
  readonly id: string;
  // `<file>:<export>`, as written.
  readonly path: string;
}

interface ProjectConfig {
  // Python if any graph is: its CLI also serves graphs in JavaScript.
  readonly language: 'javascript' | 'python' | null;
  readonly graphs: readonly GraphEntry[];
  readonly envFile: string | null;
  readonly isOpenToWebPages: boolean;
  readonly problems: readonly ProjectProblem[];
}

const maxGraphs = 500;
const maxNameLength = 300;

const ConfigFile = z.looseObject({
  graphs: z.unknown().optional(),
  node_version: z.unknown().optional(),
  python_version: z.unknown().optional(),
  env: z.unknown().optional(),
  auth: z.looseObject({ path: z.string().optional() }).nullish().catch(null),
  http: z
    .looseObject({ cors: z.looseObject({ allow_origins: z.array(z.unknown()).optional() }).nullish() })
    .nullish()
    .catch(null),
});

// Oldest versions that the CLIs accept (docs/protocol.md, The development server of a project).
const oldest = { node_version: [20], python_version: [3, 11] } as const;

// Parses the text of a `langgraph.json`. Never throws: what is wrong is among its problems.
export function parseProjectConfig(text: string): ProjectConfig {
  const nothing: ProjectConfig = {
    language: null,
    graphs: [],
    envFile: null,
    isOpenToWebPages: false,
    problems: [],
  };
  const parsed = parseJson(text);
  if ('why' in parsed) {
    const message = `langgraph.json is not valid JSON: ${parsed.why}`;
    return { ...nothing, problems: [errorOf(message, 'Correct it there, then read the folder again.')] };
  }
  const config = ConfigFile.safeParse(parsed.value).data;
  if (!config) {
    return {
      ...nothing,
      problems: [errorOf('langgraph.json is not a JSON object.', 'It must contain an object with "graphs".')],
    };
  }
  const { graphs, problems } = readGraphs(config.graphs);
  const isPython = graphs.some(({ path }) => /^[.]py[xdi]?$/.test(extname(fileOf(path))) || isModule(path));
  for (const member of ['node_version', 'python_version'] as const) {
    const problem = versionProblem(member, config[member]);
    if (problem) problems.push(problem);
  }
  const origins = config.http?.cors?.allow_origins;
  return {
    language: graphs.length === 0 ? null : isPython ? 'python' : 'javascript',
    graphs,
    envFile: typeof config.env === 'string' && config.env !== '' ? truncate(config.env) : null,
    isOpenToWebPages: config.auth?.path === undefined && (origins === undefined || origins.includes('*')),
    problems,
  };
}

function readGraphs(value: unknown): { graphs: GraphEntry[]; problems: ProjectProblem[] } {
  const hint = 'It must name at least one graph: "graphs": { "agent": "./src/agent.ts:graph" }.';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const what = value === undefined ? 'has no "graphs".' : 'has "graphs" that are not an object.';
    return { graphs: [], problems: [errorOf(`langgraph.json ${what}`, hint)] };
  }
  const entries = Object.entries(value);
  if (entries.length === 0)
    return { graphs: [], problems: [errorOf('langgraph.json names no graph.', hint)] };
  const graphs: GraphEntry[] = [];
  const problems: ProjectProblem[] = [];
  if (entries.length > maxGraphs) {
    problems.push({
      severity: 'warning',
      message: `langgraph.json names ${entries.length.toLocaleString('en')} graphs; the first ${maxGraphs} are listed here.`,
      hint: 'The server gets all of them.',
      command: null,
      canInstall: false,
    });
  }
  for (const [id, entry] of entries.slice(0, maxGraphs)) {
    const path: unknown = typeof entry === 'object' && entry !== null && 'path' in entry ? entry.path : entry;
    if (typeof path === 'string' && /.:./.test(path)) graphs.push({ id: truncate(id), path: truncate(path) });
    else {
      const message = `langgraph.json: the graph "${truncate(id)}" has no path of the form <file>:<export>.`;
      problems.push(errorOf(message, 'Write it as "./src/agent.ts:graph" or "./agent.py:graph".'));
    }
  }
  return { graphs, problems };
}

function versionProblem(member: 'node_version' | 'python_version', value: unknown): ProjectProblem | null {
  if (value === undefined) return null;
  const minimum = oldest[member];
  const example = minimum.join('.');
  const name = member === 'node_version' ? 'Node.js' : 'Python';
  const format = member === 'node_version' ? /^\d{1,3}$/ : /^\d{1,3}[.]\d{1,3}$/;
  const written = truncate(JSON.stringify(value));
  if (typeof value !== 'string' || !format.test(value)) {
    const message = `langgraph.json: "${member}" is ${written}, which is not a version of ${name}.`;
    return errorOf(message, `Write a version as text, such as "${example}".`);
  }
  const parts = value.split('.').map(Number);
  const [major = 0, minor = 0] = parts;
  const [minMajor = 0, minMinor = 0] = minimum;
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return null;
  const message = `langgraph.json: "${member}" is ${written}, but graph servers need ${name} ${example} or newer.`;
  return errorOf(message, `Write "${example}" or newer.`);
}

// `package.module:graph`, which only Python can find.
function isModule(path: string): boolean {
  return /^[\w.]+:\w+$/.test(path) && !/[.][cm]?[jt]sx?$/.test(fileOf(path));
}

function fileOf(path: string): string {
  return path.slice(0, path.lastIndexOf(':'));
}

function errorOf(message: string, hint: string): ProjectProblem {
  return { severity: 'error', message, hint, command: null, canInstall: false };
}

function truncate(text: string): string {
  const safe = escapeControls(text);
  return safe.length > maxNameLength ? `${safe.slice(0, maxNameLength)}...` : safe;
}

function parseJson(text: string): { readonly value: unknown } | { readonly why: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const offset = /position (\d+)/.exec(why)?.[1];
    // Node 20 reports only the position.
    const line =
      offset === undefined || why.includes('line ') ? '' : ` (line ${lineAt(text, Number(offset))})`;
    return { why: `${truncate(why)}${line}.` };
  }
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}
