import { PassThrough } from 'node:stream';
import { main } from '../main.ts';
import type { CliResult } from './run-packed-cli.ts';

interface RunMainOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** What the standard output is: a terminal of this many columns, or (omitted) a file or pipe. */
  readonly columns?: number;
  /** What the user types at that terminal. */
  readonly typed?: string;
  /** Aborts as at Ctrl-C. */
  readonly signal?: AbortSignal;
}

/** Runs a command line in this process. Its data folder is that of the process; see `isolateDataFolder`. */
export async function runMain(
  args: readonly string[],
  { env = {}, columns, typed, signal = new AbortController().signal }: RunMainOptions = {},
): Promise<CliResult> {
  const written = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => ({
    isTTY: columns !== undefined,
    ...(columns === undefined ? {} : { columns }),
    write: (text: string | Uint8Array) => {
      written[name] += String(text);
      return true;
    },
  });
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  if (typed !== undefined) stdin.end(typed);
  const code = await main({
    args,
    env,
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: stream('out'),
    stderr: stream('err'),
    signal,
    version: '1.2.3',
    dataFolder: '/data/remote-graph-studio',
    outliveOutput: () => undefined,
  });
  return { code, ...written };
}
