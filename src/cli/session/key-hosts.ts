import * as files from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { realFileSystem, writeAtomic } from '../../services/storage/atomic-write.ts';
import { defaultDataFolder } from '../../web-host/data-folder.ts';

// Where keys of the environment may go, by the user's word: scheme, host and port. A file of the command line
// alone, so that an open studio, which keeps its documents in memory, does not overwrite it.
const fileName = 'command-line-hosts.json';

const Hosts = z.strictObject({ version: z.literal(1), hosts: z.record(z.string(), z.boolean()) });

const maxHosts = 1_000;

export async function readKeyHosts(): Promise<ReadonlyMap<string, boolean>> {
  try {
    const text = await files.readFile(join(defaultDataFolder(), fileName), 'utf8');
    return new Map(Object.entries(Hosts.parse(JSON.parse(text)).hosts));
  } catch {
    return new Map();
  }
}

export async function rememberKeyHost(origin: string, isAllowed: boolean): Promise<void> {
  const all = [...(await readKeyHosts())].filter(([host]) => host !== origin);
  const hosts = Object.fromEntries([...all, [origin, isAllowed] as const].slice(-maxHosts));
  const text = `${JSON.stringify({ version: 1, hosts } satisfies z.infer<typeof Hosts>, null, 2)}\n`;
  await writeAtomic(realFileSystem, join(defaultDataFolder(), fileName), text);
}
