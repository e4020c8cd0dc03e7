import { JsonText, memberTexts, stringifyExact } from 'exact-json';

/**
 * JSON text of a request body. Drops null and undefined top-level members, as the JavaScript server refuses
 * most nulls there; nested nulls are the caller's data. `JsonText` is sent verbatim.
 */
export function bodyText(members: Readonly<Record<string, unknown>>): string {
  const present = Object.entries(members).filter(([, value]) => value !== null && value !== undefined);
  return stringifyExact(Object.fromEntries(present));
}

/** Adds a member. In a `JsonText`, all others stay verbatim. */
export function withMember(object: unknown, key: string, value: unknown): unknown {
  if (!(object instanceof JsonText)) return { ...(object as object | null | undefined), [key]: value };
  const others = memberTexts(object.text).filter((member) => member.key !== key);
  const members = [...others, { key, text: stringifyExact(value) }];
  return new JsonText(`{${members.map((each) => `${JSON.stringify(each.key)}:${each.text}`).join(',')}}`);
}
