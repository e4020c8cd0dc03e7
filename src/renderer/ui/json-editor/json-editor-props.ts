// A problem, underlined and explained in a tooltip. Offsets are UTF-16 units.
export interface JsonProblem {
  readonly from: number;
  readonly to?: number;
  readonly message: string;
}

export interface JsonEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly readOnly?: boolean;
  // In pixels; 64 by default. The editor grows with its text up to `maxHeight`, then scrolls.
  readonly minHeight?: number;
  // In pixels. Without it, the editor fills its parent's height.
  readonly maxHeight?: number;
  readonly problems?: readonly JsonProblem[];
  readonly schemaText?: string | null;
  readonly onSubmit?: () => void;
  // The text can be typed at once.
  readonly takesFocus?: boolean;
}
