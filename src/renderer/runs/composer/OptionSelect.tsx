import { Select } from '../../ui/controls/Select.tsx';
import styles from './RunOptionsForm.module.css';

export interface OptionSelectProps<T extends string> {
  readonly label: string;
  readonly name: string;
  readonly value: T;
  readonly choices: readonly T[];
  readonly labels: Readonly<Record<T, string>>;
  readonly unavailable?: Readonly<Partial<Record<T, string | null>>>;
  readonly onChange: (value: T) => void;
}

export function OptionSelect<T extends string>(props: OptionSelectProps<T>) {
  const { label, name, value, choices, labels, unavailable = {}, onChange } = props;
  const reasonOf = (choice: T): string | null =>
    (unavailable as Readonly<Partial<Record<T, string | null>>>)[choice] ?? null;
  return (
    <div className={styles.choice}>
      <span className={styles.label} title={name}>
        {label}
      </span>
      <Select
        label={label}
        wide
        value={value}
        onChange={(next) => {
          const choice = choices.find((one) => one === next);
          if (choice !== undefined) onChange(choice);
        }}
        options={choices.map((one) => ({
          value: one,
          label: one,
          detail: reasonOf(one) ?? labels[one],
          disabled: reasonOf(one) !== null,
        }))}
      />
      <span className={styles.quiet}>{reasonOf(value) ?? labels[value]}</span>
    </div>
  );
}
