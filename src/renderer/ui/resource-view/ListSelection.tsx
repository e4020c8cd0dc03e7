import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { groupProps } from '../a11y-props.ts';
import { Button } from '../controls/Button.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import type { MultiSelect } from '../lists/use-multi-select.ts';
import styles from './resource-view.module.css';

export interface ListSelectionProps {
  readonly label: string;
  // Of `useResourceList`.
  readonly list: {
    readonly selection: Pick<MultiSelect, 'chosen' | 'all' | 'stop'>;
    readonly selected: readonly unknown[];
  };
  // `null`: all are selected.
  readonly allLabel?: string | null;
  readonly children: ReactNode;
}

/** Above a list while several items are selected: how many, and what can be done with them. */
export function ListSelection({ label, list, allLabel = 'All', children }: ListSelectionProps) {
  const { selection, selected } = list;
  if (selection.chosen === null) return null;
  return (
    <div className={styles.selection} {...groupProps(label)}>
      <span className={styles.quiet} role="status">
        {selected.length.toLocaleString('en')} selected
      </span>
      {allLabel === null ? null : (
        <Button size="small" variant="ghost" onClick={selection.all}>
          {allLabel}
        </Button>
      )}
      <span className={styles.grow} />
      {children}
      <IconButton
        size="small"
        label="Clear selection"
        icon={<X size={14} aria-hidden />}
        onClick={selection.stop}
      />
    </div>
  );
}
