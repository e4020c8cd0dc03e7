import { EmptyState, type EmptyStateProps } from '../display/EmptyState.tsx';
import { Listbox, type ListboxProps } from '../lists/Listbox.tsx';

export interface ResourceRowsProps<T> extends ListboxProps<T> {
  // In place of the rows when there are none.
  readonly empty: EmptyStateProps;
  // The last read failed, which the view shows: it is unknown whether there still are none.
  readonly isStale?: boolean;
}

export function ResourceRows<T>({ empty, isStale = false, ...rows }: ResourceRowsProps<T>) {
  if (rows.items.length > 0) return <Listbox {...rows} />;
  return isStale ? null : <EmptyState compact {...empty} />;
}
