import { useStoreApi } from '@xyflow/react';
import { useEffect, useRef, type RefObject } from 'react';
import type { Scene } from '../scene/scene.ts';

/** A graph that is on show. */
export interface DisplayedGraph {
  readonly scene: Scene;
  /** What the canvas fills. */
  readonly pane: HTMLElement;
}

/** How long the camera may take to be set. */
const longestMs = 500;

/** Says what is on show, once it stands where it belongs: after the camera was set, and after each change of the scene. */
export function useReportDisplayedGraph(
  scene: Scene,
  pane: RefObject<HTMLElement | null>,
  onShown: (shown: DisplayedGraph) => void,
): void {
  const store = useStoreApi();
  const tell = useRef(onShown);
  useEffect(() => {
    tell.current = onShown;
  });
  useEffect(() => {
    let frame = 0;
    const done = (): void => {
      stop();
      // In the next frame the page has followed.
      frame = requestAnimationFrame(() => {
        if (pane.current) tell.current({ scene, pane: pane.current });
      });
    };
    const look = (): void => {
      const [x, y, zoom] = store.getState().transform;
      if (x !== 0 || y !== 0 || zoom !== 1) done();
    };
    const stop = (): void => {
      clearTimeout(timer);
      unsubscribe();
    };
    const timer = setTimeout(done, longestMs);
    const unsubscribe = store.subscribe(look);
    look();
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [scene, pane, store]);
}
