import type { ReactNode } from 'react';
import { groupProps } from '../a11y-props.ts';
import { focusGroupProps } from './focus-group-props.ts';
import styles from './Toolbar.module.css';

export interface ToolbarProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly end?: ReactNode;
}

export function Toolbar({ label, children, end }: ToolbarProps) {
  return (
    <div className={styles.bar} {...groupProps(label)} {...focusGroupProps('horizontal')}>
      {children}
      {end === undefined ? null : <div className={styles.end}>{end}</div>}
    </div>
  );
}

export interface PaneHeaderProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
}

export function PaneHeader({ title, note, actions }: PaneHeaderProps) {
  return (
    <div className={styles.head}>
      <h2 className={styles.title} title={title}>
        {title}
      </h2>
      {note === undefined ? null : <span className={styles.note}>{note}</span>}
      {actions === undefined ? null : (
        <div className={styles.end} {...focusGroupProps('horizontal')}>
          {actions}
        </div>
      )}
    </div>
  );
}
