import {
  decodeString,
  javaScriptPath,
  pathAt,
  pythonPath,
  readColumn,
  textAt,
  toJsonPointer,
  valueKindOf,
  type StructuralIndex,
} from 'exact-json';
import { copyText } from '../../ui/copy-text.ts';
import { MenuItem, MenuSeparator } from '../../ui/popups/Menu.tsx';
import { ContextMenu } from '../../ui/popups/ContextMenu.tsx';
import { showToast } from '../../ui/popups/toast-store.ts';
import { isTabular } from './table-rows.ts';

export interface ValueMenuProps {
  readonly at: { readonly x: number; readonly y: number };
  readonly text: string;
  readonly structuralIndex: StructuralIndex;
  readonly index: number;
  readonly rootName: string;
  readonly open: boolean;
  readonly onToggleExpanded: (open: boolean) => void;
  readonly onTable: () => void;
  readonly onClose: () => void;
}

export function ValueMenu(props: ValueMenuProps) {
  const { at, text, structuralIndex, index, rootName, open, onToggleExpanded, onTable, onClose } = props;
  const kind = valueKindOf(structuralIndex, index);
  const path = pathAt(text, structuralIndex, index);
  const expandable = readColumn(structuralIndex.sizes, index) > 0;
  const copy = (what: string, copied: string): void => {
    void copyText(copied).then((done) =>
      showToast(done ? `${what} copied.` : 'Could not copy.', done ? 'ok' : 'fail'),
    );
  };
  return (
    <ContextMenu
      key={`${at.x} ${at.y}`}
      at={at}
      label="Value"
      target={`value “${shortenPath(pythonPath(rootName, path))}”`}
      onClose={onClose}
    >
      <MenuItem onSelect={() => copy('Value', textAt(text, structuralIndex, index))}>Copy value</MenuItem>
      {kind === 'string' ? (
        <MenuItem onSelect={() => copy('Text', decodeString(textAt(text, structuralIndex, index)))}>
          Copy text without quotation marks
        </MenuItem>
      ) : null}
      <MenuSeparator />
      <MenuItem onSelect={() => copy('Path', toJsonPointer(path))} detail={shortenPath(toJsonPointer(path))}>
        Copy JSON pointer
      </MenuItem>
      <MenuItem
        onSelect={() => copy('Path', javaScriptPath(rootName, path))}
        detail={shortenPath(javaScriptPath(rootName, path))}
      >
        Copy JavaScript path
      </MenuItem>
      <MenuItem
        onSelect={() => copy('Path', pythonPath(rootName, path))}
        detail={shortenPath(pythonPath(rootName, path))}
      >
        Copy Python path
      </MenuItem>
      {expandable ? (
        <>
          <MenuSeparator />
          {isTabular(structuralIndex, index) ? <MenuItem onSelect={onTable}>Show as table</MenuItem> : null}
          <MenuItem onSelect={() => onToggleExpanded(true)}>Expand all inside</MenuItem>
          {open ? <MenuItem onSelect={() => onToggleExpanded(false)}>Collapse</MenuItem> : null}
        </>
      ) : null}
    </ContextMenu>
  );
}

function shortenPath(path: string): string {
  return path.length <= 44 ? path : `…${path.slice(-43)}`;
}
