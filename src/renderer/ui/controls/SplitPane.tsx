import { Fragment, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { Group, Panel, Separator, useDefaultLayout, usePanelRef, type Layout } from 'react-resizable-panels';
import styles from './SplitPane.module.css';

export interface SplitPaneItem {
  /** Sizes are stored under it. When it changes, `formerId` has to name what it was. */
  readonly id: string;
  readonly formerId?: string;
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
  const [storage] = useState(() => layoutStorage(panes));
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({
    id: `studio.${id}`,
    panelIds: panes.map((pane) => pane.id),
    storage,
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

/** A share of the window that is not more than so many pixels when the pane is first shown: lists need no more. */
export function shareUpTo(percentage: number, maxPixels: number): string {
  return `${Math.min(percentage, (100 * maxPixels) / window.innerWidth).toFixed(1)}%`;
}

// Sizes that a release stored under a former ID of a pane are read.
export function layoutStorage(panes: readonly SplitPaneItem[]): Pick<Storage, 'getItem' | 'setItem'> {
  return {
    setItem: (key, text) => localStorage.setItem(key, text),
    getItem(key) {
      const text = localStorage.getItem(key);
      const renamed = panes.find(({ formerId }) => formerId !== undefined);
      if (text !== null || renamed?.formerId === undefined) return text;
      const { id, formerId } = renamed;
      const stored = localStorage.getItem(key.replace(`:${id}`, `:${formerId}`));
      return stored?.replace(JSON.stringify(formerId), JSON.stringify(id)) ?? null;
    },
  };
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
    const wide = keeps === 'pixels' && typeof size === 'number' ? responsiveSize?.restoredPixels(size) : null;
    if (wide != null) handle.resize(shareOf(wide, groupSize(element.current, direction)));
    // A pane that was collapsed on page load has no earlier size to restore.
    else if (wasCollapsed.current) handle.resize(remembered ? `${remembered}%` : (size ?? '30%'));
    else if (sizeBefore.current !== null) handle.resize(`${sizeBefore.current}%`);
    wasCollapsed.current = false;
  }, [collapsed, direction, keeps, panel, remembered, responsiveSize, size]);

  // A window that gets smaller may squeeze the pane to nothing, which nobody asked for: it is back as soon as there is room.
  const unsqueeze = useEffectEvent(() => {
    const handle = panel.current;
    if (handle === null || collapsed !== false || !handle.isCollapsed()) return;
    handle.expand();
    if (typeof minSize === 'number') handle.resize(shareOf(minSize, groupSize(element.current, direction)));
  });
  useEffect(() => {
    // The pane that makes room for it may follow it in this commit.
    if (collapsed !== false) return;
    const frame = requestAnimationFrame(unsqueeze);
    return () => cancelAnimationFrame(frame);
  }, [collapsed]);
  useEffect(() => {
    const group = element.current?.parentElement;
    if (!isCollapsible || !group) return;
    let frame = 0;
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      // After the panes were measured.
      frame = requestAnimationFrame(unsqueeze);
    });
    observer.observe(group);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [isCollapsible]);

  const keptBefore = useRef(keeps);
  useEffect(() => {
    const handle = panel.current;
    if (keptBefore.current === keeps || !handle || !responsiveSize || typeof size !== 'number') return;
    keptBefore.current = keeps;
    if (handle.isCollapsed()) return;
    const group = groupSize(element.current, direction);
    const pixels =
      keeps === 'pixels'
        ? responsiveSize.restoredPixels(size)
        : responsiveSize.narrowPixels(group, typeof minSize === 'number' ? minSize : 0);
    if (pixels !== null) handle.resize(shareOf(pixels, group));
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
        if (!isCollapsible || !before || !isEdgeMoved(element.current)) return;
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

// By the pointer or by keys.
function isEdgeMoved(element: HTMLElement | null): boolean {
  const moved = ':scope > [data-separator=active], :scope > [role=separator]:focus';
  return element?.parentElement?.querySelector(moved) != null;
}

// What the panes of the group share: all but the edges between them.
function groupSize(element: HTMLElement | null, direction: SplitPaneProps['direction']): number {
  const side = direction === 'row' ? 'width' : 'height';
  const group = element?.parentElement;
  if (!group) return 0;
  const edges = [...group.querySelectorAll(':scope > [role=separator]')];
  return edges.reduce(
    (rest, edge) => rest - edge.getBoundingClientRect()[side],
    group.getBoundingClientRect()[side],
  );
}

// The library still reckons pixels by the size that the group had before the window was resized.
function shareOf(pixels: number, group: number): string {
  return `${(100 * pixels) / Math.max(group, 1)}%`;
}

// `pixels` in wide windows, `share` (of the group's size) in narrow ones.
type KeptUnit = 'pixels' | 'share';

interface MeasuredSize {
  readonly inPixels: number;
  readonly asPercentage: number;
}

// Remembers a pane's size in the wide window while the window is narrow.
export class ResponsivePaneSize {
  #size: MeasuredSize | 'initial' | null;

  // `isStored`: the pane's first size is one that was set by hand on an earlier page.
  constructor(isStored: boolean) {
    this.#size = isStored ? null : 'initial';
  }

  measured(size: MeasuredSize, keeps: KeptUnit): void {
    if (keeps === 'pixels') this.#size = size;
  }

  // A size that was set by hand in the narrow window stays in the wide one.
  dragged(keeps: KeptUnit): void {
    if (keeps === 'share') this.#size = null;
  }

  // The pixels for a window that gets narrow, of a group of this size: the same share, but at least `min`, because
  // less would collapse the pane. `null` while no wide window was measured.
  narrowPixels(group: number, min: number): number | null {
    if (this.#size === 'initial' || this.#size === null) return null;
    return Math.max(min, Math.round((this.#size.asPercentage * group) / 100));
  }

  restoredPixels(initial: number): number | null {
    return this.#size === 'initial' ? initial : (this.#size?.inPixels ?? null);
  }
}
