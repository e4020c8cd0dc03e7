import { useStoreApi, type PanelPosition } from '@xyflow/react';
import { useCallback, useState } from 'react';
import { freeCorner, type Corner } from './free-corner.ts';
import type { Scene } from './scene.ts';
import { useWhenCameraRests } from './use-when-camera-rests.ts';

// Of the name of React Flow, in px.
const creditsSize = { width: 72, height: 18 };

// The best first.
const corners: readonly Corner[] = ['bottom left', 'bottom right', 'top left', 'top right'];

export const creditsPositions: Readonly<Record<Corner, PanelPosition>> = {
  'bottom left': 'bottom-left',
  'bottom right': 'bottom-right',
  'top left': 'top-left',
  'top right': 'top-right',
};

/** A corner of the canvas where the name of React Flow covers no node, once the camera rests. */
export function useCreditsCorner(scene: Scene): Corner {
  const store = useStoreApi();
  const [corner, setCorner] = useState<Corner>('bottom left');
  const place = useCallback(() => {
    const { transform, width, height } = store.getState();
    const [x, y, zoom] = transform;
    setCorner(freeCorner(scene, { x, y, zoom }, { width, height }, creditsSize, 0, corners) ?? 'bottom left');
  }, [scene, store]);
  useWhenCameraRests(place);
  return corner;
}
