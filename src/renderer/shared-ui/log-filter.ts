import type { LogLine } from '../../shared/model/local-server.ts';

// The log never grows beyond what the host keeps.
export const maxLogLines = 2000;

/** Adds new lines to those on show. The first update of a subscription has the whole log: it replaces. */
export function appendLogLines(
  lines: readonly LogLine[],
  added: readonly LogLine[],
  first: boolean,
): readonly LogLine[] {
  return (first ? added : [...lines, ...added]).slice(-maxLogLines);
}

/** Which lines to show: all, or those of a level and above. A line without a level counts as `info`. */
export type LogLevelFilter = 'all' | 'info' | 'warning' | 'error';

const ranks = { all: 0, debug: 0, info: 1, warning: 2, error: 3 } as const;

/**
 * Lines that contain a text, in any case, and have a level. The further lines of an entry (`  | ...`) have the level of
 * its first.
 */
export function filterLog(
  lines: readonly LogLine[],
  search: string,
  level: LogLevelFilter,
): readonly LogLine[] {
  const searchText = search.trim().toLowerCase();
  return lines.filter(
    (line) =>
      (searchText === '' || line.text.toLowerCase().includes(searchText)) &&
      ranks[line.level ?? 'info'] >= ranks[level],
  );
}
