import { lazyOverlay } from '../lazy-view.tsx';
import type { ContextMenuProps } from './menu-parts.ts';

const LazyContextMenu = lazyOverlay(
  async () => (await import('./OpenedMenu.tsx')).OpenedContextMenu,
  ({ onClose }) => onClose(),
);

/** A menu at a position, opened by right click or the menu key. Give it a `key` per position. */
export function ContextMenu(props: ContextMenuProps) {
  return <LazyContextMenu {...props} />;
}
