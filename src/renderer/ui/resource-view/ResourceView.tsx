import { Fragment, type ReactNode } from 'react';
import { EmptyState, type EmptyStateProps } from '../display/EmptyState.tsx';
import { SplitPane, type SplitPaneItem } from '../controls/SplitPane.tsx';
import styles from './resource-view.module.css';

export interface ResourceColumnsProps {
  // Names the layout in storage, as in `SplitPane`.
  readonly id: string;
  readonly list: Pick<SplitPaneItem, 'id' | 'size' | 'minSize'>;
  readonly detail: Pick<SplitPaneItem, 'id' | 'minSize'>;
}

export interface ResourceViewProps<T> {
  readonly label: string;
  readonly columns: ResourceColumnsProps;
  readonly header: ReactNode;
  // The rows.
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  // Of `useResourceList`.
  readonly list: { readonly openItem: T | null; readonly keyOf: (item: T) => string };
  readonly renderDetail: (item: T) => ReactNode;
  // Covers the details, such as with the results of an action.
  readonly inPlaceOfDetail?: ReactNode;
  // In place of the details while no item is open.
  readonly noDetail: EmptyStateProps;
}

/** A list beside the details of the item that it shows, for views that fill the window. */
export function ResourceView<T>(props: ResourceViewProps<T>) {
  const { label, columns, header, children, footer, list, noDetail } = props;
  const { renderDetail, inPlaceOfDetail } = props;
  const { openItem, keyOf } = list;
  return (
    <section className={styles.view} aria-label={label}>
      <SplitPane
        id={columns.id}
        direction="row"
        panes={[
          {
            ...columns.list,
            content: (
              <div className={styles.list}>
                {header}
                <div className={styles.rows}>{children}</div>
                {footer}
              </div>
            ),
          },
          {
            ...columns.detail,
            content:
              inPlaceOfDetail ??
              (openItem === null ? (
                <EmptyState {...noDetail} />
              ) : (
                // What was typed or opened belongs to one item.
                <Fragment key={keyOf(openItem)}>{renderDetail(openItem)}</Fragment>
              )),
          },
        ]}
      />
    </section>
  );
}
