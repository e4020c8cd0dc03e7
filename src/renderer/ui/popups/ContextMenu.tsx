import { lazyOverlay } from '../lazy-view.tsx';
import type { ContextMenuProps } from './menu-parts.ts';

const LazyContextMenu = lazyOverlay(
  async () => (await import('./OpenedMenu.tsx')).OpenedContextMenu,
  ({ onClose }) => onClose(),
);

export function ContextMenu(props: ContextMenuProps) {
  return <LazyContextMenu {...props} />;
}
