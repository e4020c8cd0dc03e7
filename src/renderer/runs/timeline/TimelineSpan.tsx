import type { CSSProperties } from 'react';
import { isInView, type AxisView } from './axis-view.ts';

export interface SpanProps {
  readonly className: string | undefined;
  readonly status?: string;
  // It worked somewhere in it, and not necessarily all that time.
  readonly isBound?: boolean;
  readonly fromMs: number;
  readonly toMs: number | null;
  // Nothing is drawn outside of it.
  readonly view: AxisView | null;
}

// A piece of a bar. CSS properties of the enclosing box set its position and length, so that the clock moves without a render.
export function TimelineSpan({ className, status, isBound = false, fromMs, toMs, view }: SpanProps) {
  if (!isInView(view, fromMs, toMs)) return null;
  return (
    <i
      className={className}
      data-status={status}
      data-bound={isBound || undefined}
      style={spanStyle(fromMs, toMs)}
    />
  );
}

export function spanStyle(fromMs: number, toMs: number | null): CSSProperties {
  return { '--from': fromMs, '--to': toMs ?? 'var(--now)' } as CSSProperties;
}
