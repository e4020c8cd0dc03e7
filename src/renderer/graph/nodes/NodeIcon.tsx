import { nodeParts } from './use-imperative-status.ts';
import styles from './NodeIcon.module.css';

export function NodeIcon() {
  return <i className={styles.icon} aria-hidden data-part={nodeParts.mark} />;
}
