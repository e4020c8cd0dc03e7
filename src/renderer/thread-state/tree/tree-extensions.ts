import type { ReactNode } from 'react';
import type { JsonPath } from 'exact-json';

export interface TreeValue {
  /** JSON Pointer (RFC 6901) from the root of the tree's text. */
  readonly pointer: string;
  readonly path: JsonPath;
  readonly type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
  /** `text.slice(start, end)` of the tree's text is the exact value. */
  readonly start: number;
  readonly end: number;
  /** The object has another member with the same key, so the path is ambiguous. */
  readonly duplicate: boolean;
  /** Number of members or items; `null` for a leaf. */
  readonly children: number | null;
}

/** Additions to tree rows, for example an editor. All functions should be stable. */
export interface TreeExtensions {
  readonly actions?: (value: TreeValue) => ReactNode;
  /** Replaces the value, for example with a field; `null` shows the value. */
  readonly value?: (value: TreeValue) => ReactNode | null;
  /** A mark next to the key, for example for edited values. */
  readonly mark?: (value: TreeValue) => ReactNode | null;
  /** F2 or a double click on the value. */
  readonly onEdit?: (value: TreeValue) => void;
  readonly onRemove?: (value: TreeValue) => void;
}
