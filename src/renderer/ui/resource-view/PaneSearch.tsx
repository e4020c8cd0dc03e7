import type { ReactNode } from 'react';
import { TextField } from '../controls/TextField.tsx';
import styles from './resource-view.module.css';

export interface PaneSearchProps {
  readonly label: string;
  readonly placeholder: string;
  // Of `useResourceList`.
  readonly list: { readonly search: string; readonly setSearch: (text: string) => void };
  readonly children?: ReactNode;
}

/** The row of filters above a list, with a text to search. */
export function PaneSearch({ label, placeholder, list, children }: PaneSearchProps) {
  return (
    <div className={styles.filters}>
      {children}
      <TextField
        hideLabel
        label={label}
        placeholder={placeholder}
        value={list.search}
        onChange={list.setSearch}
      />
    </div>
  );
}
