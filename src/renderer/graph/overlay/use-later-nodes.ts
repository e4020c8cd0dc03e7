import { useMemo, useSyncExternalStore } from 'react';
import type { NodeActivitySource } from '../../shared-ui/node-activity.ts';
import type { EdgeStyle } from '../model/canvas-decorations.ts';
import type { VisibleGraph } from '../model/visible-graph.ts';

const separator = '\n';

export function useLaterNodes(activity: NodeActivitySource): ReadonlySet<string> {
  // As one text, so that a component renders only when the set changes.
  const text = useSyncExternalStore(activity.subscribeAll, () => {
    let ids = '';
    for (const [id, { status }] of activity.all())
      if (status === 'later') ids += ids === '' ? id : separator + id;
    return ids;
  });
  return useMemo(() => new Set(text === '' ? [] : text.split(separator)), [text]);
}

/** Makes edges faint that lead to or from later nodes. */
export function dimLaterEdges(
  edgeStyles: ReadonlyMap<string, EdgeStyle>,
  visible: VisibleGraph | null,
  later: ReadonlySet<string>,
): ReadonlyMap<string, EdgeStyle> {
  if (visible === null || later.size === 0) return edgeStyles;
  const dimmed = new Map(edgeStyles);
  for (const { id, source, target } of visible.edges)
    if (later.has(source) || later.has(target)) dimmed.set(id, 'faint');
  return dimmed;
}
