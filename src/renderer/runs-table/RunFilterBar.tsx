import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { useStore } from 'zustand';
import type { RunIndexState } from '../../shared/model/run-index.ts';
import { RunSource } from '../../shared/model/run.ts';
import { useCommandKeys } from '../commands/keymap.ts';
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';
import { Select } from '../ui/controls/Select.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { AgeRange, ageLabels, groupOptions, indexFilter, maxSearchLength, runFilter } from './run-filter.ts';
import { SavedFilters } from './SavedFilters.tsx';
import styles from './RunsTable.module.css';

interface RunFilterBarProps {
  readonly connectionId: string;
  readonly graphIds: readonly string[];
  /** Runs whose number is shown; `null` if it is unknown. */
  readonly counted: RunIndexState | null;
  /** Whether the server says of some run who started it. */
  readonly hasSources: boolean;
  readonly searchBox: RefObject<HTMLInputElement | null>;
  readonly onSearchKey: (event: KeyboardEvent) => void;
  /** At the end of the bar. */
  readonly children: ReactNode;
}

// The value of a list without a choice.
const noChoice = '';

/** Search and filters of the runs, which last as long as the window. */
export function RunFilterBar(props: RunFilterBarProps) {
  const { connectionId, graphIds, counted, hasSources, searchBox, onSearchKey, children } = props;
  const filter = useStore(runFilter);
  const searchKeys = useCommandKeys('runs.search');
  return (
    <div className={styles.filters}>
      <div className={styles.search}>
        <TextField
          ref={searchBox}
          hideLabel
          type="search"
          label="Search runs"
          placeholder={searchKeys === undefined ? 'Search runs' : `Search runs (${searchKeys})`}
          maxLength={maxSearchLength}
          value={filter.text}
          onChange={(text) => runFilter.setState({ text })}
          onKeyDown={onSearchKey}
        />
      </div>
      <SegmentedControl
        label="Status"
        value={filter.group}
        onChange={(group) => runFilter.setState({ group })}
        options={groupOptions(counted)}
      />
      {graphIds.length > 1 ? (
        <Select
          label="Graph"
          value={indexFilter(filter, graphIds).graphIds[0] ?? noChoice}
          onChange={(graphId) => runFilter.setState({ graphId: graphId === noChoice ? null : graphId })}
          options={[
            { value: noChoice, label: 'All graphs' },
            ...graphIds.map((graphId) => ({ value: graphId, label: graphId })),
          ]}
        />
      ) : null}
      <Select
        label="Started"
        value={filter.age ?? noChoice}
        onChange={(age) => runFilter.setState({ age: AgeRange.safeParse(age).data ?? null })}
        options={[
          { value: noChoice, label: 'Any time' },
          ...AgeRange.options.map((value) => ({ value, label: ageLabels[value] })),
        ]}
      />
      {hasSources || filter.source !== null ? (
        <Select
          label="Started by"
          value={filter.source ?? noChoice}
          onChange={(source) => runFilter.setState({ source: RunSource.safeParse(source).data ?? null })}
          options={[
            { value: noChoice, label: 'Anyone' },
            { value: 'studio', label: 'The studio' },
            { value: 'cron', label: 'A cron' },
            { value: 'unknown', label: 'Unknown starter' },
          ]}
        />
      ) : null}
      <SavedFilters
        connectionId={connectionId}
        filter={filter}
        onApply={(next) => runFilter.setState(next)}
      />
      {children}
    </div>
  );
}
