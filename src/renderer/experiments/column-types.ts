import { readSchema } from '../ui/schema/read-schema.ts';
import { fieldKindLabel, type SchemaField } from '../ui/schema/schema-field.ts';
import type { TypesOf } from './parse-table.ts';

/** The types that an input schema declares for its members. Where it says nothing, a cell is text. */
export function columnTypes(inputSchemaText: string | null): TypesOf {
  const schema = readSchema(inputSchemaText);
  const members = schema?.kind === 'object' ? schema.members : [];
  return (key) => {
    const field = members.find((member) => member.key === key)?.field();
    return field === undefined ? [] : isText(field) ? ['string'] : [fieldKindLabel(field)];
  };
}

function isText(field: SchemaField): boolean {
  if (field.kind === 'choice') return field.options.some((option) => isText(option.field));
  if (field.kind === 'enum') return field.texts.some((text) => text.startsWith('"'));
  return field.kind === 'string' || field.kind === 'any';
}
