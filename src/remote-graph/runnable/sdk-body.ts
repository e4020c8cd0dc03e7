import { JsonText } from '../../exact-json/numbers/json-text.ts';
import { ArgumentError } from '../errors/errors.ts';

/**
 * The value, if the official SDK's client can send it as it is: it writes bodies with `JSON.stringify`, which knows neither
 * `JsonText` nor big integers. Throws `ArgumentError` for those. Not recursive: depth costs memory only (row J-8).
 */
export function assertSdkSerializable<T>(value: T): T {
  const seen = new Set<unknown>();
  const open: unknown[] = [value];
  while (open.length > 0) {
    const each = open.pop();
    if (typeof each === 'bigint' || each instanceof JsonText) {
      throw new ArgumentError(
        'An SDK client can not send large numbers or JSON texts as they are. Use a GraphClient for that.',
      );
    }
    if (typeof each !== 'object' || each === null || seen.has(each)) continue;
    seen.add(each);
    for (const member of Object.values(each)) open.push(member);
  }
  return value;
}
