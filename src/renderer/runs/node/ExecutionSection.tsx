import { clsx } from 'clsx';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import styles from './NodeView.module.css';

export interface ExecutionSectionProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly end?: ReactNode;
  readonly startsOpen?: boolean;
  // Takes the height that is left, as input and output do.
  readonly fills?: boolean;
  readonly children: ReactNode;
}

// A part of an execution that collapses. Its content is mounted while it is open.
export function ExecutionSection(props: ExecutionSectionProps) {
  const { title, note, end, startsOpen = false, fills = false, children } = props;
  const [isOpen, setIsOpen] = useState(startsOpen);
  const id = useId();
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <section className={clsx(styles.section, fills && isOpen && styles.filling)} aria-label={title}>
      <div className={styles.sectionHead}>
        <h4>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Chevron size={13} aria-hidden />
            {title}
          </button>
        </h4>
        {note === undefined ? null : <span className={styles.note}>{note}</span>}
        {isOpen && end !== undefined ? <div className={styles.end}>{end}</div> : null}
      </div>
      <div id={id} className={styles.sectionBody} hidden={!isOpen}>
        {isOpen ? children : null}
      </div>
    </section>
  );
}
