import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { ForkOptions, UtilityProcess as ElectronUtilityProcess } from 'electron';
import { notImplemented, refuseUnknown } from '../refuse-unknown.ts';

type Implemented = 'pid' | 'stdout' | 'stderr' | 'postMessage' | 'kill';

const running = new Set<ChildProcess>();

/** A plain Node child with `process.parentPort` from `utility-port.ts`. */
class UtilityProcess extends EventEmitter implements Pick<ElectronUtilityProcess, Implemented> {
  readonly #child: ChildProcess;
  #stdout: PassThrough | null = new PassThrough();
  #stderr: PassThrough | null = new PassThrough();
  #alive = false;

  constructor(modulePath: string, args: string[], options: ForkOptions) {
    super();
    if (options.stdio !== 'pipe') throw notImplemented('utilityProcess.fork without stdio "pipe"');
    // To the system, an archive is a file.
    if (/\.asar(\/|$)/.test(options.cwd ?? ''))
      throw new Error(`ENOTDIR: not a directory, chdir '${options.cwd}'`);
    this.#child = fork(modulePath, args, {
      cwd: options.cwd,
      // Node's type wants a mutable record with optional values.
      env: { ...(options.env as NodeJS.ProcessEnv | undefined) },
      execArgv: ['--import', join(import.meta.dirname, 'utility-port.js')],
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    running.add(this.#child);
    if (this.#stdout) this.#child.stdout?.pipe(this.#stdout);
    if (this.#stderr) this.#child.stderr?.pipe(this.#stderr);
    this.#child.once('spawn', () => {
      this.#alive = true;
      this.emit('spawn');
    });
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.once('exit', (code, signal) => {
      running.delete(this.#child);
      this.#alive = false;
      // A fatal error of V8, such as running out of memory.
      if (signal === 'SIGABRT') this.emit('error', 'FatalError', 'electron double', '{}');
      try {
        this.emit('exit', code ?? (signal ? constants.signals[signal] : 1));
      } finally {
        // As in Electron: later readers do not get the last lines.
        this.#stdout?.removeAllListeners();
        this.#stderr?.removeAllListeners();
        this.#stdout = null;
        this.#stderr = null;
      }
    });
  }

  get pid(): number | undefined {
    return this.#alive ? this.#child.pid : undefined;
  }

  get stdout(): NodeJS.ReadableStream | null {
    return this.#stdout;
  }

  get stderr(): NodeJS.ReadableStream | null {
    return this.#stderr;
  }

  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object);
  }

  kill(): boolean {
    return this.#child.kill('SIGTERM');
  }
}

refuseUnknown('UtilityProcess', UtilityProcess.prototype);

export const utilityProcess = refuseUnknown('utilityProcess', {
  fork: (modulePath: string, args: string[] = [], options: ForkOptions = {}) =>
    new UtilityProcess(modulePath, args, options),
});

/** Electron ends its utility processes on exit. */
export function endUtilityProcesses(): void {
  for (const child of running) child.kill('SIGKILL');
}
