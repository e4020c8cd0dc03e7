import { parseJson } from '../../shared/parse-json.ts';
const decisions: Readonly<Record<string, string>> = {
  accept: 'approved',
  approve: 'approved',
  reject: 'rejected',
  ignore: 'ignored',
  edit: 'edited',
  respond: 'responded',
  response: 'responded',
};

// Longer texts are in the run that gave the answer.
const maxLength = 24;

/**
 * An answer in a word, as the buttons that give such answers call it: `approved`, `rejected`, `answered "later"`. `valueText`:
 * JSON, perhaps truncated.
 */
export function answerWords(valueText: string): string {
  const value = parseJson(valueText);
  if (typeof value === 'boolean') return value ? 'approved' : 'rejected';
  if (typeof value === 'string')
    return decisions[value.toLowerCase()] ?? (value.length <= maxLength ? `answered “${value}”` : 'answered');
  return decisionIn(Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value) ?? 'answered';
}

/** Of a reply to an action request, or of an object with one flag. */
function decisionIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const members = Object.entries(value);
  const type = members.find(([key]) => key === 'type' || key === 'decision')?.[1];
  if (typeof type === 'string') return decisions[type.toLowerCase()] ?? null;
  const list = members.find(([key]) => key === 'decisions')?.[1];
  if (Array.isArray(list) && list.length === 1) return decisionIn(list[0]);
  const flags = members.flatMap(([, member]) => (typeof member === 'boolean' ? member : []));
  if (flags.length !== 1) return null;
  return flags[0] ? 'approved' : 'rejected';
}
