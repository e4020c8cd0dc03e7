import { StringDecoder } from 'node:string_decoder';

// Longest whole line, in UTF-16 units: a child that never ends its line must not fill the memory.
export const maxLineLength = 64 * 1024;

/**
 * Calls `onLine` for each line of a child's output, without its end, including an unterminated last one.
 * Longer lines come in pieces of {@link maxLineLength}. `null`: an output that was not piped.
 */
export function readLines(stream: NodeJS.ReadableStream | null, onLine: (line: string) => void): void {
  if (!stream) return;
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const emitLines = (text: string): void => {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
    while (rest.length > maxLineLength) {
      onLine(rest.slice(0, maxLineLength));
      rest = rest.slice(maxLineLength);
    }
  };
  stream.on('data', (bytes: Buffer) => emitLines(decoder.write(bytes)));
  stream.once('end', () => {
    emitLines(decoder.end());
    if (rest !== '') onLine(rest);
  });
}
