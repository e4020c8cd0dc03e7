import { useId, type ReactNode } from 'react';
import styles from './Field.module.css';

export interface FieldControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  readonly hideLabel?: boolean;
  readonly children: (control: FieldControlProps) => ReactNode;
}

export function Field({ label, hint, error = null, hideLabel = false, children }: FieldProps) {
  const id = useId();
  const hasHint = hint !== undefined && hint !== null;
  const described = [hasHint ? `${id}-hint` : null, error === null ? null : `${id}-error`].filter(Boolean);
  return (
    <div className={styles.field}>
      <label className={hideLabel ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        'aria-invalid': error === null ? undefined : true,
      })}
      {hasHint ? (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      ) : null}
      {error === null ? null : (
        <div id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </div>
      )}
    </div>
  );
}
