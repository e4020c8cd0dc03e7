import { memo } from 'react';
import { Select } from '../../ui/controls/Select.tsx';
import type { EventCount, EventCounts, EventListFilter } from './event-filter.ts';

export interface EventFiltersProps {
  readonly counts: EventCounts;
  readonly filter: EventListFilter;
  readonly onChange: (filter: EventListFilter) => void;
}

export const EventFilters = memo(function EventFilters({ counts, filter, onChange }: EventFiltersProps) {
  const { modes, namespaces } = counts;
  return (
    <>
      <Select
        label="Mode"
        value={filter.mode ?? ''}
        onChange={(value) => onChange({ ...filter, mode: value === '' ? null : value })}
        options={[{ value: '', label: 'All modes' }, ...modes.map(counted)]}
      />
      {namespaces.length > 1 || filter.namespace !== null ? (
        <Select
          label="Namespace"
          value={filter.namespace === null ? '*' : filter.namespace}
          onChange={(value) => onChange({ ...filter, namespace: value === '*' ? null : value })}
          options={[{ value: '*', label: 'All namespaces' }, ...namespaces.map(counted)]}
        />
      ) : null}
    </>
  );
});

function counted([value, times]: EventCount) {
  return { value, label: `${value === '' ? 'Whole graph' : value} (${times})` };
}
