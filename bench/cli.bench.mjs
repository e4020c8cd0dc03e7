// The start of the command line beside that of an empty program (`node -e 0`), in turns.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../scripts/lib/build.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { median, table } from './median.mjs';

const rounds = 25;

const cli = inRoot('out/cli/index.js');
/** @type {Readonly<Record<string, readonly string[]>>} */
const lines = {
  'node -e 0': ['-e', '0'],
  '--version': [cli, '--version'],
  '--help': [cli, '--help'],
  'run --help': [cli, 'run', '--help'],
  'completion zsh': [cli, 'completion', 'zsh'],
  'servers list': [cli, 'servers', 'list', '--json'],
};

export async function run() {
  const { ok, output } = await build();
  if (!ok) throw new Error(output);
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(Object.keys(lines).map((name) => [name, []]));
  const dataFolder = mkdtempSync(join(tmpdir(), 'studio-cli-bench-'));
  const env = { ...process.env, REMOTE_GRAPH_STUDIO_DATA: dataFolder };
  // The first round only fills the system's file cache.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, args] of Object.entries(lines)) {
      const started = performance.now();
      execFileSync(process.execPath, args, { env, stdio: 'ignore' });
      if (round > 0) times[name]?.push(performance.now() - started);
    }
  }
  rmSync(dataFolder, { recursive: true, force: true });
  const floor = median(times['node -e 0'] ?? []);
  return table(
    ['command', 'ms', 'ratio'],
    Object.entries(times).map(([name, all]) => [
      name,
      median(all).toFixed(0),
      `${(median(all) / floor).toFixed(2)}x`,
    ]),
  );
}
