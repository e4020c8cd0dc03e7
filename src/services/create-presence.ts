import { aborted } from './common/abortable.ts';
import type { StreamsOf } from '../shared/contract.ts';

export interface Presence {
  readonly streams: Pick<StreamsOf<'app'>, 'app.presence'>;
  /** True if no window has been visible for ten minutes. */
  readonly away: boolean;
  /** Calls `listener` on each change; returns an unsubscribe function. */
  onChange(listener: (away: boolean) => void): () => void;
  stop(): void;
}

export const alwaysPresent: Pick<Presence, 'away' | 'onChange'> = {
  away: false,
  onChange: () => () => undefined,
};

// How long no window may be visible before unreachable servers are no longer retried.
const hiddenTimeoutMs = 10 * 60_000;

// A window that closes or is lost ends its stream, and counts as hidden.
export function createPresence(): Presence {
  const listeners = new Set<(away: boolean) => void>();
  let visible = 0;
  let isAway = false;
  let timer: NodeJS.Timeout | null = null;

  const report = (isAwayNow: boolean): void => {
    if (isAway === isAwayNow) return;
    isAway = isAwayNow;
    for (const listener of listeners) listener(isAway);
  };
  const clear = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
  const come = (): void => {
    visible += 1;
    clear();
    report(false);
  };
  const leave = (): void => {
    visible -= 1;
    if (visible > 0) return;
    clear();
    timer = setTimeout(() => report(true), hiddenTimeoutMs);
    timer.unref();
  };

  return {
    streams: {
      async *'app.presence'(_input, signal) {
        if (signal.aborted) return;
        come();
        try {
          yield {};
          await aborted(signal);
        } finally {
          leave();
        }
      },
    },
    get away() {
      return isAway;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    stop: clear,
  };
}
