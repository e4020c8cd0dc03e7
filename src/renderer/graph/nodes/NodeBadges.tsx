import { clsx } from 'clsx';
import type { BreakpointSide } from '../../domain/breakpoints.ts';
import { useBadgeData } from './badges-context.ts';
import { markerAt, type BreakpointMarker } from '../breakpoints/breakpoint-markers.ts';
import type { NodeBadgesProps } from '../model/canvas-decorations.ts';
import styles from './NodeBadges.module.css';

/** Breakpoint markers and overlay notes on a node's border. The node's accessible name includes them. */
export function NodeBadges({ node }: NodeBadgesProps) {
  const { breakpoints, notes } = useBadgeData();
  const note = notes.get(node.id);
  return (
    <>
      <StopSign side="before" sign={markerAt(node, 'before', breakpoints)} />
      <StopSign side="after" sign={markerAt(node, 'after', breakpoints)} />
      {note === undefined ? null : (
        <span className={styles.note} aria-hidden>
          {note}
        </span>
      )}
    </>
  );
}

function StopSign({ side, sign }: { readonly side: BreakpointSide; readonly sign: BreakpointMarker | null }) {
  if (sign === null) return null;
  return (
    <i
      className={clsx(styles.stop, styles[side], sign === 'declared' && styles.declared)}
      data-breakpoint={`${side} ${sign}`}
      aria-hidden
    />
  );
}
