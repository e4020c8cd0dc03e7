import type { ReactNode } from 'react';
import { TextField } from '../controls/TextField.tsx';
import styles from './ListDetail.module.css';

export interface PaneSearchProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly children?: ReactNode;
}

export function PaneSearch({ label, placeholder, value, onChange, children }: PaneSearchProps) {
  return (
    <div className={styles.filters}>
      {children}
      <TextField hideLabel label={label} placeholder={placeholder} value={value} onChange={onChange} />
    </div>
  );
}
