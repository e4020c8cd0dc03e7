import { nodeParts } from './use-imperative-status.ts';
import styles from './NodeIcon.module.css';

/** The icon of a node: its status, or its kind while idle. */
export function NodeIcon() {
  return <i className={styles.icon} aria-hidden data-part={nodeParts.mark} />;
}
