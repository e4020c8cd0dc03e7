import { useSyncExternalStore } from 'react';
import { useCommandBindings } from '../commands/command-registry.ts';
import type { RunLogSnapshot, RunLogStore } from './model/run-log-store.ts';
import { selectCheckpoint, useRunSession, useSession } from './run-session.ts';
import { subscribeToNothing } from '../rpc/subscribe-to-nothing.ts';

export interface RunPlayback {
  // What the views show instead of the run's log; `null` if it is not played.
  readonly log: RunLogStore | null;
  readonly isRunning: boolean;
  readonly source: RunLogStore | null;
  readonly blocked: string | null;
  readonly open: () => void;
  readonly close: () => void;
}

// The playback of the displayed run. Another run in the dock ends it.
export function usePlayback(store: RunLogStore | null, log: RunLogSnapshot | null): RunPlayback {
  const session = useRunSession();
  const played = useSession((state) => state.played);
  const source = store !== null && played?.log === store ? store : null;
  const playback = source === null ? null : (played?.playback ?? null);
  const isOver = useSyncExternalStore(
    playback?.subscribe ?? subscribeToNothing,
    () => playback?.get().isOver ?? true,
  );
  const blocked = playbackBlocker(log);
  const open = (): void => {
    selectCheckpoint(session, null);
    session.setState({ played: store && { log: store, playback: null } });
  };
  useCommandBindings({ 'run.play-back': store === null ? null : { run: open, blocked } });
  return {
    log: playback?.log ?? null,
    isRunning: !isOver,
    source,
    blocked,
    open,
    close: () => session.setState({ played: null }),
  };
}

export function playbackBlocker(log: Pick<RunLogSnapshot, 'frames' | 'end'> | null): string | null {
  if (log === null || log.frames.length === 0) return 'The events of this run are not available here.';
  if (log.end === null) return 'The run has not ended.';
  if (log.frames.atMs(log.frames.length - 1) === 0) return 'It is unknown when its events arrived.';
  return null;
}
