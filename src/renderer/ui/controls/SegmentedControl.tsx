import { ToggleGroup } from 'radix-ui';
import styles from './SegmentedControl.module.css';

export interface SegmentedControlProps<T extends string> {
  readonly label: string;
  /** `null` if nothing is selected yet. */
  readonly value: T | null;
  readonly onChange: (value: T) => void;
  readonly options: readonly { readonly value: T; readonly label: string; readonly disabled?: boolean }[];
}

/** A radio group whose options are all visible. Arrow keys move; the selected option can't be cleared. */
export function SegmentedControl<T extends string>({
  label,
  value,
  onChange,
  options,
}: SegmentedControlProps<T>) {
  return (
    <ToggleGroup.Root
      type="single"
      className={styles.group}
      aria-label={label}
      value={value ?? ''}
      onValueChange={(next) => {
        const option = options.find((one) => one.value === next);
        if (option) onChange(option.value);
      }}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          disabled={option.disabled ?? false}
          className={styles.item}
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
