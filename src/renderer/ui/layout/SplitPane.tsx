import { Fragment, useEffect, useRef, type ReactNode } from 'react';
import { Group, Panel, Separator, useDefaultLayout, usePanelRef } from 'react-resizable-panels';
import styles from './SplitPane.module.css';

export interface SplitPaneItem {
  /** Must not change between releases: sizes are stored under it. */
  readonly id: string;
  /**
   * Pixels as a number, or a percentage as text: `284`, `"30%"`. One pane should omit it and take the rest.
   */
  readonly size?: number | string;
  /** What stays the same when the window is resized; by default the unit of `size`. */
  readonly keeps?: 'pixels' | 'share';
  readonly minSize?: number | string;
  readonly maxSize?: number | string;
  /** Set for collapsible panes. Collapsed panes stay mounted, but are not visible, readable or focusable. */
  readonly collapsed?: boolean;
  /** Called when dragging the edge collapses or expands the pane. */
  readonly onCollapsedChange?: (collapsed: boolean) => void;
  readonly content: ReactNode;
}

export interface SplitPaneProps {
  /** Names the layout in storage: `window.columns`. */
  readonly id: string;
  readonly direction: 'row' | 'column';
  readonly panes: readonly SplitPaneItem[];
}

/** Panes with movable edges (drag, or arrow keys on the edge). Sizes are stored under `id`. */
export function SplitPane({ id, direction, panes }: SplitPaneProps) {
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({
    id: `studio.${id}`,
    panelIds: panes.map((pane) => pane.id),
    storage: localStorage,
    onlySaveAfterUserInteractions: true,
  });
  return (
    <Group
      className={styles.group}
      orientation={direction === 'row' ? 'horizontal' : 'vertical'}
      defaultLayout={defaultLayout}
      onLayoutChanged={onLayoutChanged}
    >
      {panes.map((pane, index) => (
        <Fragment key={pane.id}>
          {index === 0 ? null : (
            <Separator
              className={styles.edge}
              aria-label={`Resize ${panes[index - 1]?.id ?? ''} and ${pane.id}`}
            />
          )}
          <Pane {...pane} remembered={defaultLayout?.[pane.id]} />
        </Fragment>
      ))}
    </Group>
  );
}

interface PaneProps extends SplitPaneItem {
  /** Percentage when the size was last set by hand. */
  readonly remembered: number | undefined;
}

function Pane({
  id,
  size,
  keeps = typeof size === 'number' ? 'pixels' : 'share',
  minSize,
  maxSize,
  collapsed,
  onCollapsedChange,
  remembered,
  content,
}: PaneProps) {
  const panel = usePanelRef();
  const isCollapsible = collapsed !== undefined;
  const wasCollapsed = useRef(collapsed === true);
  /** Size before this pane was collapsed, as a percentage. */
  const sizeBefore = useRef<number | null>(null);
  useEffect(() => {
    const handle = panel.current;
    if (!handle || collapsed === undefined || handle.isCollapsed() === collapsed) return;
    if (collapsed) {
      sizeBefore.current = handle.getSize().asPercentage;
      return handle.collapse();
    }
    handle.expand();
    // A pane that was collapsed on page load has no earlier size to restore.
    if (wasCollapsed.current) handle.resize(remembered ? `${remembered}%` : (size ?? '30%'));
    else if (sizeBefore.current !== null) handle.resize(`${sizeBefore.current}%`);
    wasCollapsed.current = false;
  }, [collapsed, panel, remembered, size]);

  const keptBefore = useRef(keeps);
  useEffect(() => {
    const handle = panel.current;
    const isNarrower = keptBefore.current === 'pixels' && keeps === 'share';
    keptBefore.current = keeps;
    if (!isNarrower || !handle || handle.isCollapsed() || typeof size !== 'number') return undefined;
    // The pane has kept the width of a wider window. The group is measured after this frame.
    const timer = setTimeout(() => {
      if (handle.getSize().inPixels > size) handle.resize(size);
    }, 50);
    return () => clearTimeout(timer);
  }, [keeps, panel, size]);

  return (
    <Panel
      id={id}
      panelRef={panel}
      defaultSize={collapsed === true ? 0 : size}
      minSize={minSize}
      maxSize={maxSize}
      collapsible={isCollapsible}
      collapsedSize={0}
      groupResizeBehavior={keeps === 'pixels' ? 'preserve-pixel-size' : 'preserve-relative-size'}
      onResize={({ inPixels }, _id, before) => {
        if (!isCollapsible || !before) return;
        if (inPixels === 0 && !collapsed) onCollapsedChange?.(true);
        if (inPixels > 0 && collapsed && before.inPixels === 0) onCollapsedChange?.(false);
      }}
    >
      <div className={styles.pane} data-pane={id} inert={collapsed === true}>
        {content}
      </div>
    </Panel>
  );
}
