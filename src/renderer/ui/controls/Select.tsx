import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu, MenuLabel, MenuRadioGroup, MenuRadioItem } from '../popups/Menu.tsx';
import styles from './Select.module.css';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly detail?: ReactNode;
  readonly disabled?: boolean;
  /** Consecutive options with the same group are listed under its name. */
  readonly group?: string;
}

export interface SelectProps {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly options: readonly SelectOption[];
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly wide?: boolean;
}

export function Select(props: SelectProps) {
  const { label, value, onChange, options, placeholder = 'Choose', disabled = false, wide = false } = props;
  const chosen = options.find((option) => option.value === value);
  return (
    <Menu
      width={180}
      trigger={
        <button
          type="button"
          className={clsx(styles.select, wide && styles.wide)}
          aria-label={`${label}: ${chosen?.label ?? placeholder}`}
          disabled={disabled}
        >
          <span className={clsx(styles.value, !chosen && styles.none)} title={chosen?.label}>
            {chosen?.label ?? placeholder}
          </span>
          <ChevronDown size={13} aria-hidden className={styles.chevron} />
        </button>
      }
    >
      <MenuRadioGroup value={value ?? ''} onChange={onChange}>
        {options.map((option, index) => (
          <SelectRow
            key={option.value}
            option={option}
            heading={option.group !== undefined && option.group !== options[index - 1]?.group}
          />
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}

function SelectRow({ option, heading }: { readonly option: SelectOption; readonly heading: boolean }) {
  return (
    <>
      {heading ? <MenuLabel>{option.group}</MenuLabel> : null}
      <MenuRadioItem value={option.value} detail={option.detail} disabled={option.disabled ?? false}>
        {option.label}
      </MenuRadioItem>
    </>
  );
}
