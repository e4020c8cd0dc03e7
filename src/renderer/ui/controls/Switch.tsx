import { Switch as Radix } from 'radix-ui';
import { useId, type ReactNode } from 'react';
import styles from './Switch.module.css';

export interface SwitchProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

export function Switch({ label, checked, onChange, hint, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <Radix.Root
        id={id}
        className={styles.track}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
      >
        <Radix.Thumb className={styles.thumb} />
      </Radix.Root>
      <div className={styles.text}>
        <label htmlFor={id}>{label}</label>
        {hint === undefined ? null : (
          <div id={`${id}-hint`} className={styles.hint}>
            {hint}
          </div>
        )}
      </div>
    </div>
  );
}
