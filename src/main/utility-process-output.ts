import { PassThrough } from 'node:stream';

// How long the output of an ended process is read, in ms: a process that it started may hold it open.
export const drainMs = 500;

export interface UtilityProcessOutput {
  readonly stdout: NodeJS.ReadableStream;
  readonly stderr: NodeJS.ReadableStream;
  // Call it when the process has ended; resolves when its last output has been read.
  finish(): Promise<void>;
}

// The outputs to read. Both become `null` when the process has ended.
export interface OutputSource {
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
}

// Reads a utility process's output to its end. Electron reports the exit while the last lines are still in
// the pipe, and removes all listeners right after that, so these lines would be lost. Here they
// are added again.
export function readUtilityProcessOutput(child: OutputSource): UtilityProcessOutput {
  const out = new Relay(child.stdout);
  const err = new Relay(child.stderr);
  return {
    stdout: out.lines,
    stderr: err.lines,
    async finish() {
      // After this tick Electron has removed the listeners.
      process.nextTick(() => {
        out.listen();
        err.listen();
      });
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, drainMs)));
      await Promise.race([Promise.all([out.ended, err.ended]), limit]);
      clearTimeout(timer);
      out.end();
      err.end();
    },
  };
}

class Relay {
  readonly lines = new PassThrough();
  readonly ended: Promise<void>;
  readonly #source: NodeJS.ReadableStream | null;
  #settle: () => void = () => undefined;
  #isOver = false;

  constructor(source: NodeJS.ReadableStream | null) {
    this.#source = source;
    this.ended = new Promise((resolve) => (this.#settle = resolve));
    if (source === null) this.end();
    else this.listen();
  }

  listen(): void {
    const source = this.#source;
    if (source === null || this.#isOver || source.listenerCount('data') > 0) return;
    source.on('data', (chunk: Buffer) => {
      if (!this.#isOver) this.lines.write(chunk);
    });
    source.once('end', () => this.end());
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.lines.end();
    this.#settle();
  }
}
