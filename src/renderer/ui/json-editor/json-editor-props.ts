/** A problem at a place of the text, underlined and listed in its tooltip. Offsets are UTF-16 units. */
export interface JsonProblem {
  readonly from: number;
  readonly to?: number;
  readonly message: string;
}

export interface JsonEditorProps {
  /** Its accessible name: `Input`, `Answer to review`. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly readOnly?: boolean;
  /** Pixels; 64 unless told. It grows with its text up to `maxHeight`, then scrolls. */
  readonly minHeight?: number;
  /** Pixels. Without one the editor fills its parent's height. */
  readonly maxHeight?: number;
  /** Problems beyond syntax (which the editor finds by itself). */
  readonly problems?: readonly JsonProblem[];
  /** A JSON Schema: its keys and values are offered while typing, and what it says of them under the pointer. */
  readonly schemaText?: string | null;
  /** Ctrl/Cmd+Enter. */
  readonly onSubmit?: () => void;
}
