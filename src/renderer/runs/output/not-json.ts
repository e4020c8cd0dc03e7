import type { TextMatcher } from '../events/text-matcher.ts';

/** Finds texts that are not JSON. */
export function invalidJsonMatcher(): TextMatcher {
  return {
    match: (texts) => Promise.resolve(texts.flatMap((text, at) => (isJson(text) ? [] : [at]))),
    end: () => undefined,
  };
}

function isJson(text: string): boolean {
  // An event without a payload is just an event.
  if (text === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
