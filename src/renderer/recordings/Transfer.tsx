import type { RecordingTransfer } from '../../shared/model/recording.ts';
import { sizeText } from '../ui/display/format.ts';
import styles from './Recordings.module.css';

/** The progress of a download or an upload. `verb`: which of them, such as `Downloading`. */
export function Transfer({ verb, step }: { readonly verb: string; readonly step: RecordingTransfer }) {
  const { done, total } = step;
  const isWhole = total !== null && total > 0 && done >= total;
  const text = total === null ? sizeText(done) : `${sizeText(done)} of ${sizeText(total)}`;
  return (
    <div className={styles.transfer}>
      <progress aria-label={verb} {...(total === null || total === 0 ? {} : { value: done, max: total })} />
      <span>{isWhole ? 'Checking' : `${verb}: ${text}`}</span>
    </div>
  );
}
