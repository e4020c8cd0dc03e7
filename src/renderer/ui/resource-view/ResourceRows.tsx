import { EmptyState, type EmptyStateProps } from '../display/EmptyState.tsx';
import { Listbox, type ListboxProps } from '../lists/Listbox.tsx';

export interface ResourceRowsProps<T> extends ListboxProps<T> {
  // In place of the rows when there are none.
  readonly empty: EmptyStateProps;
}

export function ResourceRows<T>({ empty, ...rows }: ResourceRowsProps<T>) {
  return rows.items.length === 0 ? <EmptyState compact {...empty} /> : <Listbox {...rows} />;
}
