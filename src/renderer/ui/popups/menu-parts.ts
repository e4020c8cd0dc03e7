import {
  createContext,
  type ComponentProps,
  type ComponentType,
  type ReactElement,
  type ReactNode,
} from 'react';

export interface MenuProps {
  // The button that opens the menu: one element that takes a ref.
  readonly trigger: ReactElement<ComponentProps<'button'>>;
  readonly align?: 'start' | 'center' | 'end';
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly width?: number;
  // What the items act on, for the palette: `thread “Draft”`. Without it, the palette names the menu.
  readonly target?: string | undefined;
  readonly children: ReactNode;
}

export interface MenuItemProps {
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly kbd?: string | undefined;
  readonly detail?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** The ID of the command that does the same. The palette shows this item in its place. */
  readonly command?: string | undefined;
  readonly children: ReactNode;
}

export interface MenuRadioGroupProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}

export interface MenuRadioItemProps {
  readonly value: string;
  readonly detail?: ReactNode;
  readonly end?: ReactNode;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

export interface MenuCheckItemProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly kbd?: string | undefined;
  readonly detail?: ReactNode;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

export interface ContextMenuProps {
  /** Position in window coordinates. */
  readonly at: { readonly x: number; readonly y: number };
  readonly label: string;
  readonly target?: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export interface MenuParts {
  readonly Item: ComponentType<MenuItemProps>;
  readonly RadioGroup: ComponentType<MenuRadioGroupProps>;
  readonly RadioItem: ComponentType<MenuRadioItemProps>;
  readonly CheckItem: ComponentType<MenuCheckItemProps>;
  readonly Label: ComponentType<{ readonly children: ReactNode }>;
  readonly Separator: ComponentType;
}

export const MenuPartsContext = createContext<MenuParts | null>(null);
