import { constraintLabel } from '../schema/constraints.ts';
import type { SchemaField } from '../schema/schema-field.ts';

/** The description with the limits; a title only when it says more than the name, and nothing that its problem says. */
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
