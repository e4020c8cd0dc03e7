import { nodeParts } from './use-imperative-status.ts';
import styles from './NodeIcon.module.css';

/** The sign at the left of a node: its status, or what kind of node it is while there is nothing to tell. */
export function NodeIcon() {
  return <i className={styles.icon} aria-hidden data-part={nodeParts.mark} />;
}
