import type { CanvasContextValue } from './canvas-context.ts';
import type { Scene, SceneNode } from './scene.ts';

// Calls back with the nodes whose displayed status may have changed, at most once a frame and once per
// `restMs`. A change inside a container includes the container. Returns the unsubscribe function.
export function watchStatuses(
  scene: Scene,
  { activity, insideOf }: Pick<CanvasContextValue, 'activity' | 'insideOf'>,
  onDirty: (nodes: readonly SceneNode[]) => void,
  restMs = 0,
): () => void {
  const shownBy = new Map<string, SceneNode[]>();
  for (const node of scene.nodes) {
    for (const id of [node.id, ...insideOf(node.id)]) {
      const sceneNodes = shownBy.get(id);
      if (sceneNodes) sceneNodes.push(node);
      else shownBy.set(id, [node]);
    }
  }
  const dirty = new Set<SceneNode>();
  let frame: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    frame = null;
    if (restMs > 0) timer = setTimeout(rested, restMs);
    const nodes = [...dirty];
    dirty.clear();
    onDirty(nodes);
  };
  const rested = (): void => {
    timer = undefined;
    if (dirty.size > 0) frame = requestAnimationFrame(flush);
  };
  const stops = [...shownBy].map(([id, nodes]) =>
    activity.subscribe(id, () => {
      for (const node of nodes) dirty.add(node);
      if (timer === undefined) frame ??= requestAnimationFrame(flush);
    }),
  );
  return () => {
    for (const stop of stops) stop();
    clearTimeout(timer);
    if (frame !== null) cancelAnimationFrame(frame);
  };
}
