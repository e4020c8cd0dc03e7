import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { addHeader, changeHeader, removeHeader, type HeadersForm } from './connection-form.ts';
import styles from './ConnectionDialog.module.css';

interface HeaderFieldsProps<F> {
  readonly form: F;
  readonly onChange: (form: F) => void;
}

// Headers sent with every request to a server. Values are secrets: of a stored one, only the last
// characters are shown.
export function HeaderFields<F extends HeadersForm>({ form, onChange }: HeaderFieldsProps<F>) {
  return (
    <fieldset className={styles.group}>
      <legend>Headers</legend>
      {form.headers.map(({ id, name, value, stored }, index) => (
        <div key={id} className={styles.header}>
          <TextField
            label={`Name of header ${index + 1}`}
            hideLabel
            mono
            placeholder="x-name"
            value={name}
            onChange={(next) => onChange(changeHeader(form, id, { name: next }))}
          />
          <TextField
            label={`Value of header ${index + 1}`}
            hideLabel
            mono
            type="password"
            autoComplete="new-password"
            placeholder={
              stored === null ? 'value' : `Unchanged${stored.last4 === '' ? '' : `, ends in ${stored.last4}`}`
            }
            value={value}
            onChange={(next) => onChange(changeHeader(form, id, { value: next }))}
          />
          <IconButton
            label={`Remove header ${name || index + 1}`}
            icon={<Trash2 size={14} aria-hidden />}
            onClick={() => onChange(removeHeader(form, id))}
          />
        </div>
      ))}
      <Button
        size="small"
        className={styles.add}
        icon={<Plus size={13} aria-hidden />}
        onClick={() => onChange(addHeader(form))}
      >
        Add a header
      </Button>
    </fieldset>
  );
}
