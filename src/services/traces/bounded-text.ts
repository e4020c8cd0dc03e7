import type { ValueScrubber } from '../scrubbing/value-scrubber.ts';
import type { BoundedText } from './run-content.ts';

// What receivers take as an attribute is a few times as long at least.
const maxContentLength = 16_000;
const maxMessageLength = 2_000;
// So much is looked at for secrets, so that none is cut in two where the text ends.
const scrubbedPart = 4;

/** A JSON text of a server without secrets, cut off if it is long. */
export function boundedJson(json: string, scrubber: ValueScrubber): BoundedText {
  const longest = maxContentLength * scrubbedPart;
  const text = json.length <= longest ? scrubber.json(json) : scrubber.text(json.slice(0, longest));
  const isCut = json.length > longest || text.length > maxContentLength;
  return { text: isCut ? text.slice(0, maxContentLength) : text, isCut };
}

/** A message of a server without secrets, cut off if it is long. */
export function boundedMessage(message: string, scrubber: ValueScrubber): string {
  return scrubber.text(message.slice(0, maxMessageLength * scrubbedPart)).slice(0, maxMessageLength);
}
