import type { LogpointLine, LogpointLog } from '../../../shared/model/runs/breakpoint.ts';

/** Limits: lines per thread, and threads. */
const mostLines = 1000;
const mostThreads = 50;

/** The lines that logpoints wrote, in memory, by thread. */
export interface LogpointLogs {
  add(thread: string, line: Omit<LogpointLine, 'seq'>): void;
  of(thread: string): LogpointLog;
  clear(thread: string): void;
}

export function createLogpointLogs(): LogpointLogs {
  const threads = new Map<string, { lines: LogpointLine[]; last: number; cleared: number }>();
  return {
    add(thread, line) {
      const log = threads.get(thread) ?? { lines: [], last: 0, cleared: 0 };
      log.last += 1;
      log.lines.push({ ...line, seq: log.last });
      if (log.lines.length > mostLines) log.lines.shift();
      // The most recently used last.
      threads.delete(thread);
      threads.set(thread, log);
      const [oldest] = threads.keys();
      if (threads.size > mostThreads && oldest !== undefined) threads.delete(oldest);
    },
    of(thread) {
      const log = threads.get(thread);
      if (!log) return { lines: [], dropped: 0 };
      return { lines: [...log.lines], dropped: log.last - log.cleared - log.lines.length };
    },
    clear(thread) {
      const log = threads.get(thread);
      if (log) threads.set(thread, { lines: [], last: log.last, cleared: log.last });
    },
  };
}
