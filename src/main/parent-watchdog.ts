// Environment variable in which a program that starts the studio puts its process id.
export const parentPidVariable = 'REMOTE_GRAPH_STUDIO_PARENT';

export const parentCheckIntervalMs = 1_000;

export interface WatchdogOptions {
  readonly isAlive: (pid: number) => boolean;
  readonly every: (ms: number, act: () => void) => () => void;
}

// Calls `onGone` once when the process that started the studio is gone, also by `kill -9`. Without
// a parent's id it watches nothing: a studio opened from the desktop has no parent to follow. Returns a
// cancel function.
export function watchParent(
  parent: string | undefined,
  parts: WatchdogOptions,
  onGone: () => void,
): () => void {
  const pid = /^[1-9]\d{0,9}$/.test(parent ?? '') ? Number(parent) : null;
  if (pid === null) return () => undefined;
  const stop = parts.every(parentCheckIntervalMs, () => {
    if (parts.isAlive(pid)) return;
    stop();
    onGone();
  });
  return stop;
}

// Whether a process exists. Another user's process exists, although it can't be signalled.
export function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
