import { StringDecoder } from 'node:string_decoder';

/** The longest line that is kept whole, in UTF-16 units; a longer one is cut into pieces of this length. */
export const longestLine = 64 * 1024;

/** Cuts a stream of bytes into lines. `end` hands over what is left when the stream is over. */
export function createLineSplitter(onLine: (line: string) => void): {
  readonly take: (bytes: Buffer) => void;
  readonly end: () => void;
} {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const cut = (text: string): void => {
    const lines = (rest + text).split(/\r?\n/u);
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
    while (rest.length > longestLine) {
      onLine(rest.slice(0, longestLine));
      rest = rest.slice(longestLine);
    }
  };
  return {
    take: (bytes) => cut(decoder.write(bytes)),
    end: () => {
      cut(decoder.end());
      if (rest) onLine(rest);
      rest = '';
    },
  };
}
