import type { ForkOptions } from 'electron';
import type { ChildHandle, ChildOptions } from '../services/common/platform.ts';
import { readLines } from '../services/common/read-lines.ts';
import { readUtilityProcessOutput } from './utility-process-output.ts';

export interface UtilityProcessLike {
  readonly pid: number | undefined;
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'error', listener: (type: string, location: string) => void): unknown;
  once(event: 'exit', listener: (code: number) => void): unknown;
  once(event: 'spawn', listener: () => void): unknown;
  postMessage(message: unknown): void;
  kill(): boolean;
}

export interface UtilityProcessApi {
  readonly fork: (modulePath: string, args: string[], options: ForkOptions) => UtilityProcessLike;
  // Kills a process by its id. Throws if there is none.
  readonly killNow: (pid: number) => void;
}

// Starts a child as an Electron utility process: no shell, a fixed module, exactly the given environment. Electron ends
// it when the studio dies, however it dies. Its exit is reported after its last line.
export function startUtilityProcess(
  parts: UtilityProcessApi,
  { modulePath, cwd, env }: ChildOptions,
): ChildHandle {
  const child = parts.fork(modulePath, [], {
    cwd,
    env: { ...env },
    stdio: 'pipe',
    serviceName: 'RemoteGraph Studio demo server',
  });
  const output = readUtilityProcessOutput(child);
  const lineListeners = new Set<(source: 'out' | 'err', line: string) => void>();
  const exitListeners = new Set<(code: number) => void>();
  let exited: { readonly code: number } | null = null;

  // Without a listener, this event is thrown in the parent.
  child.on('error', (type, location) => {
    for (const listener of lineListeners) listener('err', `${type} at ${location}`);
  });
  child.once('exit', (code) => {
    const reportExit = (): void => {
      exited = { code };
      for (const listener of exitListeners) listener(code);
      exitListeners.clear();
    };
    // Lost lines are no reason to wait for the exit for ever.
    output.finish().then(reportExit, reportExit);
  });
  return {
    get pid() {
      return child.pid;
    },
    onMessage: (listener) => {
      child.on('message', listener);
    },
    onLine(listener) {
      lineListeners.add(listener);
      readLines(output.stdout, (line) => listener('out', line));
      readLines(output.stderr, (line) => listener('err', line));
    },
    onExit(listener) {
      if (exited) listener(exited.code);
      else exitListeners.add(listener);
    },
    postMessage: (message) => child.postMessage(message),
    kill() {
      const end = (): void => endNow(child, parts);
      if (child.pid === undefined) child.once('spawn', end);
      else end();
    },
  };
}

// Electron's own `kill` sends SIGTERM; a child handle must end at once.
function endNow(child: UtilityProcessLike, parts: UtilityProcessApi): void {
  const { pid } = child;
  child.kill();
  if (pid === undefined) return;
  try {
    parts.killNow(pid);
  } catch {
    // It ended between the two calls, as requested.
  }
}
