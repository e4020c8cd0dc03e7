import type { Platform } from './common/platform.ts';

/** The log of a host with known secrets taken out of every line (row L-1); `scrub` is the services' own. */
export function scrubbedLog(log: Platform['log'], scrub: (text: string) => string): Platform['log'] {
  return (level, message) => log(level, scrub(message));
}

/** What a host tells of a bug, for `serve`: where it was, and the stack, which may quote anything. */
export function createBugReporter(log: Platform['log']): (where: string, thrown: unknown) => void {
  return (where, thrown) => {
    const what = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    log('error', `${where}: ${what}`);
  };
}
