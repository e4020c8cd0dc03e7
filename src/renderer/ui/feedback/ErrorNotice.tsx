import { TriangleAlert } from 'lucide-react';
import { Button } from '../controls/Button.tsx';
import { CopyButton } from '../controls/CopyButton.tsx';
import { describeError } from './describe-error.ts';
import styles from './ErrorNotice.module.css';

export interface ErrorNoticeProps {
  /** An `AppError`, its wire form, or anything else that was thrown. */
  readonly error: unknown;
  /**
   * What was tried, and that it failed: `Stop failed`, `Could not load history`. `null` for a problem that is nobody's act, as
   * that of a server, or one whose sentence names it.
   */
  readonly action: string | null;
  readonly onRetry?: () => void;
  readonly retryLabel?: string;
}

/** What went wrong, what to do next, and on demand the server's own words. Put it where the action was taken. */
export function ErrorNotice({ error, action, onRetry, retryLabel = 'Try again' }: ErrorNoticeProps) {
  const { sentence, hint, details } = describeError(error);
  return (
    <div className={styles.note} role="alert">
      <TriangleAlert size={15} aria-hidden className={styles.icon} />
      <div className={styles.text}>
        <p className={styles.sentence}>
          {action === null ? null : <>{action}: </>}
          <span>{sentence}</span>
        </p>
        {hint === null ? null : <p className={styles.hint}>{hint}</p>}
        {details.length === 0 ? null : (
          <details className={styles.details}>
            <summary>Details</summary>
            <dl>
              {details.map(([name, value]) => (
                <div key={name} className={styles.fact}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            <CopyButton
              label="Copy details"
              text={() => JSON.stringify(Object.fromEntries(details), null, 2)}
            />
          </details>
        )}
        {onRetry === undefined ? null : (
          <Button size="small" className={styles.retry} onClick={onRetry}>
            {retryLabel}
          </Button>
        )}
      </div>
    </div>
  );
}
