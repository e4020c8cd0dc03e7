import { GraphServerError, isUnsupportedRoute, type GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../../shared/app-error.ts';
import type { SourceCheckpoint } from './source-history.ts';

export interface TargetGraph {
  readonly nodes: ReadonlySet<string>;
  // Of each node, by the edges.
  readonly successors: ReadonlyMap<string, readonly string[]>;
}

// The graph that a clone belongs to; `null` if the server can't draw it. Throws an `AppError` (`not-found`) if the
// server has no such graph.
export async function readTargetGraph(
  client: GraphClient,
  graphId: string,
  signal: AbortSignal,
): Promise<TargetGraph | null> {
  const options = { signal, purpose: 'threads.clone' };
  try {
    const [assistant] = await client.assistants.search({ graphId, limit: 1 }, options);
    if (!assistant) {
      throw new AppError('not-found', `The server has no graph "${graphId}".`, {
        hint: 'Choose one of its graphs.',
      });
    }
    const { nodes, edges } = await client.assistants.getGraph(assistant.assistant_id, {}, options);
    const successors = new Map<string, string[]>();
    for (const { source, target } of edges) {
      const [from, to] = [String(source), String(target)];
      successors.set(from, [...(successors.get(from) ?? []), to]);
    }
    return { nodes: new Set(nodes.map(({ id }) => String(id))), successors };
  } catch (error) {
    if (isUnsupportedRoute(error)) return null;
    // A graph that can't be drawn may run all the same.
    if (error instanceof GraphServerError && [400, 422, 500, 501].includes(error.status)) return null;
    throw error;
  }
}

// Nodes that have written on a branch and that the graph lacks, in their order.
export function missingNodes(branch: readonly SourceCheckpoint[], graph: TargetGraph): string[] {
  const used = branch.flatMap(({ tasks, next }) => [...tasks.map(({ name }) => name), ...next]);
  return [...new Set(used)].filter((name) => !name.startsWith('__') && !graph.nodes.has(name));
}
