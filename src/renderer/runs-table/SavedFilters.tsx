import { BookmarkPlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/controls/Button.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { groupProps } from '../ui/a11y-props.ts';
import { Popover } from '../ui/popups/Popover.tsx';
import { isSameFilter, noRunFilter, type RunFilter } from './run-filter.ts';
import {
  maxFilterNameLength,
  maxSavedFilters,
  nameProblem,
  useSavedFilters,
  withFilter,
  type SavedFilter,
} from './saved-filters.ts';
import styles from './RunsTable.module.css';

interface SavedFiltersProps {
  readonly connectionId: string;
  readonly filter: RunFilter;
  readonly onApply: (filter: RunFilter) => void;
}

/** Chips that apply a saved filter, and the way to save the present one. */
export function SavedFilters({ connectionId, filter, onApply }: SavedFiltersProps) {
  const [saved, change] = useSavedFilters(connectionId);
  const [isOpen, setOpen] = useState(false);
  const isEmpty = isSameFilter(filter, noRunFilter);
  return (
    <>
      {saved.length === 0 ? null : (
        <div className={styles.chips} {...groupProps('Saved filters')}>
          {saved.map((one) => {
            const isApplied = isSameFilter(filter, one.filter);
            return (
              <button
                key={one.name}
                type="button"
                className={styles.chip}
                aria-pressed={isApplied}
                title={one.name}
                onClick={() => onApply(isApplied ? noRunFilter : one.filter)}
              >
                {one.name}
              </button>
            );
          })}
        </div>
      )}
      {isEmpty && saved.length === 0 ? null : (
        <Popover
          label="Saved filters"
          width={300}
          open={isOpen}
          onOpenChange={setOpen}
          trigger={<IconButton label="Save filter" icon={<BookmarkPlus size={14} aria-hidden />} />}
        >
          <SaveFilter
            key={String(isOpen)}
            saved={saved}
            filter={filter}
            isEmpty={isEmpty}
            onSave={(name) => {
              change(withFilter(saved, { name, filter }));
              setOpen(false);
            }}
          />
          {saved.map((one) => (
            <SavedFilterRow
              key={one.name}
              saved={saved}
              one={one}
              onRename={(name) => change(saved.map((each) => (each === one ? { ...one, name } : each)))}
              onRemove={() => change(saved.filter((each) => each !== one))}
            />
          ))}
        </Popover>
      )}
    </>
  );
}

interface SaveFilterProps {
  readonly saved: readonly SavedFilter[];
  readonly filter: RunFilter;
  readonly isEmpty: boolean;
  readonly onSave: (name: string) => void;
}

function SaveFilter({ saved, filter, isEmpty, onSave }: SaveFilterProps) {
  const [name, setName] = useState(() => filter.text.trim().slice(0, maxFilterNameLength));
  const trimmed = name.trim();
  const isReplaced = saved.some((one) => one.name === trimmed);
  if (isEmpty) return <p className={styles.hint}>Filter the runs to save another filter.</p>;
  if (saved.length >= maxSavedFilters && !isReplaced && trimmed === '')
    return <p className={styles.hint}>{`At most ${maxSavedFilters} filters are saved for a server.`}</p>;
  const canSave = trimmed !== '' && (isReplaced || saved.length < maxSavedFilters);
  return (
    <form
      className={styles.filterRow}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) onSave(trimmed);
      }}
    >
      <TextField
        label="Name of the filter"
        hideLabel
        placeholder="Name of this filter"
        maxLength={maxFilterNameLength}
        value={name}
        onChange={setName}
      />
      <Button type="submit" variant="primary" disabled={!canSave}>
        {isReplaced ? 'Replace' : 'Save'}
      </Button>
    </form>
  );
}

interface SavedFilterRowProps {
  readonly saved: readonly SavedFilter[];
  readonly one: SavedFilter;
  readonly onRename: (name: string) => void;
  readonly onRemove: () => void;
}

function SavedFilterRow({ saved, one, onRename, onRemove }: SavedFilterRowProps) {
  const [name, setName] = useState(one.name);
  const problem = nameProblem(saved, one.name, name);
  const rename = (): void => {
    if (problem === null && name.trim() !== one.name) onRename(name.trim());
  };
  return (
    <form
      className={styles.filterRow}
      onSubmit={(event) => {
        event.preventDefault();
        rename();
      }}
    >
      <TextField
        label={`Rename ${one.name}`}
        hideLabel
        maxLength={maxFilterNameLength}
        value={name}
        error={problem}
        onChange={setName}
        onBlur={rename}
      />
      <IconButton label={`Remove ${one.name}`} icon={<Trash2 size={14} aria-hidden />} onClick={onRemove} />
    </form>
  );
}
