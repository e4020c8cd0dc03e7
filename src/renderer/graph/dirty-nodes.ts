import type { CanvasContextValue } from './canvas-context.ts';
import type { Scene, SceneNode } from './scene.ts';

/**
 * Calls back with the nodes whose shown status may have changed, at most once a frame. A node inside of a container
 * changes the container too, folded or open. Gives the way to stop.
 */
export function watchStatuses(
  scene: Scene,
  { activity, insideOf }: Pick<CanvasContextValue, 'activity' | 'insideOf'>,
  onDirty: (nodes: readonly SceneNode[]) => void,
): () => void {
  const shownBy = new Map<string, SceneNode[]>();
  for (const node of scene.nodes) {
    for (const id of [node.id, ...insideOf(node.id)]) {
      const known = shownBy.get(id);
      if (known) known.push(node);
      else shownBy.set(id, [node]);
    }
  }
  const dirty = new Set<SceneNode>();
  let frame: number | null = null;
  const flush = (): void => {
    frame = null;
    const nodes = [...dirty];
    dirty.clear();
    onDirty(nodes);
  };
  const stops = [...shownBy].map(([id, nodes]) =>
    activity.subscribe(id, () => {
      for (const node of nodes) dirty.add(node);
      frame ??= requestAnimationFrame(flush);
    }),
  );
  return () => {
    for (const stop of stops) stop();
    if (frame !== null) cancelAnimationFrame(frame);
  };
}
