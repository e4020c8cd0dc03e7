import { memberTexts } from 'exact-json';

/** The state keys that a result writes; `null` if it does not name them, as a list of writes. */
export function writtenKeys(resultText: string): readonly string[] | null {
  if (!/^\s*\{/.test(resultText)) return null;
  try {
    return memberTexts(resultText).map(({ key }) => key);
  } catch {
    return null;
  }
}
