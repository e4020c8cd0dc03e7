import { fork } from 'node:child_process';
import { readLines } from '../../services/common/read-lines.ts';
import type { ChildHandle, ChildOptions } from '../../services/common/platform.ts';

/**
 * Starts a child under plain Node: no shell, exactly the given environment, and none of this process's own flags (under
 * a test runner or a debugger those would load code into the child).
 */
export function startNodeChild({ modulePath, cwd, env }: ChildOptions): ChildHandle {
  const child = fork(modulePath, [], {
    cwd,
    env: { ...env },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // A child that could not be made never closes; one that is gone can't be sent to, and `onExit` says that it is.
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
