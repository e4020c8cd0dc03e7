import { Select } from '../ui/controls/Select.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import styles from './NewKeyFields.module.css';
import type { NewKey } from './use-new-key.ts';

interface NewKeyFieldsProps {
  readonly label: string;
  readonly hint: string;
  readonly newKey: NewKey;
}

/** Takes a key, and once there is one, where it is to be stored. */
export function NewKeyFields({ label, hint, newKey }: NewKeyFieldsProps) {
  const { value, setValue, selected, setChosen, options, sentence } = newKey;
  return (
    <>
      <TextField
        mono
        type="password"
        autoComplete="new-password"
        label={label}
        value={value}
        onChange={setValue}
        maxLength={8192}
        hint={hint}
      />
      {value === '' ? null : (
        <div className={styles.storage}>
          <span className={styles.note}>Keep it</span>
          <Select
            wide
            label="Keep the key"
            value={selected}
            options={options}
            onChange={(next) => setChosen(options.find((option) => option.value === next)?.value ?? null)}
          />
        </div>
      )}
      {value !== '' && sentence !== null ? (
        <p aria-live="polite" className={styles.note}>
          {sentence}
        </p>
      ) : null}
    </>
  );
}
