import { ListFilter } from 'lucide-react';
import { defaultThreadListing, type ThreadListing, ThreadSort } from '../../shared/model/thread-listing.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Field } from '../ui/controls/Field.tsx';
import { Popover } from '../ui/popups/Popover.tsx';
import { Select } from '../ui/controls/Select.tsx';
import { statusStyles } from '../ui/display/status-styles.ts';
import { JsonFilterField } from '../ui/controls/JsonFilterField.tsx';
import { activeFilterCount } from './thread-listing.ts';
import styles from './threads.module.css';

export interface ThreadFiltersProps {
  readonly listing: ThreadListing;
  readonly onChange: (listing: ThreadListing) => void;
  readonly graphIds: readonly string[];
}

const anything = 'any';
const statuses = ['idle', 'busy', 'interrupted', 'error'] as const;

const sorts: Readonly<Record<ThreadSort, string>> = {
  updated_at: 'Last change',
  created_at: 'Creation',
  status: 'Status',
  thread_id: 'ID',
};

export function ThreadFilters({ listing, onChange, graphIds }: ThreadFiltersProps) {
  const { filter } = listing;
  const set = (part: Partial<ThreadListing['filter']>): void =>
    onChange({ ...listing, filter: { ...filter, ...part } });
  const count = activeFilterCount(listing);
  const isUsual =
    count === 0 && listing.sortBy === defaultThreadListing.sortBy && listing.sortOrder === 'desc';
  return (
    <Popover
      label="Filter and sort threads"
      trigger={
        <button
          type="button"
          className={styles.filterButton}
          data-active={!isUsual}
          aria-label={count === 0 ? 'Filter and sort' : `Filter and sort, ${count} set`}
          title="Filter and sort on the server"
        >
          <ListFilter size={14} aria-hidden />
          {count === 0 ? null : <span aria-hidden>{count}</span>}
        </button>
      }
    >
      <Row label="Status">
        <Select
          wide
          label="Status"
          value={filter.status ?? anything}
          onChange={(value) => set({ status: statuses.find((one) => one === value) ?? null })}
          options={[
            { value: anything, label: 'Any' },
            ...statuses.map((status) => ({ value: status, label: statusStyles[status].label })),
          ]}
        />
      </Row>
      <Row label="Graph">
        <Select
          wide
          label="Graph"
          value={filter.graphId ?? anything}
          onChange={(value) => set({ graphId: value === anything ? null : value })}
          options={[
            { value: anything, label: 'Any' },
            ...graphIds.map((graphId) => ({ value: graphId, label: graphId })),
          ]}
        />
      </Row>
      <JsonFilterField
        label="Metadata contains"
        example='{"owner": "mia"}'
        value={filter.metadataText}
        onChange={(metadataText) => set({ metadataText })}
      />
      <JsonFilterField
        label="Values contain"
        example='{"topic": "refunds"}'
        value={filter.valuesText}
        onChange={(valuesText) => set({ valuesText })}
      />
      <Row label="Sort by">
        <Select
          wide
          label="Sort by"
          value={listing.sortBy}
          onChange={(value) =>
            onChange({ ...listing, sortBy: ThreadSort.safeParse(value).data ?? 'updated_at' })
          }
          options={ThreadSort.options.map((value) => ({ value, label: sorts[value] }))}
        />
        <Select
          label="Order"
          value={listing.sortOrder}
          onChange={(value) => onChange({ ...listing, sortOrder: value === 'asc' ? 'asc' : 'desc' })}
          options={[
            { value: 'desc', label: 'Newest first' },
            { value: 'asc', label: 'Oldest first' },
          ]}
        />
      </Row>
      <Button size="small" disabled={isUsual} onClick={() => onChange(defaultThreadListing)}>
        Clear filters
      </Button>
    </Popover>
  );
}

function Row({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return <Field label={label}>{() => <div className={styles.options}>{children}</div>}</Field>;
}
