import { fork } from 'node:child_process';
import { readLines } from '../services/common/read-lines.ts';
import type { ChildHandle, ChildOptions } from '../services/common/platform.ts';

// Starts a Node module as a child that speaks JSON messages: no shell, none of our own flags, and exactly the
// given environment, so that nothing secret of ours is in it. Its message channel
// breaks when this process dies in any way, which is how the child knows to end.
export function startChild({ modulePath, cwd, env }: ChildOptions): ChildHandle {
  const child = fork(modulePath, [], {
    cwd,
    env: { ...env },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'json',
  });
  let exited: { readonly code: number | null } | null = null;
  const exitListeners = new Set<(code: number | null) => void>();
  const onEnd = (code: number | null): void => {
    if (exited) return;
    exited = { code };
    for (const listener of exitListeners) listener(code);
    exitListeners.clear();
  };
  // `close` comes after the last line of output; a child that could not be started has only `error`.
  child.once('close', onEnd);
  child.once('error', () => {
    if (child.pid === undefined) onEnd(null);
  });
  return {
    pid: child.pid,
    onMessage: (listener) => {
      child.on('message', listener);
    },
    onLine(listener) {
      readLines(child.stdout, (line) => listener('out', line));
      readLines(child.stderr, (line) => listener('err', line));
    },
    onExit(listener) {
      if (exited) listener(exited.code);
      else exitListeners.add(listener);
    },
    postMessage(message) {
      if (child.connected) child.send(message as object, () => undefined);
    },
    kill: () => {
      child.kill('SIGKILL');
    },
  };
}
