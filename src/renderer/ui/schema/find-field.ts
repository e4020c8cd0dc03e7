import type { SchemaField } from './schema-field.ts';

// Nested alternatives can be endless.
const maxSteps = 20_000;

/**
 * The field of a nested value; `null` if the schema does not describe it. The first matching alternative
 * wins.
 */
export function findField(
  root: SchemaField,
  path: readonly (string | number)[],
  room = { steps: maxSteps },
): SchemaField | null {
  room.steps -= 1;
  if (room.steps < 0) return null;
  const [step, ...rest] = path;
  if (step === undefined) return root;
  switch (root.kind) {
    case 'object': {
      const member = root.members.find(({ key }) => key === step)?.field() ?? root.others?.();
      return member ? findField(member, rest, room) : null;
    }
    case 'array': {
      const item = typeof step === 'number' ? (root.first[step] ?? root.item) : null;
      return item ? findField(item(), rest, room) : null;
    }
    case 'choice':
      for (const { field } of root.options) {
        const match = findField(field, path, room);
        if (match) return match;
      }
      return null;
    default:
      return null;
  }
}
