import { useActivity, useAggregateStatus, useNodeDomId } from '../canvas/canvas-context.ts';
import { nodeLabel } from '../model/node-labels.ts';
import type { Scene } from '../canvas/scene.ts';
import styles from '../canvas/Canvas.module.css';

export interface OffscreenNodeProps {
  readonly scene: Scene;
  readonly nodeId: string;
  readonly selected: boolean;
}

/** An accessible stand-in for the focused node while it is not in the DOM: painted on the canvas, or out of view. */
export function OffscreenNode({ scene, nodeId, selected }: OffscreenNodeProps) {
  const nodeDomId = useNodeDomId();
  const status = useAggregateStatus(nodeId);
  const activity = useActivity(nodeId);
  const sceneNode = scene.nodes.find(({ id }) => id === nodeId);
  return sceneNode ? (
    <button
      type="button"
      id={nodeDomId(nodeId)}
      className={styles.offscreen}
      tabIndex={-1}
      aria-pressed={selected}
      aria-label={nodeLabel(sceneNode.visible.node, status, activity)}
    />
  ) : null;
}
