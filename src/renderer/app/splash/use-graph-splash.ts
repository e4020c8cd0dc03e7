import { useCallback, useEffect, useRef } from 'react';
import type { Box } from '../../graph/model/layout-types.ts';
import type { DisplayedGraph } from '../../graph/canvas/use-report-displayed-graph.ts';
import type { Selection } from '../../runs/selection.ts';
import { storeSplash, type SplashGraph } from './splash-data.ts';
import { removeSplash } from './splash.ts';

// The displayed graph is stored after this time without changes, and when the page is left.
const restMs = 1000;

/**
 * Removes the splash of the graph once the pane shows a graph (or, with `null`, something else), and stores
 * the next splash.
 */
export function useGraphSplash({
  connectionId,
  assistantId,
}: Selection): (displayedGraph: DisplayedGraph | null) => void {
  const latest = useRef<DisplayedGraph | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const store = useCallback(() => {
    clearTimeout(timer.current);
    const displayedGraph = latest.current;
    if (displayedGraph === null || connectionId === null || assistantId === null) return;
    storeWindow({ connectionId, assistantId }, displayedGraph);
  }, [connectionId, assistantId]);
  useEffect(() => {
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('pagehide', store);
      clearTimeout(timer.current);
      latest.current = null;
      // The selection changed, so the splash is outdated.
      removeSplash('graph');
    };
  }, [store]);
  return useCallback(
    (displayedGraph: DisplayedGraph | null) => {
      removeSplash('graph');
      latest.current = displayedGraph;
      clearTimeout(timer.current);
      timer.current = setTimeout(store, restMs);
    },
    [store],
  );
}

function storeWindow(
  of: Pick<SplashGraph, 'connectionId' | 'assistantId'>,
  { draw, pane }: DisplayedGraph,
): void {
  const main = document.getElementById('main');
  const whole = pane.closest<HTMLElement>('[data-panel]');
  // Panes behind another view are not what the next start shows.
  if (!main || !whole || pane.closest('[inert]')) return;
  const drawing = draw();
  const panes = [...main.querySelectorAll<HTMLElement>('[data-panel]')].filter(
    (panel) => panel.querySelector('[data-panel]') === null,
  );
  storeSplash({
    page: { width: innerWidth, height: innerHeight },
    main: boxOf(main),
    panes: panes.map(boxOf),
    graph: drawing && { ...of, pane: boxOf(whole), canvas: boxOf(pane), picture: drawing },
  });
}

function boxOf(element: Element): Box {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}
