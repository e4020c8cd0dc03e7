import { clsx } from 'clsx';
import { Pin } from 'lucide-react';
import type { BreakpointSide } from '../../../shared/model/breakpoint.ts';
import { useBadgeData } from './badges-context.ts';
import { BreakpointMark } from '../BreakpointMark.tsx';
import { markerAt, type BreakpointMarker } from '../breakpoint-markers.ts';
import type { NodeBadgesProps } from '../model/canvas-decorations.ts';
import styles from './NodeBadges.module.css';

export function NodeBadges({ node }: NodeBadgesProps) {
  const { breakpoints, pinned } = useBadgeData();
  return (
    <>
      <BreakpointBadge side="before" marker={markerAt(node, 'before', breakpoints)} />
      <BreakpointBadge side="after" marker={markerAt(node, 'after', breakpoints)} />
      {/* The node's name says it, too. */}
      {pinned.has(node.id) ? (
        <i className={styles.pin} data-testid={`pin-${node.id}`} title="Pinned" aria-hidden>
          <Pin size={10} />
        </i>
      ) : null}
    </>
  );
}

function BreakpointBadge({
  side,
  marker,
}: {
  readonly side: BreakpointSide;
  readonly marker: BreakpointMarker | null;
}) {
  if (marker === null) return null;
  return (
    <BreakpointMark marker={marker} className={clsx(styles.stop, styles[side])} data={`${side} ${marker}`} />
  );
}
