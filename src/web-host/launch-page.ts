import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { exposureOf } from '../services/storage/private-folder.ts';
import { AppError } from '../shared/app-error.ts';

// What the folder of launch pages depends on; tests hand in other systems.
export interface LaunchFolderFacts {
  readonly os: NodeJS.Platform;
  // Absolute and without links.
  readonly dataFolder: string;
  readonly home: string;
  // Whether programs from snap packages can be installed here.
  readonly hasSnap: boolean;
}

// Where launch pages are written: in the data folder, which only this user can enter. Browsers from a snap
// package see neither hidden folders (`~/.local/share`, the usual place) nor the system's `/tmp`, but every
// other folder of the user's home; so where snap is installed, it is one in there. Browsers from a Flatpak
// get the file handed in, wherever it is.
export function launchFolder({ os, dataFolder, home, hasSnap }: LaunchFolderFacts): string {
  if (os !== 'linux' || !hasSnap) return join(dataFolder, 'launch');
  const fromHome = posix.relative(home, dataFolder);
  const isVisible = !/^(?:\.|snap(?:\/|$))/.test(fromHome) && !fromHome.includes('/.');
  return isVisible ? posix.join(dataFolder, 'launch') : posix.join(home, 'remote-graph-studio-launch');
}

// A file that sends the browser on to a one-time address.
export interface LaunchPage {
  readonly path: string;
  // Deletes it. May be called more than once; never rejects.
  remove(): Promise<void>;
}

const pageName = /^studio-[0-9a-f]{24}\.html$/;

// Writes a page that only this user can read and that redirects to `address`. Programs are started
// with the page's path: arguments and environments of a process can be read by other users of the machine, so
// a one-time code must be in neither. Throws `AppError` (`storage`) when others can enter the folder, and
// what the file system throws.
export async function writeLaunchPage(folder: string, address: string): Promise<LaunchPage> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Not `stat`: a link may lead to anybody's folder.
  const facts = await lstat(folder);
  if (!facts.isDirectory() || exposureOf(facts, process.getuid?.() ?? null) !== 'private') {
    throw new AppError('storage', `Other users can access the folder ${folder}.`);
  }
  const path = join(folder, `studio-${randomBytes(12).toString('hex')}.html`);
  await writeFile(path, redirectTo(address), { flag: 'wx', mode: 0o600 });
  return {
    path,
    async remove() {
      await rm(path, { force: true }).catch(() => undefined);
      // Fails while another page is in it.
      await rmdir(folder).catch(() => undefined);
    },
  };
}

// Deletes what a start that was killed left behind. The codes in there ended with it.
export async function sweepLaunchPages(folder: string, olderThanMs: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const path of names.filter((name) => pageName.test(name)).map((name) => join(folder, name))) {
    // Another studio with another data folder may have just written one to the same place.
    const facts = await lstat(path).catch(() => null);
    if (facts && Date.now() - facts.mtimeMs > olderThanMs)
      await rm(path, { force: true }).catch(() => undefined);
  }
  if (names.length > 0) await rmdir(folder).catch(() => undefined);
}

// Not by script, which some browsers do not run in local files.
function redirectTo(address: string): string {
  const url = address.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="referrer" content="no-referrer" />
    <meta http-equiv="refresh" content="0; url=${url}" />
    <title>RemoteGraph Studio</title>
  </head>
  <body>
    <p>Opening <a href="${url}">RemoteGraph Studio</a>.</p>
  </body>
</html>
`;
}
