import type { ReactNode } from 'react';
import styles from './ListDetail.module.css';
import { SplitPane, type SplitPaneItem } from './SplitPane.tsx';

export interface ListDetailProps {
  readonly label: string;
  readonly id: string;
  readonly list: Pick<SplitPaneItem, 'id' | 'size' | 'minSize'>;
  readonly detail: Pick<SplitPaneItem, 'id' | 'minSize'>;
  readonly header: ReactNode;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  readonly shown: ReactNode;
}

export function ListDetail(props: ListDetailProps) {
  const { label, id, list, detail, header, children, footer, shown } = props;
  const rows = (
    <div className={styles.list}>
      {header}
      <div className={styles.rows}>{children}</div>
      {footer}
    </div>
  );
  return (
    <section className={styles.view} aria-label={label}>
      <SplitPane
        id={id}
        direction="row"
        panes={[
          { ...list, content: rows },
          { ...detail, content: shown },
        ]}
      />
    </section>
  );
}
