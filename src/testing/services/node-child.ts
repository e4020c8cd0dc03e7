import { fork } from 'node:child_process';
import { readLines } from '../../services/common/read-lines.ts';
import type { ChildHandle, ChildOptions } from '../../services/common/platform.ts';

/**
 * Starts a child under plain Node: no shell, exactly the given environment, and none of this process's flags
 * (those of a test runner or debugger would load code into the child).
 */
export function startNodeChild({ modulePath, cwd, env }: ChildOptions): ChildHandle {
  const child = fork(modulePath, [], {
    cwd,
    env: { ...env },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // A child that failed to start never closes. Sending to an exited one fails, which `onExit` reports.
  const unmade = new Promise<void>((resolve) => {
    child.on('error', () => {
      if (child.pid === undefined) resolve();
    });
  });
  return {
    pid: child.pid,
    onMessage: (listener) => void child.on('message', listener),
    onLine(listener) {
      readLines(child.stdout, (line) => listener('out', line));
      readLines(child.stderr, (line) => listener('err', line));
    },
    onExit(listener) {
      child.once('close', (code) => listener(code));
      void unmade.then(() => listener(null));
    },
    postMessage(message) {
      if (child.connected) child.send(message as object, () => undefined);
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
