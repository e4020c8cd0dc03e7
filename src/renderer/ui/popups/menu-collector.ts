import type { ComponentType } from 'react';
import { createStore } from 'zustand/vanilla';
import type { MenuProps } from './menu-parts.ts';

export type CollectedMenuProps = Pick<MenuProps, 'trigger' | 'target' | 'children'>;

/**
 * Set while the command palette is open. Every menu of the page then renders its items into `Collected`, which is how the
 * palette has all of them without opening a menu.
 */
export const menuCollector = createStore<{ readonly Collected: ComponentType<CollectedMenuProps> | null }>(
  () => ({ Collected: null }),
);
