import { useStoreApi } from '@xyflow/react';
import { useEffect, useEffectEvent, type RefObject } from 'react';
import { createGraphDrawing, type GraphDrawing } from './graph-drawing.ts';
import type { Scene } from './scene.ts';

export interface DisplayedGraph {
  /** `null`: too large for one. */
  readonly draw: () => GraphDrawing | null;
  readonly pane: HTMLElement;
}

// Maximum time for the camera to settle, in milliseconds.
const timeoutMs = 500;

/** Reports the displayed graph once the camera has settled, and after each change of the scene. */
export function useReportDisplayedGraph(
  scene: Scene,
  pane: RefObject<HTMLElement | null>,
  onShown: (displayedGraph: DisplayedGraph) => void,
): void {
  const store = useStoreApi();
  const report = useEffectEvent(onShown);
  useEffect(() => {
    let frame = 0;
    const done = (): void => {
      stop();
      // The DOM is updated by the next frame.
      frame = requestAnimationFrame(() => {
        if (pane.current) report({ draw: () => createGraphDrawing(scene), pane: pane.current });
      });
    };
    const check = (): void => {
      const [x, y, zoom] = store.getState().transform;
      if (x !== 0 || y !== 0 || zoom !== 1) done();
    };
    const stop = (): void => {
      clearTimeout(timer);
      unsubscribe();
    };
    const timer = setTimeout(done, timeoutMs);
    const unsubscribe = store.subscribe(check);
    check();
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [scene, pane, store]);
}
