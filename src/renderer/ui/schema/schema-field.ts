import type { Constraints } from './constraints.ts';

/** How one value of a form is edited. Texts are JSON, exactly as the schema has them. */
export type SchemaField = FieldInfo & FieldKind;

export interface FieldInfo {
  readonly title: string | null;
  readonly description: string | null;
  /** The schema's `default`. */
  readonly defaultText: string | null;
  /** Whether null is a value of its own here. */
  readonly nullable: boolean;
  /** What it has to keep to beside its kind. */
  readonly limits?: Constraints;
  /** The server marks it as a conversation (`langgraph_type`). */
  readonly messages?: true;
}

export type FieldKind =
  | {
      readonly kind: 'object';
      readonly members: readonly SchemaMember[];
      /** What further members hold; `null` where the schema names all that it wants. */
      readonly others: (() => SchemaField) | null;
    }
  | {
      readonly kind: 'array';
      readonly item: () => SchemaField;
      readonly first: readonly (() => SchemaField)[];
    }
  | { readonly kind: 'string'; readonly format: string | null }
  | { readonly kind: 'number'; readonly integer: boolean }
  | { readonly kind: 'boolean' }
  /** One of some values; a `const` has one. */
  | { readonly kind: 'enum'; readonly texts: readonly string[] }
  /** One of several forms. */
  | { readonly kind: 'choice'; readonly options: readonly SchemaOption[] }
  | { readonly kind: 'null' }
  | { readonly kind: 'any' };

export interface SchemaMember {
  readonly key: string;
  readonly required: boolean;
  /** Made when it is asked for: schemas may hold themselves. */
  readonly field: () => SchemaField;
}

export interface SchemaOption {
  readonly label: string;
  readonly field: SchemaField;
}

/** What a field is, in a word or two: `integer`, `list of texts`. */
export function fieldKindLabel(field: SchemaField): string {
  return field.nullable && field.kind !== 'any' && field.kind !== 'null'
    ? `${bareWord(field)} or null`
    : bareWord(field);
}

function bareWord(field: SchemaField): string {
  switch (field.kind) {
    case 'string':
      return field.format ?? 'string';
    case 'number':
      return field.integer ? 'integer' : 'number';
    case 'enum':
      return field.texts.length === 1 ? 'constant' : 'choice';
    case 'any':
      return 'JSON';
    default:
      return field.kind;
  }
}
