import { memberTexts } from './object-members.ts';

/** The members of two JSON objects as one, each value as it is written; those of `over` count. */
export function mergeMembers(base: string, over: string): string {
  const members = new Map([...memberTexts(base), ...memberTexts(over)].map(({ key, text }) => [key, text]));
  return `{${[...members].map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}
