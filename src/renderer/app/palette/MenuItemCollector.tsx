import {
  createContext,
  isValidElement,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { isCommandId } from '../../commands/palette-commands.ts';
import { CommandScope } from '../../commands/command-registry.ts';
import type { CollectedMenuProps } from '../../ui/popups/menu-collector.ts';
import {
  MenuPartsContext,
  type MenuCheckItemProps,
  type MenuItemProps,
  type MenuParts,
  type MenuRadioGroupProps,
  type MenuRadioItemProps,
} from '../../ui/popups/menu-parts.ts';
import { putMenuEntry, removeMenuEntry, type MenuItemFacts, type MenuName } from './menu-items.ts';

/* A menu's items, rendered for the palette: each adds itself to `menuEntries`, and none is drawn. */

const parts: MenuParts = { Item, RadioGroup, RadioItem, CheckItem, Label, Separator };

const MenuNameContext = createContext<MenuName>({ name: '', target: null });

const RadioContext = createContext<Pick<MenuRadioGroupProps, 'value' | 'onChange'>>({
  value: '',
  onChange: () => undefined,
});

// What is not an item, such as a note that data is loading, must not be drawn either.
const detached = document.createElement('div');

export function MenuItemCollector({ trigger, target, children }: CollectedMenuProps) {
  const { props } = trigger;
  // The label of an icon button.
  const label = 'label' in props && typeof props.label === 'string' ? props.label : textOf(props.children);
  const name = (props['aria-label'] ?? label).split(':')[0] ?? '';
  const menu = useMemo(() => ({ name, target: target ?? null }), [name, target]);
  const isUncovered = use(CommandScope);
  return isUncovered && props.disabled !== true
    ? createPortal(
        <MenuNameContext value={menu}>
          <MenuPartsContext value={parts}>{children}</MenuPartsContext>
        </MenuNameContext>,
        detached,
      )
    : null;
}

function Item({ onSelect, detail, disabled, command, children }: MenuItemProps) {
  useMenuItem(
    {
      text: textOf(children),
      state: null,
      blocked: blockedText(disabled, detail),
      command: command !== undefined && isCommandId(command) ? command : null,
    },
    onSelect,
  );
  return null;
}

function CheckItem({ checked, onChange, detail, disabled, children }: MenuCheckItemProps) {
  useMenuItem(
    {
      text: textOf(children),
      state: checked ? 'on' : 'off',
      blocked: blockedText(disabled, detail),
      command: null,
    },
    () => onChange(!checked),
  );
  return null;
}

function RadioGroup({ value, onChange, children }: MenuRadioGroupProps) {
  const group = useMemo(() => ({ value, onChange }), [value, onChange]);
  return <RadioContext value={group}>{children}</RadioContext>;
}

function RadioItem({ value, detail, disabled, children }: MenuRadioItemProps) {
  const group = use(RadioContext);
  useMenuItem(
    {
      text: textOf(children),
      state: value === group.value ? 'current' : null,
      blocked: blockedText(disabled, detail),
      command: null,
    },
    () => group.onChange(value),
  );
  return null;
}

function Label({ children }: { readonly children: ReactNode }) {
  const id = useEntryId();
  const menu = use(MenuNameContext);
  const text = textOf(children);
  useEffect(() => putMenuEntry({ id, menu, kind: 'label', text }), [id, menu, text]);
  return null;
}

function Separator() {
  const id = useEntryId();
  const menu = use(MenuNameContext);
  useEffect(() => putMenuEntry({ id, menu, kind: 'separator' }), [id, menu]);
  return null;
}

function useMenuItem({ text, state, blocked, command }: MenuItemFacts, onSelect: () => void): void {
  const id = useEntryId();
  const menu = use(MenuNameContext);
  const run = useEffectEvent(onSelect);
  useEffect(
    () => putMenuEntry({ id, menu, kind: 'item', text, state, blocked, command, run: () => run() }),
    [id, menu, text, state, blocked, command],
  );
}

function useEntryId(): string {
  const id = useId();
  useEffect(() => () => removeMenuEntry(id), [id]);
  return id;
}

function blockedText(disabled: boolean | undefined, detail: ReactNode): string | null {
  if (disabled !== true) return null;
  const reason = textOf(detail);
  return reason === '' ? 'Not available now.' : reason;
}

function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(textOf).join('');
  return isValidElement<{ readonly children?: ReactNode }>(node) ? textOf(node.props.children) : '';
}
