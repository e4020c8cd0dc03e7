import { useActivity, useShownStatus } from './canvas-context.ts';
import { domId } from './dom-id.ts';
import { nodeWords } from './node-words.ts';
import type { Scene } from './scene.ts';
import styles from './Canvas.module.css';

export interface SpokenNodeProps {
  readonly scene: Scene;
  readonly nodeId: string;
  readonly selected: boolean;
}

/** The node that the keyboard is on, in words, while the page does not have its box: it is painted, or out of view. */
export function SpokenNode({ scene, nodeId, selected }: SpokenNodeProps) {
  const status = useShownStatus(nodeId);
  const activity = useActivity(nodeId);
  const found = scene.nodes.find(({ id }) => id === nodeId);
  return found ? (
    <button
      type="button"
      id={domId(nodeId)}
      className={styles.spoken}
      tabIndex={-1}
      aria-pressed={selected}
      aria-label={nodeWords(found.visible.node, status, activity)}
    />
  ) : null;
}
