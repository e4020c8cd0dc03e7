import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a command line has written, and its exit code. */
export interface CliResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface PackedCli {
  readonly dataFolder: string;
  /**
   * Runs a command line to its end. `onOutput` and `onNote` get what was written to the standard output and error so
   * far, and can end it early.
   */
  run(
    args: readonly string[],
    options?: {
      readonly stdin?: string;
      readonly env?: Readonly<Record<string, string>>;
      readonly onOutput?: (text: string, interrupt: () => void) => void;
      readonly onNote?: (text: string, interrupt: () => void) => void;
    },
  ): Promise<CliResult>;
  /** The program and its arguments, for a client that starts it itself. */
  command(args: readonly string[]): {
    readonly command: string;
    readonly args: string[];
    readonly env: Record<string, string>;
  };
  remove(): Promise<void>;
}

/** `folder`: where the package is installed. `timeoutMs`: the longest that a command line may take, in milliseconds. */
export async function createPackedCli(folder: string, timeoutMs: number): Promise<PackedCli> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'studio-cli-'));
  const bin = join(folder, 'node_modules', 'remote-graph-studio', 'out', 'cli', 'index.js');
  // Nothing of the environment that could name a server or a key.
  const plain = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(PATH|SystemRoot|TEMP|TMP|TMPDIR)$/i.test(name)),
  ) as Record<string, string>;
  const environment = { ...plain, REMOTE_GRAPH_STUDIO_DATA: dataFolder };
  return {
    dataFolder,
    run: (args, { stdin = '', env = {}, onOutput = () => undefined, onNote = () => undefined } = {}) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [bin, ...args], {
          env: { ...environment, ...env },
          stdio: 'pipe',
        });
        let out = '';
        let err = '';
        // The second signal ends the program at once.
        let isInterrupted = false;
        const interrupt = (): void => {
          if (!isInterrupted) child.kill('SIGINT');
          isInterrupted = true;
        };
        child.stdout.setEncoding('utf8').on('data', (text: string) => {
          out += text;
          onOutput(out, interrupt);
        });
        child.stderr.setEncoding('utf8').on('data', (text: string) => {
          err += text;
          onNote(err, interrupt);
        });
        // A program that hangs must say so, and what it was doing.
        const hung = setTimeout(() => {
          child.kill('SIGKILL');
          reject(new Error(`${args.join(' ')} did not end.\n${out}\n${err}`));
        }, timeoutMs);
        child.once('close', () => clearTimeout(hung));
        child.once('error', reject);
        child.once('close', (code) => resolve({ code, out, err }));
        child.stdin.on('error', () => undefined).end(stdin);
      }),
    command: (args) => ({ command: process.execPath, args: [bin, ...args], env: environment }),
    remove: () => rm(dataFolder, { recursive: true, force: true }),
  };
}
