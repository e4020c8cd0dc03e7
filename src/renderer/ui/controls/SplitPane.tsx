import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react';
import { Group, Panel, Separator, useDefaultLayout, usePanelRef, type Layout } from 'react-resizable-panels';
import styles from './SplitPane.module.css';

export interface SplitPaneItem {
  /** Must not change between releases: sizes are stored under it. */
  readonly id: string;
  /**
   * Pixels as a number, or a percentage as text: `284`, `"30%"`. One pane should omit it and take the rest.
   */
  readonly size?: number | string;
  /** What stays the same when the window is resized; by default the unit of `size`. */
  readonly keeps?: KeptUnit;
  readonly minSize?: number | string;
  readonly maxSize?: number | string;
  /** Set for collapsible panes. Collapsed panes stay mounted, but are not visible, readable or focusable. */
  readonly collapsed?: boolean;
  readonly onCollapsedChange?: (collapsed: boolean) => void;
  readonly content: ReactNode;
}

export interface SplitPaneProps {
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
  const [responsiveSizes] = useState(
    () =>
      new Map(
        panes.map(({ id: paneId }) => [
          paneId,
          new ResponsivePaneSize(defaultLayout?.[paneId] !== undefined),
        ]),
      ),
  );
  const lastLayout = useRef<Layout>({});
  return (
    <Group
      className={styles.group}
      orientation={direction === 'row' ? 'horizontal' : 'vertical'}
      defaultLayout={defaultLayout}
      onLayoutChanged={(layout, meta) => {
        onLayoutChanged(layout, meta);
        for (const pane of meta.isUserInteraction ? panes : [])
          if (layout[pane.id] !== lastLayout.current[pane.id])
            responsiveSizes.get(pane.id)?.dragged(keptUnit(pane));
        lastLayout.current = layout;
      }}
    >
      {panes.map((pane, index) => (
        <Fragment key={pane.id}>
          {index === 0 ? null : (
            <Separator
              className={styles.edge}
              aria-label={`Resize ${panes[index - 1]?.id ?? ''} and ${pane.id}`}
            />
          )}
          <Pane
            {...pane}
            direction={direction}
            keeps={keptUnit(pane)}
            remembered={defaultLayout?.[pane.id]}
            responsiveSize={responsiveSizes.get(pane.id)}
          />
        </Fragment>
      ))}
    </Group>
  );
}

function keptUnit({ size, keeps = typeof size === 'number' ? 'pixels' : 'share' }: SplitPaneItem): KeptUnit {
  return keeps;
}

interface PaneProps extends SplitPaneItem, Pick<SplitPaneProps, 'direction'> {
  readonly keeps: KeptUnit;
  readonly responsiveSize: ResponsivePaneSize | undefined;
  // Percentage when the size was last set by hand.
  readonly remembered: number | undefined;
}

function Pane({
  id,
  direction,
  size,
  keeps,
  minSize,
  maxSize,
  collapsed,
  onCollapsedChange,
  remembered,
  responsiveSize,
  content,
}: PaneProps) {
  const panel = usePanelRef();
  const element = useRef<HTMLDivElement | null>(null);
  const isCollapsible = collapsed !== undefined;
  const wasCollapsed = useRef(collapsed === true);
  // Size before this pane was collapsed, as a percentage.
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
    if (keptBefore.current === keeps || !handle || !responsiveSize || typeof size !== 'number') return;
    keptBefore.current = keeps;
    if (handle.isCollapsed()) return;
    const { width = 0, height = 0 } = element.current?.parentElement?.getBoundingClientRect() ?? {};
    const group = direction === 'row' ? width : height;
    const pixels =
      keeps === 'pixels'
        ? responsiveSize.restoredPixels(size)
        : responsiveSize.narrowPixels(group, typeof minSize === 'number' ? minSize : 0);
    if (pixels !== null) handle.resize(pixels);
  }, [direction, keeps, minSize, panel, size, responsiveSize]);

  return (
    <Panel
      id={id}
      panelRef={panel}
      elementRef={element}
      defaultSize={collapsed === true ? 0 : size}
      minSize={minSize}
      maxSize={maxSize}
      collapsible={isCollapsible}
      collapsedSize={0}
      groupResizeBehavior={keeps === 'pixels' ? 'preserve-pixel-size' : 'preserve-relative-size'}
      onResize={(measured, _id, before) => {
        const { inPixels } = measured;
        if (inPixels > 0) responsiveSize?.measured(measured, keeps);
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

/** `pixels` in wide windows, `share` (of the group's size) in narrow ones. */
type KeptUnit = 'pixels' | 'share';

interface MeasuredSize {
  readonly inPixels: number;
  readonly asPercentage: number;
}

/** Remembers a pane's size in the wide window while the window is narrow. */
export class ResponsivePaneSize {
  #size: MeasuredSize | 'initial' | null;

  /** `isStored`: the pane's first size is one that was set by hand on an earlier page. */
  constructor(isStored: boolean) {
    this.#size = isStored ? null : 'initial';
  }

  measured(size: MeasuredSize, keeps: KeptUnit): void {
    if (keeps === 'pixels') this.#size = size;
  }

  /** A size that was set by hand in the narrow window stays in the wide one. */
  dragged(keeps: KeptUnit): void {
    if (keeps === 'share') this.#size = null;
  }

  /**
   * The pixels for a window that gets narrow, of a group of this size: the same share, but at least `min`, because
   * less would collapse the pane. `null` while no wide window was measured.
   */
  narrowPixels(group: number, min: number): number | null {
    if (this.#size === 'initial' || this.#size === null) return null;
    return Math.max(min, Math.round((this.#size.asPercentage * group) / 100));
  }

  restoredPixels(initial: number): number | null {
    return this.#size === 'initial' ? initial : (this.#size?.inPixels ?? null);
  }
}
