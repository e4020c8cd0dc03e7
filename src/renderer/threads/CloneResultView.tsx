import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { CloneResult } from '../../shared/model/thread-clone.ts';
import {
  commonLosses,
  differencePlace,
  differenceText,
  lossText,
  cloneVerdictText,
} from '../../shared/clone-labels.ts';
import { countOf } from '../../shared/count-of.ts';
import styles from './clone.module.css';

export interface CloneResultViewProps {
  readonly result: CloneResult;
  readonly serverName: string;
}

// What a clone has, what is different, and what it lacks.
export function CloneResultView({ result, serverName }: CloneResultViewProps) {
  const { checkpoints, same, differences, metadataDiffers, overwrittenKeys, losses } = result;
  const isSame = same === checkpoints && !metadataDiffers;
  const unlistedCount = checkpoints - same - differences.length;
  return (
    <>
      <p className={isSame ? styles.same : styles.warning} role="status">
        {isSame ? <CircleCheck size={16} aria-hidden /> : <TriangleAlert size={16} aria-hidden />}
        <span>
          {cloneVerdictText(result)} On {serverName}.
        </span>
      </p>
      {differences.length + (metadataDiffers ? 1 : 0) === 0 ? null : (
        <section aria-label="Different">
          <h3 className={styles.heading}>Different</h3>
          <ul className={styles.list}>
            {metadataDiffers ? <li>Metadata: the server changed some of it.</li> : null}
            {differences.map((difference) => (
              <li key={difference.sourceCheckpointId}>
                {differencePlace(difference)}: {differenceText(difference)}
              </li>
            ))}
            {unlistedCount > 0 ? <li>And {countOf(unlistedCount, 'checkpoint')} more.</li> : null}
          </ul>
        </section>
      )}
      <section aria-label="Kept">
        <h3 className={styles.heading}>Kept</h3>
        <ul className={styles.list}>
          {metadataDiffers ? null : <li>Metadata.</li>}
          {same > 0 ? <li>Values and next nodes of {countOf(same, 'checkpoint')}.</li> : null}
          {overwrittenKeys.length > 0 ? (
            <li>
              {overwrittenKeys.join(', ')}: written as a whole, bypassing the reducer, where the history does
              not say what a node wrote.
            </li>
          ) : null}
        </ul>
      </section>
      <section aria-label="Not kept">
        <h3 className={styles.heading}>Not kept</h3>
        <ul className={styles.list}>
          {[...losses.map(lossText), ...commonLosses].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
    </>
  );
}
