import { use } from 'react';
import { useStore } from 'zustand';
import { lazyOverlay } from '../lazy-view.tsx';
import { menuCollector } from './menu-collector.ts';
import type { ContextMenuProps } from './menu-parts.ts';
import { CollectedContext } from './SelectionMenu.tsx';

const LazyContextMenu = lazyOverlay(
  async () => (await import('./OpenedMenu.tsx')).OpenedContextMenu,
  ({ onClose }) => onClose(),
);

export function ContextMenu(props: ContextMenuProps) {
  const isCollected = use(CollectedContext);
  const { Collected } = useStore(menuCollector);
  return !isCollected || Collected === null ? (
    <LazyContextMenu {...props} />
  ) : (
    <Collected trigger={<button aria-label={props.label} />} target={props.target}>
      {props.children}
    </Collected>
  );
}
