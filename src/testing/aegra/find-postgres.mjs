import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** This machine has no PostgreSQL. The message says what it needs. */
export class PostgresIsMissing extends Error {}

/** Where Debian and Ubuntu keep it: not in the path. */
const debianFolder = '/usr/lib/postgresql';

/**
 * The programs of the PostgreSQL that this machine has: in the path, else the newest of Debian's.
 * @returns {{ initdb: string, postgres: string }}
 */
export function findPostgres() {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...debianFolders()];
  const folder = folders.find((each) => ['initdb', 'postgres'].every((name) => isProgram(join(each, name))));
  if (folder === undefined) {
    throw new PostgresIsMissing(
      'The tests of Aegra need PostgreSQL 12 or newer (initdb and postgres), and found none in PATH. On Debian and Ubuntu: apt install postgresql.',
    );
  }
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
}

function debianFolders() {
  try {
    const versions = readdirSync(debianFolder).toSorted((a, b) => Number(b) - Number(a));
    return versions.map((version) => join(debianFolder, version, 'bin'));
  } catch {
    return [];
  }
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
