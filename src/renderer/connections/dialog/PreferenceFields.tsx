import { serverColors } from '../../../shared/model/connection.ts';
import { Field } from '../../ui/controls/Field.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { Switch } from '../../ui/controls/Switch.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { timeoutProblem, type ConnectionForm } from './connection-form.ts';
import styles from './ConnectionDialog.module.css';

interface PreferenceFieldsProps {
  readonly form: ConnectionForm;
  readonly onChange: (form: ConnectionForm) => void;
}

const colorOptions = [
  { value: 'none', label: 'No color' },
  ...serverColors.map((color) => ({ value: color, label: `${color[0]?.toUpperCase()}${color.slice(1)}` })),
];

export function PreferenceFields({ form, onChange }: PreferenceFieldsProps) {
  return (
    <fieldset className={styles.group}>
      <legend>In the studio</legend>
      <Switch
        label="Production server"
        hint="The studio asks you to confirm each change, and to type the server’s name before anything is deleted."
        checked={form.production}
        onChange={(production) => onChange({ ...form, production })}
      />
      <div className={styles.preferences}>
        <TextField
          label="Group"
          maxLength={100}
          value={form.group}
          placeholder="None"
          onChange={(group) => onChange({ ...form, group })}
        />
        <TextField
          label="Timeout in seconds"
          inputMode="numeric"
          value={form.timeout}
          placeholder="30"
          error={timeoutProblem(form)}
          onChange={(timeout) => onChange({ ...form, timeout })}
        />
        <Field label="Color">
          {() => (
            <Select
              wide
              label="Color"
              value={form.color ?? 'none'}
              options={colorOptions}
              onChange={(value) =>
                onChange({ ...form, color: serverColors.find((color) => color === value) ?? null })
              }
            />
          )}
        </Field>
      </div>
    </fieldset>
  );
}
