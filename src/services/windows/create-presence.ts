import type { StudioHandlers } from '../../shared/contract.ts';

/** Whether anybody looks at the studio: told by its windows, each while it is visible. */
export interface Presence {
  readonly streams: Pick<StudioHandlers['streams'], 'app.presence'>;
  /** True when no window has been visible for ten minutes. */
  readonly away: boolean;
  /** Calls `listener` at each change; returns its undo. */
  onChange(listener: (away: boolean) => void): () => void;
  /** Ends the timer. */
  stop(): void;
}

/** Somebody always looks: for a studio without windows. */
export const alwaysPresent: Pick<Presence, 'away' | 'onChange'> = {
  away: false,
  onChange: () => () => undefined,
};

/** How long no window may be visible before the studio stops knocking on servers that are out of reach (row R-8). */
const patienceMs = 10 * 60_000;

/** A window that closes or is lost ends its stream, and so counts as one that is hidden. */
export function createPresence(): Presence {
  const listeners = new Set<(away: boolean) => void>();
  let visible = 0;
  let away = false;
  let timer: NodeJS.Timeout | null = null;

  const tell = (now: boolean): void => {
    if (away === now) return;
    away = now;
    for (const listener of listeners) listener(away);
  };
  const clear = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
  const come = (): void => {
    visible += 1;
    clear();
    tell(false);
  };
  const leave = (): void => {
    visible -= 1;
    if (visible > 0) return;
    clear();
    timer = setTimeout(() => tell(true), patienceMs);
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
      return away;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: clear,
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
