import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { CopyButton } from '../controls/CopyButton.tsx';
import { describeError } from './describe-error.ts';
import styles from './ErrorNotice.module.css';

export interface ErrorNoticeProps {
  // An `AppError`, its wire form, or anything else that was thrown.
  readonly error: unknown;
  // The action that failed: `Stop failed`, `Could not load history`. `null` if no action caused the error, or
  // if its message names it.
  readonly action: string | null;
  readonly onRetry?: () => void;
  readonly retryLabel?: string;
  // Buttons beside the one that tries again.
  readonly more?: ReactNode;
}

/** What happened, what to do next, and the server's message in the details. Place it next to the action. */
export function ErrorNotice({ error, action, onRetry, retryLabel = 'Try again', more }: ErrorNoticeProps) {
  const { sentence, hint, details, isUnknown } = describeError(error);
  return (
    <div className={styles.note} role="alert">
      <TriangleAlert size={15} aria-hidden className={styles.icon} />
      <div className={styles.text}>
        <p className={styles.sentence}>
          {action === null || isUnknown ? null : <>{action}: </>}
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
        {onRetry === undefined || isUnknown ? null : (
          <div className={styles.buttons}>
            <Button size="small" onClick={onRetry}>
              {retryLabel}
            </Button>
            {more}
          </div>
        )}
      </div>
    </div>
  );
}
