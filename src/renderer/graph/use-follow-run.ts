import { useCallback, useState, useSyncExternalStore } from 'react';
import type { NodeActivitySource } from '../shared-ui/node-activity.ts';
import { followPreference, usePreference } from './preferences.ts';

export interface FollowRun {
  readonly isFollowing: boolean;
  readonly toggle: () => void;
  // The user moves the camera: stops following until toggled, or until the next run.
  readonly pause: () => void;
}

// The stored choice to follow runs, paused for the displayed run while the user looks elsewhere.
export function useFollowRun(activity: NodeActivitySource): FollowRun {
  const [isOn, setOn] = usePreference(['follow'], followPreference);
  const runId = useSyncExternalStore(activity.subscribeRun, () => activity.run()?.runId ?? null);
  const [paused, setPaused] = useState<{ readonly runId: string | null } | null>(null);
  const isPaused = paused !== null && paused.runId === runId;
  const isFollowing = isOn && !isPaused;
  return {
    isFollowing,
    toggle: () => {
      setPaused(null);
      setOn(!isFollowing);
    },
    pause: useCallback(() => setPaused((before) => (before?.runId === runId ? before : { runId })), [runId]),
  };
}
