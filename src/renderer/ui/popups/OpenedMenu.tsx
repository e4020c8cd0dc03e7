import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef, useState, type ReactNode } from 'react';
import { Kbd } from '../display/Kbd.tsx';
import {
  MenuPartsContext,
  type ContextMenuProps,
  type MenuCheckItemProps,
  type MenuItemProps,
  type MenuParts,
  type MenuProps,
  type MenuRadioGroupProps,
  type MenuRadioItemProps,
} from './menu-parts.ts';
import styles from './Menu.module.css';

/* Open menus. This file and its library load with the first of them. */

const parts: MenuParts = { Item, RadioGroup, RadioItem, CheckItem, Label, Separator };

export function OpenedMenu({
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
            <MenuPartsContext value={parts}>{children}</MenuPartsContext>
          </DropdownMenu.Content>
        </section>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function OpenedContextMenu({ at, label, onClose, children }: ContextMenuProps) {
  const [before] = useState(() => document.activeElement);
  return (
    <DropdownMenu.Root open onOpenChange={(open) => (open ? undefined : onClose())} modal={false}>
      <DropdownMenu.Trigger asChild>
        <span className={styles.anchor} style={{ left: at.x, top: at.y }} aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        {/* A landmark, as above. */}
        <section aria-label={label}>
          <DropdownMenu.Content
            className={styles.menu}
            aria-label={label}
            align="start"
            side="bottom"
            sideOffset={2}
            collisionPadding={8}
            loop
            style={{ minWidth: 220 }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              // The selected action may have moved the focus.
              if (document.activeElement !== document.body && document.activeElement !== null) return;
              if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
            }}
          >
            <MenuPartsContext value={parts}>{children}</MenuPartsContext>
          </DropdownMenu.Content>
        </section>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Item({ onSelect, icon, kbd, detail, danger, disabled, children }: MenuItemProps) {
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

function RadioGroup({ value, onChange, children }: MenuRadioGroupProps) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={onChange}>
      {children}
    </DropdownMenu.RadioGroup>
  );
}

function RadioItem({ value, detail, end, disabled, children }: MenuRadioItemProps) {
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

function CheckItem({ checked, onChange, kbd, detail, disabled, children }: MenuCheckItemProps) {
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

function Label({ children }: { readonly children: ReactNode }) {
  return <DropdownMenu.Label className={styles.label}>{children}</DropdownMenu.Label>;
}

function Separator() {
  return <DropdownMenu.Separator className={styles.separator} />;
}

function ItemText({ detail, children }: { readonly detail: ReactNode; readonly children: ReactNode }) {
  return (
    <span className={styles.text}>
      <span className={styles.name} title={cutText(children)}>
        {children}
      </span>
      {detail === undefined || detail === null ? null : (
        <span className={styles.detail} title={cutText(detail)}>
          {detail}
        </span>
      )}
    </span>
  );
}

// A menu has one line for each, which cuts a long text: the whole one is its title.
function cutText(text: ReactNode): string | undefined {
  return typeof text === 'string' && text.length > 40 ? text : undefined;
}
