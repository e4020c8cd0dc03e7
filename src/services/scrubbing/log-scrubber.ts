import { mask, type Scrubber } from '../logging/scrubber.ts';
import { createValueScrubber } from './value-scrubber.ts';

/** Removes known secrets from the lines of a log, and what looks like one. Hosts stay: a log is for its owner. */
export function createLogScrubber(scrubber: Pick<Scrubber, 'scrub'>): (text: string) => string {
  return createValueScrubber({ scrubber, likely: true, hosts: null }).text;
}

const keyBegin = /-----BEGIN[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?-----/;
const keyEnd = /-----END[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?-----/;
// What a line within a key has: base64, or a header of an encrypted one.
const keyLine = /^[\s|]*(?:[A-Za-z0-9+/=]+|(?:Proc-Type|DEK-Info|Version|Comment): .{0,200})?\s*$/;

/** Scrubs what comes line by line, such as the output of a process: also the lines of a private key. */
export function createLineScrubber(scrub: (text: string) => string): (line: string) => string {
  let isInKey = false;
  return (line) => {
    if (isInKey) {
      if (keyEnd.test(line)) {
        isInKey = false;
        return mask;
      }
      if (keyLine.test(line)) return mask;
      isInKey = false;
    }
    isInKey = keyBegin.test(line) && !keyEnd.test(line);
    return scrub(line);
  };
}
