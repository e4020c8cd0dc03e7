import type { GraphClient } from 'remote-graph-client/client';
import type { CheckpointSummary } from '../../shared/model/thread.ts';
import type { AdaptivePageSize } from './adaptive-page-size.ts';
import { readHistoryPage } from './read-history-page.ts';
import { namespacePrefixes, nodeOfNamespace } from '../../shared/checkpoint-namespace.ts';

// A run of a subgraph: the thread's checkpoint whose tasks ran it, and its own namespace.
export interface SubgraphRunRef {
  readonly rootId: string;
  readonly checkpointNs: string;
}

const maxRuns = 20;
const page = 100;
const maxPages = 4;

// Runs of the same subgraph on the thread, newest first, including the given one. `isTruncated`: there may be more.
export async function listSubgraphRuns(
  client: GraphClient,
  threadId: string,
  subgraphRunRef: SubgraphRunRef,
  size: AdaptivePageSize,
  signal: AbortSignal,
): Promise<{ readonly places: readonly SubgraphRunRef[]; readonly isTruncated: boolean }> {
  let isTruncated = false;
  const historyOf = async (checkpointNs?: string): Promise<readonly CheckpointSummary[]> => {
    const read: CheckpointSummary[] = [];
    let before: string | null = null;
    for (let pageIndex = 0; pageIndex < maxPages; pageIndex += 1) {
      const query = { before, limit: page, checkpointNs };
      const historyPage = await readHistoryPage(client, threadId, query, size, signal);
      for (const one of historyPage.checkpoints) read.push(one);
      before = historyPage.before;
      if (before === null) return read;
    }
    isTruncated = true;
    return read;
  };
  const ranBy = (checkpoints: readonly CheckpointSummary[], node: string | null) =>
    checkpoints.flatMap(({ checkpointId, subgraphs = [] }) =>
      subgraphs.filter(({ nodeId }) => nodeId === node).map((one) => ({ checkpointId, ...one })),
    );
  const [outermost, ...deeper] = namespacePrefixes(subgraphRunRef.checkpointNs);
  const first = ranBy(await historyOf(), nodeOfNamespace(outermost ?? ''));
  let runs = unique(
    first.map(({ checkpointId, checkpointNs }) => ({ rootId: checkpointId, checkpointNs })),
    subgraphRunRef,
  );
  for (const level of deeper) {
    const next: SubgraphRunRef[] = [];
    for (const { rootId, checkpointNs } of runs) {
      const innerRuns = ranBy(await historyOf(checkpointNs), nodeOfNamespace(level));
      for (const one of innerRuns) next.push({ rootId, checkpointNs: one.checkpointNs });
    }
    runs = unique(next, subgraphRunRef);
  }
  if (runs.length > maxRuns) isTruncated = true;
  const others = runs.filter(({ checkpointNs }) => checkpointNs !== subgraphRunRef.checkpointNs);
  return { places: [subgraphRunRef, ...others].slice(0, maxRuns), isTruncated };
}

function unique(runs: readonly SubgraphRunRef[], subgraphRunRef: SubgraphRunRef): readonly SubgraphRunRef[] {
  const byNs = new Map(runs.map((one) => [one.checkpointNs, one]));
  const all = [...byNs.values()];
  const leads = ({ checkpointNs }: SubgraphRunRef): boolean =>
    subgraphRunRef.checkpointNs === checkpointNs ||
    subgraphRunRef.checkpointNs.startsWith(`${checkpointNs}|`);
  return [...all.filter(leads), ...all.filter((one) => !leads(one))].slice(0, maxRuns + 1);
}
