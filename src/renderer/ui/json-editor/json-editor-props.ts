/** A problem, underlined and explained in a tooltip. Offsets are UTF-16 units. */
export interface JsonProblem {
  readonly from: number;
  readonly to?: number;
  readonly message: string;
}

export interface JsonEditorProps {
  /** The accessible name: `Input`, `Answer to review`. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly readOnly?: boolean;
  /** In pixels; 64 by default. The editor grows with its text up to `maxHeight`, then scrolls. */
  readonly minHeight?: number;
  /** In pixels. Without it, the editor fills its parent's height. */
  readonly maxHeight?: number;
  /** Problems other than syntax errors, which the editor finds itself. */
  readonly problems?: readonly JsonProblem[];
  /** A JSON Schema for completions and tooltips. */
  readonly schemaText?: string | null;
  /** Called on Ctrl/Cmd+Enter. */
  readonly onSubmit?: () => void;
}
