import { createContext, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { menuCollector } from './menu-collector.ts';
import type { ContextMenuProps } from './menu-parts.ts';

// Whether context menus below are for the palette: their items are collected, and nothing opens.
export const CollectedContext = createContext(false);

type MenuPlace = Pick<ContextMenuProps, 'at' | 'onClose'>;

const place: MenuPlace = { at: { x: 0, y: 0 }, onClose: () => undefined };

/**
 * The context menu of the selected row or node. It is rendered only while the command palette is open, which lists its items.
 */
export function SelectionMenu({ children }: { readonly children: (place: MenuPlace) => ReactNode }) {
  const { Collected } = useStore(menuCollector);
  return Collected === null ? null : <CollectedContext value={true}>{children(place)}</CollectedContext>;
}
