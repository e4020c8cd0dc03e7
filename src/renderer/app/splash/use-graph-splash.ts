import { useCallback, useEffect, useRef } from 'react';
import type { Box } from '../../graph/model/layout-types.ts';
import { createGraphDrawing } from '../../graph/drawing/graph-drawing.ts';
import type { DisplayedGraph } from '../../graph/drawing/use-report-displayed-graph.ts';
import type { Selection } from '../workbench/selection.ts';
import { storeSplash, type SplashGraph } from './splash-data.ts';
import { removeSplash } from './splash.ts';

/** What is on show is kept when nothing has changed for so long, and when the page goes. */
const restMs = 1000;

/** Takes the opening picture of the graph away once the pane shows the graph (or, with `null`, something else), and keeps the next one. */
export function useGraphSplash({
  connectionId,
  assistantId,
}: Selection): (shown: DisplayedGraph | null) => void {
  const latest = useRef<DisplayedGraph | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keep = useCallback(() => {
    clearTimeout(timer.current);
    const shown = latest.current;
    if (shown === null || connectionId === null || assistantId === null) return;
    keepWindow({ connectionId, assistantId }, shown);
  }, [connectionId, assistantId]);
  useEffect(() => {
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      clearTimeout(timer.current);
      latest.current = null;
      // Something else is selected: the picture is of what was.
      removeSplash('graph');
    };
  }, [keep]);
  return useCallback(
    (shown: DisplayedGraph | null) => {
      removeSplash('graph');
      latest.current = shown;
      clearTimeout(timer.current);
      timer.current = setTimeout(keep, restMs);
    },
    [keep],
  );
}

/** Keeps where the panes are, and the graph in its pane. */
function keepWindow(
  of: Pick<SplashGraph, 'connectionId' | 'assistantId'>,
  { scene, pane }: DisplayedGraph,
): void {
  const main = document.getElementById('main');
  const whole = pane.closest<HTMLElement>('[data-panel]');
  // Behind another view the panes are not what a start shows.
  if (!main || !whole || pane.closest('[inert]')) return;
  const picture = createGraphDrawing(scene);
  const panes = [...main.querySelectorAll<HTMLElement>('[data-panel]')].filter(
    (panel) => panel.querySelector('[data-panel]') === null,
  );
  storeSplash({
    page: { width: innerWidth, height: innerHeight },
    main: boxOf(main),
    panes: panes.map(boxOf),
    graph: picture && { ...of, pane: boxOf(whole), canvas: boxOf(pane), picture },
  });
}

function boxOf(element: Element): Box {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}
