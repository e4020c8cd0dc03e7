import { useState, useSyncExternalStore } from 'react';
import { useCommandBindings } from '../../commands/command-registry.ts';
import type { RunLogSnapshot, RunLogStore } from '../log/run-log-store.ts';
import type { Playback } from './playback.ts';

export interface RunPlayback {
  /** What the views show instead of the run's log; `null` if it is not played. */
  readonly log: RunLogStore | null;
  /** The position is before the end of the run. */
  readonly isRunning: boolean;
  readonly source: RunLogStore | null;
  readonly blocked: string | null;
  readonly open: () => void;
  readonly close: () => void;
  readonly onPlayback: (playback: Playback | null) => void;
}

/** The playback of the displayed run. Another run in the dock ends it. */
export function usePlayback(
  store: RunLogStore | null,
  log: RunLogSnapshot | null,
  onOpen: () => void,
): RunPlayback {
  const [wanted, setWanted] = useState<RunLogStore | null>(null);
  const [playback, setPlayback] = useState<Playback | null>(null);
  const source = store !== null && wanted === store ? store : null;
  const shown = source === null ? null : playback;
  const isOver = useSyncExternalStore(
    shown?.subscribe ?? subscribeToNothing,
    () => shown?.get().isOver ?? true,
  );
  const blocked = playbackBlocker(log);
  const open = (): void => {
    onOpen();
    setWanted(store);
  };
  useCommandBindings({ 'run.play-back': store === null ? null : { run: open, blocked } });
  return {
    log: shown?.log ?? null,
    isRunning: !isOver,
    source,
    blocked,
    open,
    close: () => setWanted(null),
    onPlayback: setPlayback,
  };
}

export function playbackBlocker(log: Pick<RunLogSnapshot, 'frames' | 'end'> | null): string | null {
  if (log === null || log.frames.length === 0) return 'The events of this run are not known here.';
  if (log.end === null) return 'The run has not ended.';
  if (log.frames.atMs(log.frames.length - 1) === 0) return 'When its events arrived is not known.';
  return null;
}

function subscribeToNothing(): () => void {
  return () => undefined;
}
