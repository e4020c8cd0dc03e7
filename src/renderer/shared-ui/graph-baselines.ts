import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { GraphShape } from '../../shared/model/graph.ts';
import { compareGraphs, isSameGraph } from './compare-graphs.ts';

// Graphs as they were before their project reloaded, by server and assistant: the canvas marks what has changed
// since. In memory, because the marks last until the user dismisses them or runs the graph.
const baselines = createStore<{ readonly byGraph: ReadonlyMap<string, GraphShape> }>(() => ({
  byGraph: new Map(),
}));

const keyOf = (connectionId: string, assistantId: string): string =>
  JSON.stringify([connectionId, assistantId]);

/**
 * Records a reload. The oldest version that was not dismissed stays the baseline, so that saving twice does not
 * remove the marks of the first time; a graph that is again as it was has none.
 */
export function recordReload(
  connectionId: string,
  assistantId: string,
  { before, after }: { readonly before: GraphShape; readonly after: GraphShape },
): void {
  const key = keyOf(connectionId, assistantId);
  const baseline = baselines.getState().byGraph.get(key) ?? before;
  const byGraph = new Map(baselines.getState().byGraph);
  if (isSameGraph(compareGraphs(baseline, after))) byGraph.delete(key);
  else byGraph.set(key, baseline);
  baselines.setState({ byGraph });
}

export function dismissGraphChanges(connectionId: string, assistantId: string): void {
  const byGraph = new Map(baselines.getState().byGraph);
  if (byGraph.delete(keyOf(connectionId, assistantId))) baselines.setState({ byGraph });
}

/** The version that a graph is compared with; `null` if no changes are to be marked. */
export function useGraphBaseline(connectionId: string, assistantId: string): GraphShape | null {
  return useStore(baselines, ({ byGraph }) => byGraph.get(keyOf(connectionId, assistantId)) ?? null);
}
