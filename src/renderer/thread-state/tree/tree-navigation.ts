import { readColumn, type StructuralIndex } from 'exact-json';

export type TreeKeyAction =
  | { readonly to: number }
  | { readonly open: boolean }
  | { readonly act: 'read' | 'edit' | 'remove' };

export interface TreeKeyContext {
  readonly structuralIndex: StructuralIndex;
  readonly rows: Int32Array;
  readonly row: number;
  readonly open: boolean;
  readonly readable: boolean;
  readonly page: number;
}

// `null` for unhandled keys.
export function treeKeyAction(key: string, context: TreeKeyContext): TreeKeyAction | null {
  const { row, rows, open, readable, page } = context;
  switch (key) {
    case 'ArrowDown':
      return { to: row + 1 };
    case 'ArrowUp':
      return { to: row - 1 };
    case 'PageDown':
      return { to: row + page };
    case 'PageUp':
      return { to: row - page };
    case 'Home':
      return { to: 0 };
    case 'End':
      return { to: rows.length - 1 };
    case 'ArrowRight':
      return open ? { to: row + 1 } : { open: true };
    case 'ArrowLeft':
      return open ? { open: false } : { to: parentRow(context) };
    case 'Enter':
    case ' ':
      return readable ? { act: 'read' } : { open: !open };
    case 'F2':
      return { act: 'edit' };
    case 'Delete':
      return { act: 'remove' };
    default:
      return null;
  }
}

function parentRow({ structuralIndex, rows, row }: TreeKeyContext): number {
  const parent = readColumn(structuralIndex.parents, rows[row] ?? 0);
  return rows.lastIndexOf(parent, row);
}
