import { findPostgres, PostgresIsMissing } from '../../src/testing/aegra/find-postgres.mjs';
import { canInstallDebianPackages, installDebianPackage } from './debian-package.mjs';

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
    if (!canInstallDebianPackages()) return;
    log("PostgreSQL is not installed. Installing Debian's package (once)...");
    const { code, output } = await installDebianPackage('postgresql');
    if (code !== 0) log(output);
  }
}
