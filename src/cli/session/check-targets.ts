import type { Assistant } from '../../shared/model/assistant.ts';
import type { ExperimentTarget } from '../../shared/model/inputs/experiment.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import { usageError } from '../args/usage-error.ts';
import type { CliContext } from '../context.ts';
import { findAssistant } from './pick-assistant.ts';
import { findServer, pickServer } from './pick-server.ts';
import type { PickedServer, CliSession } from './session.ts';

/** Inputs that run on one assistant. */
export interface CheckTarget {
  readonly target: ExperimentTarget;
  readonly paths: readonly string[];
}

/** Files whose summaries are read at a time, as the contract takes them. */
const summariesAtOnce = 100;

/**
 * What `check` runs: each input of the folder on each assistant that is named, on each server; without one on the
 * default assistant of the graph that the input names. Throws `AppError` before anything is sent.
 */
export async function pickCheckTargets(
  session: CliSession,
  args: CommandArguments,
  context: CliContext,
  folder: string,
): Promise<{ readonly inputsConnectionId: string; readonly targets: readonly CheckTarget[] }> {
  const servers = await pickServers(session, args, context);
  const [{ connectionId: inputsConnectionId }] = servers;
  session.services.useInputFolder(inputsConnectionId, folder);
  const { files, isCut } = await session.call('inputs.list', { connectionId: inputsConnectionId });
  const wanted = args.text('match') ?? '';
  const paths = files.map(({ path }) => path).filter((path) => path.includes(wanted));
  if (isCut) throw usageError(`${folder} has more than ${files.length} inputs.`, 'Check a folder below it.');
  if (paths.length === 0) throw usageError(`${folder} has no ${wanted === '' ? '' : 'such '}inputs.`);
  const graphs = await graphsOf(session, inputsConnectionId, paths);
  const named = args.list('assistant');
  const targets: CheckTarget[] = [];
  for (const server of servers) {
    const assistants = await session.call('assistants.list', { connectionId: server.connectionId });
    if (named.length > 0) {
      const found = new Set(named.map((name) => findAssistant(assistants, name, server.name)));
      for (const assistant of found) targets.push({ target: targetOf(server, assistant), paths });
      continue;
    }
    const byAssistant = new Map<Assistant, string[]>();
    for (const path of paths) {
      const assistant = findAssistant(assistants, graphs.get(path) ?? null, server.name);
      byAssistant.set(assistant, [...(byAssistant.get(assistant) ?? []), path]);
    }
    for (const [assistant, own] of byAssistant)
      targets.push({ target: targetOf(server, assistant), paths: own });
  }
  return { inputsConnectionId, targets };
}

async function pickServers(
  session: CliSession,
  args: CommandArguments,
  context: CliContext,
): Promise<readonly [PickedServer, ...PickedServer[]]> {
  const [first, ...others] = args.list('server');
  if (first === undefined) return [await pickServer(session, args, context)];
  const picked: [PickedServer, ...PickedServer[]] = [await findServer(session, args, context, first)];
  for (const named of others) picked.push(await findServer(session, args, context, named));
  return picked;
}

/** The graphs that inputs name. A file that can't be read is reported with its problem, on the graph of another one. */
async function graphsOf(
  { call }: CliSession,
  connectionId: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const graphs = new Map<string, string | null>();
  for (let at = 0; at < paths.length; at += summariesAtOnce) {
    const some = paths.slice(at, at + summariesAtOnce);
    const summaries = await call('inputs.summaries', { connectionId, paths: some });
    for (const { path, graph, problem } of summaries) if (problem === null) graphs.set(path, graph);
  }
  const [usual = null] = [...graphs.values()].filter((graph) => graph !== null);
  for (const path of paths) if (!graphs.has(path)) graphs.set(path, usual);
  return graphs;
}

function targetOf({ connectionId, name: serverName }: PickedServer, assistant: Assistant): ExperimentTarget {
  const { assistantId, name: assistantName, graphId, version } = assistant;
  return { connectionId, serverName, assistantId, assistantName, graphId, version, isPinned: false };
}
