import { memo } from 'react';
import { Select } from '../../ui/Select.tsx';
import type { Count, EventCounts, EventFilter } from './event-index.ts';

export interface EventFiltersProps {
  readonly counts: EventCounts;
  readonly filter: EventFilter;
  readonly onChange: (filter: EventFilter) => void;
}

/** Which modes and which namespaces are shown. */
export const EventFilters = memo(function EventFilters({ counts, filter, onChange }: EventFiltersProps) {
  const { modes, places } = counts;
  return (
    <>
      <Select
        label="Mode"
        value={filter.mode ?? ''}
        onChange={(value) => onChange({ ...filter, mode: value === '' ? null : value })}
        options={[{ value: '', label: 'All modes' }, ...modes.map(counted)]}
      />
      {places.length > 1 || filter.place !== null ? (
        <Select
          label="Namespace"
          value={filter.place === null ? '*' : filter.place}
          onChange={(value) => onChange({ ...filter, place: value === '*' ? null : value })}
          options={[{ value: '*', label: 'All namespaces' }, ...places.map(counted)]}
        />
      ) : null}
    </>
  );
});

function counted([value, times]: Count) {
  return { value, label: `${value === '' ? 'Whole graph' : value} (${times})` };
}
