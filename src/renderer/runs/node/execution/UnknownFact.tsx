import { unknownReasons, type UnknownReason } from '../model/fact.ts';
import styles from '../NodeView.module.css';

/** The word instead of a fact, with the reason. */
export function UnknownFact({ why, what }: { readonly why: UnknownReason; readonly what?: string }) {
  return (
    <span className={styles.unknown} title={unknownReasons[why]}>
      {what === undefined ? 'unknown' : `${what} unknown`}
      <span className="visually-hidden">: {unknownReasons[why]}</span>
    </span>
  );
}
