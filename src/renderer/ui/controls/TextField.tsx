import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Field } from './Field.tsx';
import styles from './Field.module.css';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'id'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  readonly hideLabel?: boolean;
  readonly mono?: boolean;
}

export function TextField({
  label,
  value,
  onChange,
  hint,
  error = null,
  hideLabel = false,
  mono = false,
  className,
  ...rest
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel}>
      {(control) => (
        <input
          type="text"
          autoComplete="off"
          spellCheck={false}
          {...rest}
          {...control}
          className={clsx(styles.input, mono && styles.mono, className)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
