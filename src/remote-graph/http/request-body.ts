import { JsonText } from '../../exact-json/numbers/json-text.ts';
import { memberTexts } from '../../exact-json/scan/object-members.ts';
import { stringifyExact } from '../../exact-json/numbers/stringify-exact.ts';

/**
 * The JSON text of a request's body. Top-level members that are null or undefined are left out, because the JavaScript
 * server refuses most nulls there; nulls further inside are the caller's data and stay. `JsonText` goes out verbatim.
 */
export function bodyText(members: Readonly<Record<string, unknown>>): string {
  const kept = Object.entries(members).filter(([, value]) => value !== null && value !== undefined);
  return stringifyExact(Object.fromEntries(kept));
}

/** An object with one more member. Where the object is `JsonText`, all its other members stay as they are. */
export function withMember(object: unknown, key: string, value: unknown): unknown {
  if (!(object instanceof JsonText)) return { ...(object as object | null | undefined), [key]: value };
  const others = memberTexts(object.text).filter((member) => member.key !== key);
  const members = [...others, { key, text: stringifyExact(value) }];
  return new JsonText(`{${members.map((each) => `${JSON.stringify(each.key)}:${each.text}`).join(',')}}`);
}
