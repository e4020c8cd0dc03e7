import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { groupProps } from '../a11y-props.ts';
import { Button } from '../controls/Button.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import list from '../layout/ListDetail.module.css';
import type { MultiSelect } from './use-multi-select.ts';

interface ListSelectionProps {
  readonly label: string;
  readonly selection: MultiSelect;
  readonly count: number;
  readonly children: ReactNode;
}

export function ListSelection({ label, selection, count, children }: ListSelectionProps) {
  if (selection.chosen === null) return null;
  return (
    <div className={list.selection} {...groupProps(label)}>
      <span className={list.quiet} role="status">
        {count.toLocaleString('en')} selected
      </span>
      <Button size="small" variant="ghost" onClick={selection.all}>
        All
      </Button>
      <span className={list.grow} />
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
