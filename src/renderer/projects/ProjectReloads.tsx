import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { GraphShape } from '../../shared/model/graph.ts';
import type { Project } from '../../shared/model/project.ts';
import { compareGraphs, type GraphChanges } from '../shared-ui/compare-graphs.ts';
import { recordReload } from '../shared-ui/graph-baselines.ts';
import { invalidateChanged } from '../queries/invalidate-changed.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { showToast } from '../ui/popups/toast-store.ts';
import { useProjects } from './queries.ts';

interface Seen {
  // Process that `reloads` counts for: a new process starts from 0.
  readonly pid: number | null;
  readonly reloads: number;
  // The selected graph of its server as it was before a reload under way.
  readonly old: { readonly assistantId: string; readonly graph: GraphShape } | null;
}

export interface ProjectReloadsProps {
  readonly connectionId: string | null;
  // The selected one.
  readonly assistantId: string | null;
}

/**
 * Reads graph and schemas of a project's server again after each reload of its code, and reports and marks what changed
 * in the displayed graph. Selection, thread and drafts stay. Use once per window.
 */
export function ProjectReloads({ connectionId, assistantId }: ProjectReloadsProps) {
  const queryClient = useQueryClient();
  const { item } = useProjects();
  const previous = useRef<ReadonlyMap<string, Seen>>(new Map());
  useEffect(() => {
    if (item === null) return;
    const before = previous.current;
    const now = new Map<string, Seen>();
    for (const project of item.projects) {
      const last = before.get(project.id);
      const { pid, reloads, state } = project.status;
      const isShown = project.connectionId !== null && project.connectionId === connectionId;
      // As long as the server is away, the cached graph is the old one: a reload may be noticed late.
      const graph = isShown && assistantId ? cachedGraph(queryClient, connectionId, assistantId) : null;
      const old = graph && assistantId ? { assistantId, graph } : null;
      now.set(project.id, { pid, reloads, old: state === 'ready' ? null : (last?.old ?? old) });
      if (last === undefined || last.pid !== pid || reloads <= last.reloads) continue;
      void refreshProject(queryClient, project, last.old);
    }
    previous.current = now;
  }, [item, queryClient, connectionId, assistantId]);
  return null;
}

async function refreshProject(
  queryClient: QueryClient,
  { name, connectionId }: Project,
  old: Seen['old'],
): Promise<void> {
  if (connectionId === null) return;
  const all = invalidateChanged(queryClient, queryKeys.assistants(connectionId));
  // The graph alone: schemas may take the server many seconds.
  if (old === null) await all;
  else {
    await queryClient.refetchQueries(
      { queryKey: queryKeys.graph(connectionId, old.assistantId), exact: true },
      { cancelRefetch: false },
    );
  }
  const graph = old && cachedGraph(queryClient, connectionId, old.assistantId);
  if (old && graph) recordReload(connectionId, old.assistantId, { before: old.graph, after: graph });
  showToast(reloadText(name, old && graph && compareGraphs(old.graph, graph)));
}

function cachedGraph(queryClient: QueryClient, connectionId: string, assistantId: string): GraphShape | null {
  return (
    GraphShape.safeParse(queryClient.getQueryData(queryKeys.graph(connectionId, assistantId))).data ?? null
  );
}

const maxNames = 4;

// A sentence about a reload of a project: `Reloaded trip. Added: check.` `null`: its graph was not on show.
export function reloadText(projectName: string, changes: GraphChanges | null): string {
  if (changes === null) return `Reloaded ${projectName}.`;
  const { added, removed, changed } = changes;
  const parts = [
    added.length > 0 ? `Added: ${names(added)}.` : null,
    removed.length > 0 ? `Removed: ${names(removed)}.` : null,
    changed.length > 0 ? `Changed: ${names(changed)}.` : null,
    isRewired(changes) ? 'Edges changed.' : null,
  ].filter((part) => part !== null);
  return `Reloaded ${projectName}. ${parts.length === 0 ? 'Its graph is the same.' : parts.join(' ')}`;
}

// Whether edges between nodes that stayed have changed: those of a new or removed node go without saying.
function isRewired({ added, removed, addedEdges, removedEdges, changedEdges }: GraphChanges): boolean {
  const others = new Set([...added, ...removed]);
  return [...addedEdges, ...removedEdges, ...changedEdges].some(
    ({ source, target }) => !others.has(source) && !others.has(target),
  );
}

function names(ids: readonly string[]): string {
  const unnamedCount = ids.length - maxNames;
  return `${ids.slice(0, maxNames).join(', ')}${unnamedCount > 0 ? ` and ${unnamedCount.toLocaleString()} more` : ''}`;
}
