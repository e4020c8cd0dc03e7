import { ListFilter } from 'lucide-react';
import { Button } from '../ui/controls/Button.tsx';
import { Field } from '../ui/controls/Field.tsx';
import { JsonFilterField } from '../ui/controls/JsonFilterField.tsx';
import { Popover } from '../ui/popups/Popover.tsx';
import { Select } from '../ui/controls/Select.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { filterCount, noCheckpointFilter, type CheckpointFilter } from './checkpoint-filter.ts';
import styles from './story.module.css';

interface StoryFilterButtonProps {
  readonly filter: CheckpointFilter;
  readonly onChange: (filter: CheckpointFilter) => void;
  readonly nodes: readonly string[];
}

const anything = ' any';
const sources = [
  { value: 'input', label: 'An input' },
  { value: 'loop', label: 'A step of a run' },
  { value: 'update', label: 'An edit' },
  { value: 'fork', label: 'A copy' },
] as const;

export function StoryFilterButton({ filter, onChange, nodes }: StoryFilterButtonProps) {
  const set = (part: Partial<CheckpointFilter>): void => onChange({ ...filter, ...part });
  const count = filterCount(filter);
  const nodeOptions = filter.node === null || nodes.includes(filter.node) ? nodes : [filter.node, ...nodes];
  return (
    <Popover
      label="Filter checkpoints"
      trigger={
        <button
          type="button"
          className={styles.filterButton}
          data-active={count > 0}
          aria-label={count === 0 ? 'Filter checkpoints' : `Filter checkpoints, ${count} set`}
          title="Filter checkpoints"
        >
          <ListFilter size={14} aria-hidden />
          {count === 0 ? null : <span aria-hidden>{count}</span>}
        </button>
      }
    >
      <Field label="Written by">
        {() => (
          <Select
            wide
            label="Written by"
            value={filter.source ?? anything}
            onChange={(value) => set({ source: sources.find((one) => one.value === value)?.value ?? null })}
            options={[{ value: anything, label: 'Anything' }, ...sources]}
          />
        )}
      </Field>
      <TextField label="Step" value={filter.step} inputMode="numeric" onChange={(step) => set({ step })} />
      <JsonFilterField
        label="Metadata has"
        example='{"run_id": "…"}'
        value={filter.metadataText}
        onChange={(metadataText) => set({ metadataText })}
      />
      <Field label="Node" hint="Applies to loaded checkpoints only. The other filters run on the server.">
        {() => (
          <Select
            wide
            label="Node"
            value={filter.node ?? anything}
            onChange={(value) => set({ node: value === anything ? null : value })}
            options={[
              { value: anything, label: 'Any' },
              ...nodeOptions.map((node) => ({ value: node, label: node })),
            ]}
          />
        )}
      </Field>
      <Button
        size="small"
        variant="ghost"
        disabled={count === 0}
        onClick={() => onChange(noCheckpointFilter)}
      >
        Show all
      </Button>
    </Popover>
  );
}
