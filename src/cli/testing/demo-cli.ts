import { sharedServer, sharedStudioPackage } from '../../testing/shared-server.ts';
import { slowness } from '../../testing/slowness.ts';
import { createPackedCli, type CliResult, type PackedCli } from './run-packed-cli.ts';
import { saveServers } from './save-servers.ts';

type RunOptions = Parameters<PackedCli['run']>[1];

export type DemoCli = Awaited<ReturnType<typeof createDemoCli>>;

/**
 * The command line as it is packed and installed, with two saved servers: the demo server, and it again as production. Both have
 * this key, which no command may ever write.
 */
export async function createDemoCli(key: string) {
  const [folder, server] = await Promise.all([sharedStudioPackage(), sharedServer('demo')]);
  const cli = await createPackedCli(folder, 45_000 * slowness());
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
    /** Makes a thread the last changed one of the demo server, on which other tests create threads, too. */
    async touchThread(threadId: string) {
      const response = await fetch(`${server.url}/threads/${threadId}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${server.token ?? ''}`, 'content-type': 'application/json' },
        body: JSON.stringify({ metadata: { touched: true } }),
      });
      if (!response.ok) throw new Error(await response.text());
    },
    /** A command on the demo server that writes one JSON document. Rejects if it says anything beside it. */
    async json(args: readonly string[], options?: RunOptions) {
      const { out, err, code } = await run([...args, '--server', 'demo', '--json'], options);
      if (err !== '') throw new Error(err);
      return { code, document: JSON.parse(out) };
    },
  };
}
