import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { CheckpointSummary } from '../../shared/model/thread.ts';
import { checkpointFacts } from '../../shared/thread-record/history.ts';
import { checkpointLabel } from '../shared-ui/checkpoint.ts';
import { useThreadRecord } from '../queries/thread-record.ts';
import { Button } from '../ui/controls/Button.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Listbox } from '../ui/lists/Listbox.tsx';
import { Popover } from '../ui/popups/Popover.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { searchCheckpoints, parseStepQuery, type CheckpointOption } from './checkpoint-search.ts';
import { useCheckpointOptions, useCheckpointsOfStep } from './queries.ts';
import styles from './diff.module.css';
import { shortId } from '../ui/display/format.ts';

interface CheckpointPickerProps {
  readonly connectionId: string;
  readonly threadId: string;
  readonly checkpointNs: string;
  readonly ownId: string | null;
  readonly fixed: readonly CheckpointOption[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function CheckpointPicker(props: CheckpointPickerProps) {
  const { connectionId, threadId, checkpointNs, ownId, fixed, value, onChange } = props;
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const loaded = useCheckpointOptions(connectionId, threadId, checkpointNs);
  const step = parseStepQuery(search);
  const ofStep = useCheckpointsOfStep(connectionId, threadId, checkpointNs, open ? step : null);
  const checkpoints = [...(loaded.data ?? none), ...(ofStep.data ?? none)];
  const { record } = useThreadRecord(connectionId, threadId);
  const labelOf = (one: CheckpointSummary): string =>
    checkpointLabel(one, record && checkpointFacts(record, one.checkpointId, checkpointNs));
  const checkpointOptions = searchCheckpoints(checkpoints, search, labelOf).filter(
    ({ value: id }) => id !== `at ${ownId}`,
  );
  const choices = search.trim() === '' ? [...fixed, ...checkpointOptions] : checkpointOptions;
  const chosen = fixed.find((one) => one.value === value)?.label ?? nameOf(value, checkpoints, labelOf);
  return (
    <Popover
      label="Compare with"
      width={320}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setSearch('');
      }}
      trigger={
        <button type="button" className={styles.picker} aria-label={`Compare with: ${chosen}`}>
          <span>{chosen}</span>
          <ChevronDown size={13} aria-hidden />
        </button>
      }
    >
      <TextField
        label="Step, node or checkpoint ID"
        type="search"
        value={search}
        onChange={setSearch}
        onKeyDown={(event) => {
          const [only] = choices;
          if (event.key !== 'Enter' || !only || search.trim() === '') return;
          onChange(only.value);
          setOpen(false);
        }}
      />
      <div className={styles.options}>
        <Listbox
          label="Checkpoints"
          items={choices}
          keyOf={(one) => one.value}
          selectedKey={value}
          onSelect={(one) => {
            onChange(one.value);
            setOpen(false);
          }}
          render={({ label, detail }) => (
            <span className={styles.option}>
              <span>{label}</span>
              <code>{detail}</code>
            </span>
          )}
        />
      </div>
      {ofStep.isError ? (
        <ErrorNotice
          action="Could not load checkpoints"
          error={ofStep.error}
          onRetry={() => void ofStep.refetch()}
        />
      ) : null}
      {loaded.isError ? (
        <ErrorNotice
          action="Could not load checkpoints"
          error={loaded.error}
          onRetry={() => void loaded.refetch()}
        />
      ) : null}
      <div className={styles.reach}>
        <span role="status">
          {loaded.isFetching || ofStep.isFetching
            ? 'Loading checkpoints…'
            : checkpointOptions.length === 0 && search.trim() !== ''
              ? step === null
                ? `None of the ${checkpoints.length} loaded checkpoints matches.`
                : 'No checkpoint has this step.'
              : `${(loaded.data ?? none).length}${loaded.hasNextPage ? '+' : ''} checkpoints`}
        </span>
        {loaded.hasNextPage ? (
          <Button
            size="small"
            variant="ghost"
            disabled={loaded.isFetchingNextPage}
            onClick={() => void loaded.fetchNextPage()}
          >
            Load older checkpoints
          </Button>
        ) : null}
      </div>
    </Popover>
  );
}

const none: readonly CheckpointSummary[] = [];

function nameOf(
  value: string,
  checkpoints: readonly CheckpointSummary[],
  labelOf: (checkpoint: CheckpointSummary) => string,
): string {
  const id = value.slice('at '.length);
  const checkpoint = checkpoints.find(({ checkpointId }) => checkpointId === id);
  return checkpoint ? labelOf(checkpoint) : `Checkpoint ${shortId(id)}`;
}
