import { createPackedCli, type CliResult, type PackedCli } from './run-packed-cli.ts';
import { saveServers } from './save-servers.ts';

type RunOptions = Parameters<PackedCli['run']>[1];

export type DemoCli = Awaited<ReturnType<typeof createDemoCli>>;

interface DemoCliOptions {
  /** Where the package is installed. */
  readonly folder: string;
  readonly server: { readonly url: string; readonly token: string | null };
  /** Of both servers; no command may ever write it. */
  readonly key: string;
  /** The longest that a command line may take, in milliseconds. */
  readonly timeoutMs: number;
}

/** The command line as it is packed and installed, with two saved servers: the demo server, and it again as production. */
export async function createDemoCli({ folder, server, key, timeoutMs }: DemoCliOptions) {
  const cli = await createPackedCli(folder, timeoutMs);
  await saveServers(cli.dataFolder, server, key);
  const written: string[] = [];
  const run = async (args: readonly string[], options?: RunOptions): Promise<CliResult> => {
    const result = await cli.run(args, options);
    written.push(result.out, result.err);
    return result;
  };
  return {
    cli,
    token: server.token ?? '',
    /** All that any command wrote. */
    written,
    run,
    /** A command on the demo server that writes one JSON document. Rejects if it says anything beside it. */
    async json(args: readonly string[], options?: RunOptions) {
      const { out, err, code } = await run([...args, '--server', 'demo', '--json'], options);
      if (err !== '') throw new Error(err);
      return { code, document: JSON.parse(out) };
    },
  };
}
