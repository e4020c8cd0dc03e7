import type { CheckpointSummary } from '../../../shared/model/threads/thread.ts';
import { useSubgraphHistories, type SubgraphHistory } from '../../history/queries.ts';
import type { CheckpointLevel } from '../../runs/node/model/execution-sources.ts';

/** Calls of a subgraph whose checkpoints are read, the newest ones. */
const mostCalls = 5;

type Histories = ReadonlyMap<string, SubgraphHistory>;

/**
 * The checkpoints of the graph that contains a node: those of the thread, or of the newest calls of the
 * subgraph, down to three levels. Below that, only events tell what a node did.
 */
export function useNodeLevels(
  connectionId: string,
  threadId: string,
  nodeId: string,
  root: { readonly checkpoints: readonly CheckpointSummary[]; readonly hasOlder: boolean },
): readonly CheckpointLevel[] {
  const [first, second, third] = nodeId.split(':').slice(0, -1);
  const outer = callsIn([root.checkpoints], first);
  const outerLevel = useSubgraphHistories(connectionId, threadId, outer);
  const middle = callsIn(checkpointsOf(outer, outerLevel), second);
  const middleLevel = useSubgraphHistories(connectionId, threadId, middle);
  const inner = callsIn(checkpointsOf(middle, middleLevel), third);
  const innerLevel = useSubgraphHistories(connectionId, threadId, inner);
  if (first === undefined) return [{ namespace: '', ...root }];
  if (second === undefined) return levelsOf(outer, outerLevel, root.hasOlder);
  if (third === undefined) return levelsOf(middle, middleLevel, root.hasOlder);
  return levelsOf(inner, innerLevel, root.hasOlder);
}

/** The namespaces of the newest tasks of a node. */
function callsIn(
  levels: readonly (readonly CheckpointSummary[])[],
  name: string | undefined,
): readonly string[] {
  if (name === undefined) return [];
  const namespaces = levels.flatMap((checkpoints) =>
    checkpoints.flatMap(({ tasks = [] }) =>
      tasks.flatMap((task) => (task.name === name ? (task.checkpointNs ?? []) : [])),
    ),
  );
  return [...new Set(namespaces)].slice(0, mostCalls);
}

function checkpointsOf(
  namespaces: readonly string[],
  histories: Histories,
): (readonly CheckpointSummary[])[] {
  return namespaces.map((namespace) => histories.get(namespace)?.checkpoints ?? []);
}

function levelsOf(namespaces: readonly string[], histories: Histories, hasOlder: boolean): CheckpointLevel[] {
  return namespaces.map((namespace) => {
    const history = histories.get(namespace);
    return {
      namespace,
      checkpoints: history?.checkpoints ?? [],
      hasOlder: hasOlder || history?.checkpoints == null || history.more,
    };
  });
}
