import { useStore } from 'zustand';
import { cloneElement, use, useId, useState, type ComponentType, type ReactNode } from 'react';
import { failedAction } from '../display/describe-error.ts';
import { showToast } from './toast-store.ts';
import { lazyCode } from '../lazy-code.ts';
import { menuCollector } from './menu-collector.ts';
import {
  MenuPartsContext,
  type MenuCheckItemProps,
  type MenuItemProps,
  type MenuParts,
  type MenuProps,
  type MenuRadioGroupProps,
  type MenuRadioItemProps,
} from './menu-parts.ts';

// The keys that `DropdownMenu.Trigger` opens a menu with.
const openingKeys = ['Enter', ' ', 'ArrowDown'];

const openedMenu = lazyCode(async () => (await import('./OpenedMenu.tsx')).OpenedMenu);

type OpenedBy = 'key' | 'pointer';

interface Opened {
  readonly by: OpenedBy;
  readonly OpenedMenu: ComponentType<MenuProps & { readonly id: string; readonly openedBy: OpenedBy }>;
}

/** A menu below its button. The command palette lists its items, too. */
export function Menu(props: MenuProps) {
  const { Collected } = useStore(menuCollector);
  return (
    <>
      <MenuButton {...props} />
      {Collected === null ? null : <Collected {...props} />}
    </>
  );
}

// A closed menu that was never opened is nothing but the button: most menus never are, and the library's parts around it
// would be loaded and rendered with everything that has one.
function MenuButton({ trigger, ...content }: MenuProps) {
  const id = useId();
  const [opened, setOpened] = useState<Opened | null>(null);
  if (opened !== null) {
    return <opened.OpenedMenu id={id} trigger={trigger} openedBy={opened.by} {...content} />;
  }
  const open = (by: OpenedBy): void => {
    const OpenedMenu = openedMenu.loaded();
    if (OpenedMenu !== null) return setOpened({ by, OpenedMenu });
    openedMenu.load().then(
      (loaded) => setOpened({ by, OpenedMenu: loaded }),
      (problem: unknown) => showToast(failedAction('Could not open the menu', problem), 'fail'),
    );
  };
  const triggerProps = trigger.props;
  return cloneElement(trigger, {
    id,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerDown(event) {
      triggerProps.onPointerDown?.(event);
      if (triggerProps.disabled === true || event.button !== 0 || event.ctrlKey) return;
      // The menu takes the focus, not the button.
      event.preventDefault();
      open('pointer');
    },
    onKeyDown(event) {
      triggerProps.onKeyDown?.(event);
      if (triggerProps.disabled === true || !openingKeys.includes(event.key)) return;
      event.preventDefault();
      open('key');
    },
  });
}

function useMenuParts(): MenuParts {
  const parts = use(MenuPartsContext);
  if (parts === null) throw new Error('A menu item is outside of a menu.');
  return parts;
}

export function MenuItem(props: MenuItemProps) {
  const { Item } = useMenuParts();
  return <Item {...props} />;
}

/** A radio group of `MenuRadioItem`s, `MenuLabel`s and `MenuSeparator`s. */
export function MenuRadioGroup(props: MenuRadioGroupProps) {
  const { RadioGroup } = useMenuParts();
  return <RadioGroup {...props} />;
}

export function MenuRadioItem(props: MenuRadioItemProps) {
  const { RadioItem } = useMenuParts();
  return <RadioItem {...props} />;
}

/** Stays open on selection, so that several items can be checked. */
export function MenuCheckItem(props: MenuCheckItemProps) {
  const { CheckItem } = useMenuParts();
  return <CheckItem {...props} />;
}

export function MenuLabel(props: { readonly children: ReactNode }) {
  const { Label } = useMenuParts();
  return <Label {...props} />;
}

export function MenuSeparator() {
  const { Separator } = useMenuParts();
  return <Separator />;
}
