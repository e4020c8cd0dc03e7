import { clsx } from 'clsx';
import type { BreakpointSide } from '../../domain/breakpoints.ts';
import { useBadgeData } from './badges-context.ts';
import { markerAt, type BreakpointMarker } from '../breakpoints/breakpoint-markers.ts';
import type { NodeBadgesProps } from '../model/canvas-decorations.ts';
import styles from './NodeBadges.module.css';

/** Breakpoint markers on a node's border. The node's accessible name includes them. */
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
    <i
      className={clsx(styles.stop, styles[side], marker === 'declared' && styles.declared)}
      data-breakpoint={`${side} ${marker}`}
      aria-hidden
    />
  );
}
