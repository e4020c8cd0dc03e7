import { useStoreApi } from '@xyflow/react';
import { useEffect } from 'react';

const restMs = 200;

/** Calls `place` once the canvas and its camera rest, at first and after each move. It must be the same until it changes. */
export function useWhenCameraRests(place: () => void): void {
  const store = useStoreApi();
  useEffect(() => {
    let placing = window.setTimeout(place, restMs);
    const unsubscribe = store.subscribe((now, before) => {
      if (now.transform === before.transform && now.width === before.width && now.height === before.height)
        return;
      window.clearTimeout(placing);
      placing = window.setTimeout(place, restMs);
    });
    return () => {
      window.clearTimeout(placing);
      unsubscribe();
    };
  }, [place, store]);
}
