import { ChevronDown, ChevronRight } from 'lucide-react';
import styles from './story.module.css';

interface RowToggleProps {
  readonly open: boolean;
  readonly what: string;
  readonly onToggle: () => void;
}

/** For the mouse: keys expand the selected row. */
export function RowToggle({ open, what, onToggle }: RowToggleProps) {
  return (
    <span
      className={styles.toggle}
      data-testid="open-subgraphs"
      title={`${open ? 'Hide' : 'Show'} ${what}`}
      aria-hidden
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
    >
      {open ? <ChevronDown size={13} /> : <ChevronRight size={13} />}
    </span>
  );
}
