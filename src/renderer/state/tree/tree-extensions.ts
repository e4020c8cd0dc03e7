import type { ReactNode } from 'react';
import type { JsonPath } from '../../../exact-json/diff/diff.ts';

/** A value of the tree as others see it. */
export interface TreeValue {
  /** JSON Pointer (RFC 6901) from the root of the tree's text. */
  readonly pointer: string;
  readonly path: JsonPath;
  readonly type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
  /** `text.slice(start, end)` of the tree's text is the value as it was written. */
  readonly start: number;
  readonly end: number;
  /** Another member of the same object has the same key, so that no path tells them apart (row J-3). */
  readonly duplicate: boolean;
  /** Members or items; `null` for a leaf. */
  readonly children: number | null;
}

/** What whoever shows a tree may add to its rows, for example to edit them. All functions should keep their identity. */
export interface TreeExtensions {
  /** Small buttons at the end of the current row, before "Copy". */
  readonly actions?: (value: TreeValue) => ReactNode;
  /** Stands in the place of the value, for example a field while it is edited; `null` shows the value. */
  readonly value?: (value: TreeValue) => ReactNode | null;
  /** A mark beside the key, for example that the value was edited. */
  readonly mark?: (value: TreeValue) => ReactNode | null;
  /** F2 or a double click on the value. */
  readonly onEdit?: (value: TreeValue) => void;
  /** The delete key. */
  readonly onRemove?: (value: TreeValue) => void;
}
