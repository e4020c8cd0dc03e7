import { createContext, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { menuCollector } from './menu-collector.ts';
import type { ContextMenuProps } from './menu-parts.ts';

/** Whether context menus below are for the palette: their items are collected, and nothing opens. */
export const CollectedContext = createContext(false);

type MenuPlace = Pick<ContextMenuProps, 'at' | 'onClose'>;

const place: MenuPlace = { at: { x: 0, y: 0 }, onClose: () => undefined };

/**
 * Renders a context menu only while the palette is open, and only into it. A list renders here the menu of its
 * selected row.
 */
export function PaletteMenu({ children }: { readonly children: (place: MenuPlace) => ReactNode }) {
  const { Collected } = useStore(menuCollector);
  return Collected === null ? null : <CollectedContext value={true}>{children(place)}</CollectedContext>;
}
