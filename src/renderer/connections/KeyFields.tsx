import type { SecretStorage } from '../../shared/model/app-info.ts';
import type { KeyView } from '../../shared/model/connection.ts';
import { Select } from '../ui/Select.tsx';
import { Switch } from '../ui/Switch.tsx';
import { TextField } from '../ui/TextField.tsx';
import { placeOptions, type ConnectionForm, type KeyPlaceChoice } from './connection-form.ts';
import styles from './ConnectionDialog.module.css';

interface KeyFieldsProps {
  readonly form: ConnectionForm;
  readonly storage: SecretStorage | null;
  readonly stored: KeyView | null;
  readonly onChange: (form: ConnectionForm) => void;
}

/** The key and where it is kept. A stored key is never shown, only that there is one and how it ends. */
export function KeyFields({ form, storage, stored, onChange }: KeyFieldsProps) {
  const hasStored = stored !== null && stored.place !== 'none';
  const options = placeOptions(storage);
  const isPlace = (value: string): value is KeyPlaceChoice =>
    options.some((option) => option.value === value);
  return (
    <div className={styles.group}>
      <TextField
        label="API key"
        type="password"
        mono
        autoComplete="new-password"
        value={form.key}
        disabled={form.forgetKey}
        placeholder={
          hasStored ? `Unchanged${stored.last4 === null ? '' : `, ends in ${stored.last4}`}` : 'None'
        }
        hint={
          hasStored && stored.place === 'locked' ? "The stored key can't be read now. Type it again." : null
        }
        onChange={(key) => onChange({ ...form, key })}
      />
      {hasStored ? (
        <Switch
          label="Forget the stored key"
          checked={form.forgetKey}
          onChange={(forgetKey) => onChange({ ...form, forgetKey, key: '' })}
        />
      ) : null}
      {form.key === '' ? null : (
        <>
          <div className={styles.line}>
            <span className={styles.label}>Keep it</span>
            <Select
              wide
              label="Keep the key"
              value={form.place}
              options={options}
              onChange={(place) => {
                if (isPlace(place)) onChange({ ...form, place });
              }}
            />
          </div>
          {storage === null ? null : <p className={styles.truth}>{storage.sentence}</p>}
        </>
      )}
    </div>
  );
}
