import { readSchema } from '../../ui/schema/read-schema.ts';
import type { SchemaField, SchemaMember } from '../../ui/schema/schema-field.ts';

export interface MessageInputKeys {
  // The members that are conversations by the schema, the usual name first.
  readonly named: readonly string[];
  // Members that could hold a conversation if the schema names none.
  readonly possible: readonly string[];
}

const usual = 'messages';

/**
 * Finds the members of an input that hold a conversation: marked by the server, lists of message-like items,
 * or with the usual name. Falls back to the schema of the state if that of the input says nothing.
 */
export function messageInputKeys(inputText: string | null, stateText: string | null): MessageInputKeys {
  const ofInput = membersOf(inputText);
  const members = ofInput.length > 0 ? ofInput : membersOf(stateText);
  const named = members
    .filter(({ key, field }) => key === usual || isConversation(field()))
    .map(({ key }) => key)
    .toSorted((a, b) => Number(b === usual) - Number(a === usual));
  if (named.length > 0) return { named, possible: [] };
  const open = members.filter(({ field }) => ['any', 'array'].includes(field().kind)).map(({ key }) => key);
  return { named, possible: [usual, ...open] };
}

function membersOf(schemaText: string | null): readonly SchemaMember[] {
  const field = readSchema(schemaText);
  return field?.kind === 'object' ? field.members : [];
}

// Limits the search in alternatives: libraries accept one message, a list, or either.
const deepest = 3;

function isConversation(field: SchemaField, depth = 0): boolean {
  if (field.messages === true) return true;
  if (depth > deepest) return false;
  if (field.kind === 'array') return isMessage(field.item(), depth + 1);
  return field.kind === 'choice' && field.options.some((option) => isConversation(option.field, depth + 1));
}

function isMessage(field: SchemaField, depth: number): boolean {
  if (field.kind === 'choice')
    return depth <= deepest && field.options.some((option) => isMessage(option.field, depth + 1));
  if (field.kind !== 'object') return false;
  const has = (name: string): boolean => field.members.some(({ key }) => key === name);
  return has('content') && (has('type') || has('role') || has('additional_kwargs'));
}
