import { findPostgres, PostgresIsMissing } from '../../src/testing/aegra/find-postgres.mjs';
import { run } from './process/run.mjs';

/**
 * Installs Debian's PostgreSQL where this machine has none and this runs as root. Whether that worked is for the tests that need
 * it to say: without it they are skipped, with the reason.
 * @param {{ log: (line: string) => void }} options
 */
export async function ensurePostgres({ log }) {
  try {
    findPostgres();
  } catch (error) {
    if (!(error instanceof PostgresIsMissing)) throw error;
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return;
    log("PostgreSQL is not installed. Installing Debian's package (once)...");
    await run('apt-get', ['update', '-qq']);
    const { code, output } = await run(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'],
      { env: { DEBIAN_FRONTEND: 'noninteractive' } },
    );
    if (code !== 0) log(output);
  }
}
