import { PassThrough } from 'node:stream';
import { main } from '../main.ts';
import type { CliResult } from './run-packed-cli.ts';

/** Runs a command line in this process, for what sends nothing and loads no services. */
export async function runMain(args: readonly string[]): Promise<CliResult> {
  const written = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => ({
    write: (text: string | Uint8Array) => {
      written[name] += String(text);
      return true;
    },
  });
  const code = await main({
    args,
    env: {},
    stdin: Object.assign(new PassThrough(), { isTTY: true }) as unknown as NodeJS.ReadStream,
    stdout: stream('out'),
    stderr: stream('err'),
    signal: new AbortController().signal,
    version: '1.2.3',
    dataFolder: '/data/remote-graph-studio',
    outliveOutput: () => undefined,
  });
  return { code, ...written };
}
