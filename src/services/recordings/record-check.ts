import type { RecordingEntry } from './manifest.ts';
import { numeral, type RecordingLimits } from './limits.ts';
import { refused } from './recording-errors.ts';

const quote = 34;
const lineFeed = 10;
const backslash = 92;

// Looks at the bytes of a file as they come, in constant memory.
interface RecordCheck {
  // Throws an `AppError` as soon as there are too many records, or one is too long or too deep.
  add(chunk: Uint8Array): void;
  // Throws an `AppError` if there were fewer records than announced.
  end(): void;
}

// Counts the records of a file and their nesting. A gigabyte of line ends or brackets is a few kilobytes as a zip, but
// would be many gigabytes as an index or as objects.
export function createRecordCheck(
  { path, lines }: Pick<RecordingEntry, 'path' | 'lines'>,
  { recordBytes, depth: maxDepth }: Pick<RecordingLimits, 'recordBytes' | 'depth'>,
): RecordCheck {
  let records = 0;
  let bytes = 0;
  let depth = 0;
  let isInString = false;
  let isEscaped = false;

  return {
    add(chunk) {
      let lineStart = 0;
      for (let index = 0; index < chunk.length; index += 1) {
        const byte = chunk[index];
        if (byte === lineFeed) {
          bytes += index - lineStart;
          if (bytes > recordBytes) throw tooLong(path, recordBytes);
          records += 1;
          if (records > lines) throw refused(`${path} has more records than its manifest says.`);
          lineStart = index + 1;
          bytes = 0;
          depth = 0;
          isInString = false;
          isEscaped = false;
        } else if (isInString) {
          if (isEscaped) isEscaped = false;
          else if (byte === backslash) isEscaped = true;
          else if (byte === quote) isInString = false;
        } else if (byte === quote) {
          isInString = true;
        } else if (byte === 123 || byte === 91) {
          depth += 1;
          if (depth > maxDepth) throw tooDeep(path, maxDepth);
        } else if (byte === 125 || byte === 93) {
          depth -= 1;
        }
      }
      bytes += chunk.length - lineStart;
      if (bytes > recordBytes) throw tooLong(path, recordBytes);
    },
    end() {
      if (records < lines) throw refused(`${path} has fewer records than its manifest says.`);
    },
  };
}

export function tooLong(path: string, limit: number): Error {
  return refused(`a record of ${path} is longer than ${numeral(limit)} bytes, which is the limit.`);
}

function tooDeep(path: string, limit: number): Error {
  return refused(
    `a record of ${path} is nested more than ${numeral(limit)} levels deep, which is the limit.`,
  );
}
