import { memberOf } from './expect.ts';
import { Finding, ServerCheckError, untested } from './findings.ts';
import { roleNames, roles, type GraphInRole, type RoleChoices, type RoleName } from './roles.ts';
import type { WireClient } from './wire-client.ts';

// Finds a graph for each role: the one that was named, or the reference graph where the server has it. Runs no other graph:
// nobody knows what that would do. Throws a `ServerCheckError` for a named graph that the server does not have.
export async function findGraphs(
  wire: WireClient,
  choices: RoleChoices,
  signal: AbortSignal,
): Promise<(role: RoleName) => GraphInRole> {
  const names = new Set(roleNames.map((role) => choices.graphs?.[role] ?? roles[role].graph));
  const ids = new Map(
    await Promise.all([...names].map(async (name) => [name, await assistantOf(wire, name, signal)] as const)),
  );
  for (const role of roleNames) {
    const named = choices.graphs?.[role];
    if (named !== undefined && ids.get(named) === null) {
      throw new ServerCheckError(
        `The server has no graph "${named}", which was named for the role "${role}".`,
      );
    }
  }
  return (role) => {
    const named = choices.graphs?.[role];
    const name = named ?? roles[role].graph;
    const id = ids.get(name);
    // A server without assistants may have the graph; only one that was named is run there.
    if (id === null || (id === undefined && named === undefined)) {
      throw untested(`no graph for the role "${role}": it ${roles[role].does}`);
    }
    return { name, assistantId: id ?? name, input: choices.inputs?.[role] ?? roles[role].input };
  };
}

// The id of a graph's assistant; null if the server has no such graph, undefined if that is unknown.
async function assistantOf(
  wire: WireClient,
  name: string,
  signal: AbortSignal,
): Promise<string | null | undefined> {
  const listed = await jsonOrNull(wire, 'POST', '/assistants/search', { graph_id: name, limit: 100 }, signal);
  if (Array.isArray(listed)) {
    const matching = listed.filter((assistant) => memberOf(assistant, 'graph_id') === name);
    const byServer = matching.find((assistant) => memberOf(assistant, 'metadata', 'created_by') === 'system');
    const id = memberOf(byServer ?? matching.at(0), 'assistant_id');
    if (typeof id === 'string') return id;
  }
  const one = await jsonOrNull(wire, 'GET', `/assistants/${encodeURIComponent(name)}`, undefined, signal);
  const id = memberOf(one, 'assistant_id');
  if (typeof id === 'string') return id;
  return Array.isArray(listed) ? null : undefined;
}

async function jsonOrNull(
  wire: WireClient,
  method: string,
  path: string,
  body: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    const { status, text } = await wire.send(method, path, body, {}, signal);
    return status === 200 ? (JSON.parse(text) as unknown) : null;
  } catch (error) {
    if (error instanceof Finding || error instanceof SyntaxError) return null;
    throw error;
  }
}
