import type { LogReading } from './read-log-line.ts';
import { truncate } from '../../../shared/truncate.ts';

// Longest reason in a sentence, in UTF-16 units. The log has the rest.
const maxLength = 300;

const stackBar = '  | ';

// Why a server failed, in the words of its first error: the error's own line, and the place in the project's code that
// its stack names first. `null` for a line that is no error.
export function failureReason({ texts, level }: LogReading, folder: string): string | null {
  const [first] = texts;
  if (level !== 'error' || first === undefined) return null;
  const lines = texts.map((text) => (text.startsWith(stackBar) ? text.slice(stackBar.length) : text));
  // Python names the error last.
  const message = first.startsWith('Traceback (most recent call last)') ? (lines.at(-1) ?? first) : first;
  const place = lines.map((line) => placeIn(line, folder)).find((candidate) => candidate !== null) ?? null;
  const reason = place === null || message.includes(place) ? message.trim() : `${message.trim()} (${place})`;
  return truncate(reason, maxLength);
}

// `src/graph.js:32`, from a line of a JavaScript or Python stack.
function placeIn(line: string, folder: string): string | null {
  const start = line.indexOf(folder);
  const pathInFolder = start < 0 ? '' : line.slice(start + folder.length);
  if (/node_modules|site-packages/.test(pathInFolder)) return null;
  const [, file, lineNumber, pythonLineNumber] =
    /^[\\/]([^\s"':()]+)(?::(\d+)|", line (\d+))/.exec(pathInFolder) ?? [];
  return file === undefined ? null : `${file}:${lineNumber ?? pythonLineNumber}`;
}
