import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useId, type ReactElement, type ReactNode } from 'react';
import { Kbd } from '../display/Kbd.tsx';
import styles from './Menu.module.css';

export interface MenuProps {
  /** The button that opens the menu: one element that takes a ref. */
  readonly trigger: ReactElement;
  readonly align?: 'start' | 'center' | 'end';
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** Minimum width in pixels. */
  readonly width?: number;
  readonly children: ReactNode;
}

export function Menu({ trigger, align = 'start', side = 'bottom', width = 200, children }: MenuProps) {
  const triggerId = useId();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild id={triggerId}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        {/* A landmark, because a menu at the end of the body is outside the page's landmarks. */}
        <section aria-labelledby={triggerId}>
          <DropdownMenu.Content
            className={styles.menu}
            aria-labelledby={triggerId}
            align={align}
            side={side}
            sideOffset={5}
            collisionPadding={8}
            loop
            style={{ minWidth: width }}
          >
            {children}
          </DropdownMenu.Content>
        </section>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export interface MenuItemProps {
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly kbd?: string | undefined;
  readonly detail?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

export function MenuItem({ onSelect, icon, kbd, detail, danger, disabled, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      className={clsx(styles.item, danger && styles.danger)}
      disabled={disabled ?? false}
      onSelect={onSelect}
    >
      <span className={styles.icon}>{icon}</span>
      <ItemText detail={detail}>{children}</ItemText>
      {kbd === undefined ? null : <Kbd keys={kbd} />}
    </DropdownMenu.Item>
  );
}

export interface MenuRadioGroupProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}

/** A radio group of `MenuRadioItem`s, `MenuLabel`s and `MenuSeparator`s. */
export function MenuRadioGroup({ value, onChange, children }: MenuRadioGroupProps) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={onChange}>
      {children}
    </DropdownMenu.RadioGroup>
  );
}

export interface MenuRadioItemProps {
  readonly value: string;
  readonly detail?: ReactNode;
  readonly end?: ReactNode;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

export function MenuRadioItem({ value, detail, end, disabled, children }: MenuRadioItemProps) {
  return (
    <DropdownMenu.RadioItem className={styles.item} value={value} disabled={disabled ?? false}>
      <span className={styles.icon}>
        <DropdownMenu.ItemIndicator>
          <Check size={14} aria-hidden />
        </DropdownMenu.ItemIndicator>
      </span>
      <ItemText detail={detail}>{children}</ItemText>
      {end}
    </DropdownMenu.RadioItem>
  );
}

export interface MenuCheckItemProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly kbd?: string | undefined;
  readonly detail?: ReactNode;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** Stays open on selection, so that several items can be checked. */
export function MenuCheckItem({ checked, onChange, kbd, detail, disabled, children }: MenuCheckItemProps) {
  return (
    <DropdownMenu.CheckboxItem
      className={styles.item}
      checked={checked}
      disabled={disabled ?? false}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
    >
      <span className={styles.icon}>
        <DropdownMenu.ItemIndicator>
          <Check size={14} aria-hidden />
        </DropdownMenu.ItemIndicator>
      </span>
      <ItemText detail={detail}>{children}</ItemText>
      {kbd === undefined ? null : <Kbd keys={kbd} />}
    </DropdownMenu.CheckboxItem>
  );
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <DropdownMenu.Label className={styles.label}>{children}</DropdownMenu.Label>;
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className={styles.separator} />;
}

function ItemText({ detail, children }: { readonly detail: ReactNode; readonly children: ReactNode }) {
  return (
    <span className={styles.text}>
      <span className={styles.name}>{children}</span>
      {detail === undefined || detail === null ? null : <span className={styles.detail}>{detail}</span>}
    </span>
  );
}
