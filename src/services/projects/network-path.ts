import { lstat, readlink } from 'node:fs/promises';
import { posix, win32 } from 'node:path';

// What `leadsToNetwork` asks of a disk. Neither follows a link at the end of its path.
export interface LinkReader {
  readonly isLink: (path: string) => Promise<boolean>;
  readonly readLink: (path: string) => Promise<string>;
}

interface PathSystem {
  readonly platform?: NodeJS.Platform;
  readonly links?: LinkReader;
}

const realLinks: LinkReader = {
  isLink: async (path) => (await lstat(path)).isSymbolicLink(),
  readLink: (path) => readlink(path),
};

const maxLinks = 40;

// The other computer, or the device, to which an absolute path leads: `\\host\share`, `\\?\UNC\host\share`, `//host/share` on
// Windows, `/net/host` where disks are mounted on demand. Windows signs in to such a host as soon as anything is asked of the
// path, which reveals the user's name and a hash of the password. `null`: this computer.
export function networkRoot(path: string, platform: NodeJS.Platform = process.platform): string | null {
  if (platform !== 'win32') return /^\/(?:net|Network)\/[^/]+/.exec(posix.normalize(path))?.[0] ?? null;
  const named = path.replaceAll('/', '\\').toLowerCase();
  // A disk by its long name: `\\?\C:\`, which links have as `\??\C:\`.
  if (/^\\(?:\\|\?)[?.]\\[a-z]:\\/.test(named)) return null;
  if (!/^\\(?:\\|\?\?\\)/.test(named)) return null;
  return win32.parse(named).root || named;
}

/**
 * Whether a path is, or leads by links, to another computer than `from` is on. Asks nothing of any computer but the one of
 * `from`, which the user has chosen. A path that does not exist leads nowhere.
 */
export async function leadsToNetwork(
  path: string,
  from: string,
  { platform = process.platform, links = realLinks }: PathSystem = {},
): Promise<boolean> {
  const paths = platform === 'win32' ? win32 : posix;
  const allowed = networkRoot(from, platform);
  const isElsewhere = (one: string): boolean => {
    const root = networkRoot(one, platform);
    return root !== null && root !== allowed;
  };
  let target = paths.resolve(path);
  let followed = 0;
  for (let end = paths.parse(target).root.length; ;) {
    if (isElsewhere(target)) return true;
    if (end >= target.length) return false;
    const next = target.indexOf(paths.sep, end);
    const upTo = next === -1 ? target.length : next;
    const part = target.slice(0, upTo);
    try {
      if (await links.isLink(part)) {
        followed += 1;
        if (followed > maxLinks) return false;
        const linkTarget = await links.readLink(part);
        if (isElsewhere(linkTarget)) return true;
        target = paths.join(paths.resolve(paths.dirname(part), linkTarget), target.slice(upTo));
        end = paths.parse(target).root.length;
        continue;
      }
    } catch {
      return false;
    }
    end = upTo + 1;
  }
}
