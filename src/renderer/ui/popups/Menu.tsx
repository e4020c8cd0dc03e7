import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import {
  cloneElement,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react';
import { Kbd } from '../display/Kbd.tsx';
import styles from './Menu.module.css';

/** As `DropdownMenu.Trigger` has them. */
const openingKeys = ['Enter', ' ', 'ArrowDown'];

export interface MenuProps {
  /** The button that opens the menu: one element that takes a ref. */
  readonly trigger: ReactElement<ComponentProps<'button'>>;
  readonly align?: 'start' | 'center' | 'end';
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** Minimum width in pixels. */
  readonly width?: number;
  readonly children: ReactNode;
}

/**
 * A menu below its button. A closed one that was never opened is nothing but the button: most menus never are, and
 * the library's parts around it would be rendered with everything that has one.
 */
export function Menu({ trigger, ...content }: MenuProps) {
  const id = useId();
  const [openedBy, setOpenedBy] = useState<'key' | 'pointer' | null>(null);
  if (openedBy !== null) return <UsedMenu id={id} trigger={trigger} openedBy={openedBy} {...content} />;
  const own = trigger.props;
  return cloneElement(trigger, {
    id,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerDown(event) {
      own.onPointerDown?.(event);
      if (own.disabled === true || event.button !== 0 || event.ctrlKey) return;
      // The menu takes the focus, not the button.
      event.preventDefault();
      setOpenedBy('pointer');
    },
    onKeyDown(event) {
      own.onKeyDown?.(event);
      if (own.disabled === true || !openingKeys.includes(event.key)) return;
      event.preventDefault();
      setOpenedBy('key');
    },
  });
}

function UsedMenu({
  id,
  trigger,
  align = 'start',
  side = 'bottom',
  width = 200,
  children,
  openedBy,
}: MenuProps & { readonly id: string; readonly openedBy: 'key' | 'pointer' }) {
  const isFirstFocus = useRef(openedBy === 'key');
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild id={id}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        {/* A landmark, because a menu at the end of the body is outside the page's landmarks. */}
        <section aria-labelledby={id}>
          <DropdownMenu.Content
            className={styles.menu}
            aria-labelledby={id}
            align={align}
            side={side}
            sideOffset={5}
            collisionPadding={8}
            loop
            style={{ minWidth: width }}
            onFocus={({ target, currentTarget }) => {
              // The library did not see the key that opened it.
              if (!isFirstFocus.current || target !== currentTarget) return;
              isFirstFocus.current = false;
              currentTarget.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus();
            }}
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
