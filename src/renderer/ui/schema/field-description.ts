import { constraintLabel } from './constraints.ts';
import type { SchemaField } from './schema-field.ts';

// The description with its constraints. The title only if it differs from the name; nothing that the problem
// says.
export function fieldDescription(
  name: string,
  { title, description, limits }: SchemaField,
  problem: string | null,
): string | null {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const label = title !== null && plain(title) !== plain(name) ? title : null;
  const about = label !== null && description !== null ? `${label}: ${description}` : (description ?? label);
  const limitText = limits ? constraintLabel(limits) : null;
  const allowed = limitText === problem ? null : limitText;
  return about !== null && allowed !== null ? `${about}\n${allowed}` : (about ?? allowed);
}
