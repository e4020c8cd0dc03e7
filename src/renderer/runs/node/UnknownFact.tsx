import { unknownReasons, type UnknownReason } from './unknown-reasons.ts';
import styles from './NodeView.module.css';

export function UnknownFact({ why }: { readonly why: UnknownReason }) {
  return <span className={styles.unknown}>unknown: {unknownReasons[why]}</span>;
}
