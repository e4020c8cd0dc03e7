import type { ReactNode } from 'react';
import styles from './SchemaForm.module.css';

export interface FieldFrameProps {
  readonly name: string;
  readonly kind: string;
  readonly path: string;
  readonly about?: string | null;
  // The control that the name labels; without one, the field is a group.
  readonly controlId?: string;
  readonly problem?: string | null;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

export function FieldFrame(props: FieldFrameProps) {
  const { name, kind, path, about = null, controlId, problem = null, actions, children } = props;
  return (
    <div
      className={styles.field}
      data-path={path}
      {...(controlId === undefined ? { role: 'group', 'aria-label': name } : {})}
    >
      <div className={styles.head}>
        {controlId === undefined ? (
          <span className={styles.name} title={name}>
            {name}
          </span>
        ) : (
          <label className={styles.name} htmlFor={controlId} title={name}>
            {name}
          </label>
        )}
        <span className={styles.type} title={kind}>
          {kind}
        </span>
        {actions ? (
          <span className={styles.end} data-beside>
            {actions}
          </span>
        ) : null}
      </div>
      {children}
      {problem === null ? null : (
        <p className={styles.problem} id={controlId && `${controlId}-problem`} role="alert">
          {problem}
        </p>
      )}
      {about === null ? null : (
        <p className={styles.description} id={controlId && `${controlId}-about`}>
          {about}
        </p>
      )}
    </div>
  );
}
