import type { JsonNode } from '../../../exact-json/scan/parse-tree.ts';
import type { SchemaField } from '../schema/schema-field.ts';

/** What a control needs to show and change one value. */
export interface ControlProps {
  readonly name: string;
  readonly field: SchemaField;
  readonly node: JsonNode;
  /** The way to it, for its problems: `/address/0/street`. */
  readonly path: string;
  readonly depth: number;
  /** Set where the field's name is the label of this control. */
  readonly controlId?: string;
}
