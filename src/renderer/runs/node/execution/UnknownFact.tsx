import { unknownReasons, type UnknownReason } from './unknown-reasons.ts';
import styles from '../NodeView.module.css';

/** The word instead of a fact, with the reason. */
export function UnknownFact({ why }: { readonly why: UnknownReason }) {
  return <span className={styles.unknown}>unknown: {unknownReasons[why]}</span>;
}
