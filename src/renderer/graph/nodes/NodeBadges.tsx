import { clsx } from 'clsx';
import type { BreakpointSide } from '../../../shared/model/breakpoint.ts';
import { useBadgeData } from './badges-context.ts';
import { BreakpointMark } from '../BreakpointMark.tsx';
import { markerAt, type BreakpointMarker } from '../breakpoint-markers.ts';
import type { NodeBadgesProps } from '../model/canvas-decorations.ts';
import styles from './NodeBadges.module.css';

export function NodeBadges({ node }: NodeBadgesProps) {
  const { breakpoints } = useBadgeData();
  return (
    <>
      <BreakpointBadge side="before" marker={markerAt(node, 'before', breakpoints)} />
      <BreakpointBadge side="after" marker={markerAt(node, 'after', breakpoints)} />
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
