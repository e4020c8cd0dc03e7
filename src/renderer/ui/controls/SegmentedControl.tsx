import { useId } from 'react';
import styles from './SegmentedControl.module.css';

export interface SegmentedControlProps<T extends string> {
  readonly label: string;
  readonly value: T | null;
  readonly onChange: (value: T) => void;
  readonly options: readonly { readonly value: T; readonly label: string; readonly disabled?: boolean }[];
}

/** A radio group whose options are all visible. Arrow keys select; the selected option can't be cleared. */
export function SegmentedControl<T extends string>({
  label,
  value,
  onChange,
  options,
}: SegmentedControlProps<T>) {
  const name = useId();
  return (
    <div role="radiogroup" className={styles.group} aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.item}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled ?? false}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
