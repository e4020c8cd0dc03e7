/** The longest line that is kept whole, in UTF-16 units; a child that never ends its line must not fill the memory. */
const longestLine = 64 * 1024;

/** Cuts text that arrives in pieces into lines. Feed it each piece; call `end` for what is left. */
export function createLineSplitter(onLine: (line: string) => void): {
  feed(text: string): void;
  end(): void;
} {
  let rest = '';
  return {
    feed(text) {
      const lines = (rest + text).split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
      while (rest.length > longestLine) {
        onLine(rest.slice(0, longestLine));
        rest = rest.slice(longestLine);
      }
    },
    end() {
      if (rest !== '') onLine(rest);
      rest = '';
    },
  };
}
