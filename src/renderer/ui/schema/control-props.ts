import type { JsonNode } from 'exact-json';
import type { SchemaField } from './schema-field.ts';

export interface ControlProps {
  readonly name: string;
  readonly field: SchemaField;
  readonly node: JsonNode;
  // JSON Pointer, for reporting problems: `/address/0/street`.
  readonly path: string;
  readonly depth: number;
  readonly controlId?: string;
}
