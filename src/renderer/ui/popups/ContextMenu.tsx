import { Suspense } from 'react';
import { lazyView } from '../lazy-view.tsx';
import type { ContextMenuProps } from './menu-parts.ts';

const LazyContextMenu = lazyView(async () => (await import('./OpenedMenu.tsx')).OpenedContextMenu);

/** A menu at a position, opened by right click or the menu key. Give it a `key` per position. */
export function ContextMenu(props: ContextMenuProps) {
  return (
    <Suspense>
      <LazyContextMenu {...props} />
    </Suspense>
  );
}
