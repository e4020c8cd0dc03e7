import type { LogLevel, LogLine } from '../../shared/model/local-server.ts';

/** Capacity of a log: lines, and UTF-16 units in total. `lineLength`: Longest line in units; longer ones are truncated. */
export interface LogLimits {
  readonly lines: number;
  readonly length: number;
  readonly lineLength: number;
}

/** The newest lines of a log, within limits. */
export interface LogRingBuffer {
  add(source: LogLine['source'], text: string, level?: LogLevel | null): void;
  /** Lines with a greater `seq`, oldest first; -1 returns all. */
  after(seq: number): LogLine[];
}

// 2,000 lines, a million units, 8,192 a line.
const logLimits: LogLimits = { lines: 2_000, length: 1_048_576, lineLength: 8_192 };

export function createLogRingBuffer(
  limits: LogLimits = logLimits,
  now: () => Date = () => new Date(),
): LogRingBuffer {
  const lines: LogLine[] = [];
  let next = 0;
  let length = 0;
  return {
    add(source, fullText, level = null) {
      const over = fullText.length - limits.lineLength;
      const text = over > 0 ? `${fullText.slice(0, limits.lineLength)} (${over} more characters)` : fullText;
      lines.push({ seq: next, at: now().toISOString(), source, text, level });
      next += 1;
      length += text.length;
      while (lines.length > limits.lines || length > limits.length) length -= lines.shift()?.text.length ?? 0;
    },
    after(seq) {
      const oldest = lines[0]?.seq ?? 0;
      return lines.slice(Math.max(0, seq + 1 - oldest));
    },
  };
}
