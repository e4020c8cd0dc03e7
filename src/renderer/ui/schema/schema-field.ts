import type { Constraints } from './constraints.ts';

/** How one value of a form is edited. Texts are JSON, exactly as in the schema. */
export type SchemaField = FieldInfo & FieldKind;

export interface FieldInfo {
  readonly title: string | null;
  readonly description: string | null;
  readonly defaultText: string | null;
  readonly nullable: boolean;
  readonly limits?: Constraints;
  // The server marks it as a conversation (`langgraph_type`).
  readonly messages?: true;
  // The server marks it as a prompt (`langgraph_type`): a text of many lines.
  readonly prompt?: true;
}

export type FieldKind =
  | {
      readonly kind: 'object';
      readonly members: readonly SchemaMember[];
      // The schema of additional members; `null` if there may be none.
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
  /** A `const` has one value. */
  | { readonly kind: 'enum'; readonly texts: readonly string[] }
  | { readonly kind: 'choice'; readonly options: readonly SchemaOption[] }
  | { readonly kind: 'null' }
  | { readonly kind: 'any' };

export interface SchemaMember {
  readonly key: string;
  readonly required: boolean;
  /** Lazy, because schemas may be recursive. */
  readonly field: () => SchemaField;
}

export interface SchemaOption {
  readonly label: string;
  readonly field: SchemaField;
}

/** A short type name: `integer`, `list of texts`. */
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
