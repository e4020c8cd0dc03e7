import { AppError } from '../../shared/app-error.ts';
import type { Assistant } from '../../shared/model/assistant.ts';
import type { ExperimentTarget } from '../../shared/model/experiment.ts';
import type { InputSummary } from '../../shared/model/input-file.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import { pathsOfShard, type Shard } from '../args/shard.ts';
import { usageError } from '../args/usage-error.ts';
import type { CliContext } from '../context.ts';
import { findAssistant } from './pick-assistant.ts';
import { findServer, resolveServer } from './resolve-server.ts';
import type { PickedServer, CliSession } from './session.ts';

export interface CheckTarget {
  readonly target: ExperimentTarget;
  readonly paths: readonly string[];
}

/** An input that can't be started on a server, and why. */
export interface RefusedInput {
  readonly path: string;
  readonly problem: string;
}

const summariesAtOnce = 100;

/**
 * What `check` runs: each input of the folder, on each named assistant of each server. Without a named assistant, an
 * input runs on the default assistant of its graph; with a shard, only the inputs of that shard run. An input that
 * can't be started does not stop the others. Throws `AppError` before anything is sent.
 */
export async function pickCheckTargets(
  session: CliSession,
  args: CommandArguments,
  context: CliContext,
  folder: string,
  shard: Shard | null,
): Promise<{
  readonly inputsConnectionId: string;
  readonly targets: readonly CheckTarget[];
  readonly refused: readonly RefusedInput[];
}> {
  const servers = await pickServers(session, args, context);
  const [{ connectionId: inputsConnectionId }] = servers;
  session.services.useInputFolder(inputsConnectionId, folder);
  const { files, isCut } = await session.call('inputs.list', { connectionId: inputsConnectionId });
  const pattern = args.text('match') ?? '';
  const matching = files.map(({ path }) => path).filter((path) => path.includes(pattern));
  if (isCut) throw usageError(`${folder} has more than ${files.length} inputs.`, 'Check a folder below it.');
  if (matching.length === 0) throw usageError(`${folder} has no ${pattern === '' ? '' : 'such '}inputs.`);
  const paths = shard === null ? matching : pathsOfShard(matching, shard);
  // More shards than inputs.
  if (paths.length === 0) return { inputsConnectionId, targets: [], refused: [] };
  const named = args.list('assistant');
  const summaries = named.length > 0 ? [] : await readSummaries(session, inputsConnectionId, paths);
  const targets: CheckTarget[] = [];
  const refusedInputs: RefusedInput[] = [];
  for (const server of servers) {
    const assistants = await session.call('assistants.list', { connectionId: server.connectionId });
    if (named.length > 0) {
      const chosenAssistants = new Set(named.map((name) => findAssistant(assistants, name, server.name)));
      for (const assistant of chosenAssistants) targets.push({ target: targetOf(server, assistant), paths });
      continue;
    }
    const matched = byOwnGraph(summaries, assistants, server);
    for (const one of matched.targets) targets.push(one);
    // A broken file is the same on each server.
    const isNew = ({ path, problem }: RefusedInput): boolean =>
      !refusedInputs.some((one) => one.path === path && one.problem === problem);
    for (const one of matched.refused.filter(isNew)) refusedInputs.push(one);
  }
  return { inputsConnectionId, targets, refused: refusedInputs };
}

// Each input on the default assistant of the graph that it names.
function byOwnGraph(
  summaries: readonly InputSummary[],
  assistants: readonly Assistant[],
  server: PickedServer,
): { readonly targets: readonly CheckTarget[]; readonly refused: readonly RefusedInput[] } {
  const byAssistant = new Map<Assistant, string[]>();
  const refusedInputs: RefusedInput[] = [];
  for (const { path, graph, problem } of summaries) {
    if (problem !== null) {
      refusedInputs.push({ path, problem: problemText(problem) });
      continue;
    }
    try {
      const assistant = findAssistant(assistants, graph, server.name);
      byAssistant.set(assistant, [...(byAssistant.get(assistant) ?? []), path]);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const reason = graph === null ? 'The input does not specify a graph.' : error.message;
      refusedInputs.push({ path, problem: [reason, error.hint].filter(Boolean).join(' ') });
    }
  }
  const targets = [...byAssistant].map(([assistant, paths]) => ({
    target: targetOf(server, assistant),
    paths,
  }));
  return { targets, refused: refusedInputs };
}

// A file that could not be read has no line.
function problemText({ line, column, message }: NonNullable<InputSummary['problem']>): string {
  return line === 1 && column === 1 ? message : `Line ${line}, column ${column}: ${message}`;
}

async function pickServers(
  session: CliSession,
  args: CommandArguments,
  context: CliContext,
): Promise<readonly [PickedServer, ...PickedServer[]]> {
  const [first, ...others] = args.list('server');
  if (first === undefined) return [await resolveServer(session, args, context)];
  const picked: [PickedServer, ...PickedServer[]] = [await findServer(session, args, context, first)];
  for (const named of others) {
    const server = await findServer(session, args, context, named);
    if (!picked.some(({ connectionId }) => connectionId === server.connectionId)) picked.push(server);
  }
  return picked;
}

async function readSummaries(
  { call }: CliSession,
  connectionId: string,
  paths: readonly string[],
): Promise<InputSummary[]> {
  const summaries: InputSummary[] = [];
  for (let from = 0; from < paths.length; from += summariesAtOnce) {
    const batch = paths.slice(from, from + summariesAtOnce);
    for (const summary of await call('inputs.summaries', { connectionId, paths: batch }))
      summaries.push(summary);
  }
  return summaries;
}

function targetOf({ connectionId, name: serverName }: PickedServer, assistant: Assistant): ExperimentTarget {
  const { assistantId, name: assistantName, graphId, version } = assistant;
  return { connectionId, serverName, assistantId, assistantName, graphId, version, isPinned: false };
}
