import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import {
  decodeString,
  keyAt,
  pathAt,
  readColumn,
  resolveJsonPointer,
  textAt,
  toJsonPointer,
  valueKindOf,
  type StructuralIndex,
} from 'exact-json';
import { useCommandHandler } from '../../commands/command-queue.ts';
import { isMessage, messageJson } from '../messages/message-summary.ts';
import { indentOf, StateTreeRow } from './StateTreeRow.tsx';
import { fileOf, fileText } from './agent-values.ts';
import { isExpanded, resolveExpansion, treeValue, visibleRows } from './tree-rows.ts';
import type { TreeExtensions } from './tree-extensions.ts';
import { treeKeyAction } from './tree-navigation.ts';
import type { TreeExpansionState } from './use-tree-expansion.ts';
import type { ContextMenuProps } from '../../ui/popups/menu-parts.ts';
import { SelectionMenu } from '../../ui/popups/SelectionMenu.tsx';
import { useVirtualRows } from '../../ui/lists/use-virtual-rows.ts';
import { detectMedia } from './detect-text-kind.ts';
import { TextPreview, ValuePreview } from './ValuePreview.tsx';
import { ValueMenu } from './ValueMenu.tsx';
import styles from './StateTree.module.css';

interface TreeRowsProps {
  readonly text: string;
  readonly structuralIndex: StructuralIndex;
  readonly label: string;
  readonly rootName: string;
  readonly expansion: TreeExpansionState;
  // Search results, ascending.
  readonly matches: Int32Array;
  // Unique in the window, for commands to reveal a value and as the start of the rows' DOM ids.
  readonly treeId: string;
  readonly extensions: TreeExtensions;
  readonly renderMessage: ((json: string) => ReactNode) | undefined;
  readonly onTable: (index: number) => void;
}

const lineHeight = 22;
// The space at both ends of the list.
const edge = 12;

/** The visible rows of a JSON text as a tree (virtualized), drawn from its structural index. */
export function TreeRows(props: TreeRowsProps) {
  const { text, structuralIndex, label, rootName, matches, treeId, extensions, renderMessage } = props;
  const { expansion, setExpanded } = props.expansion;
  const [current, setCurrent] = useState('');
  const [menu, setMenu] = useState<{ readonly x: number; readonly y: number; readonly index: number } | null>(
    null,
  );
  const [blocks, setBlocks] = useState<ReadonlyMap<string, number>>(new Map());
  const scroller = useRef<HTMLDivElement>(null);
  const placed = useMemo(
    () => resolveExpansion(text, structuralIndex, expansion),
    [text, structuralIndex, expansion],
  );
  const rows = useMemo(() => visibleRows(text, structuralIndex, placed), [text, structuralIndex, placed]);
  const pointerAt = (index: number): string => toJsonPointer(pathAt(text, structuralIndex, index));
  const openBlocks = useMemo(
    () =>
      new Map(
        [...blocks].map(([pointer, height]) => [
          resolveJsonPointer(text, structuralIndex, pointer),
          { pointer, height },
        ]),
      ),
    [text, structuralIndex, blocks],
  );
  const extras = useMemo(() => {
    const pairs = [...openBlocks].map(([index, { height }]) => [rows.indexOf(index), height] as const);
    return new Map(pairs.filter(([row]) => row >= 0));
  }, [openBlocks, rows]);
  const view = useVirtualRows(scroller, rows.length, lineHeight, { extras });

  const currentRow = useMemo(
    () => Math.max(0, current === '' ? 0 : rows.indexOf(resolveJsonPointer(text, structuralIndex, current))),
    [current, text, structuralIndex, rows],
  );
  const isReadable = (index: number): boolean => {
    const kind = valueKindOf(structuralIndex, index);
    if (fileOf(text, structuralIndex, index) !== null) return true;
    if (kind === 'object') return renderMessage !== undefined && isMessage(text, structuralIndex, index);
    if (kind !== 'string') return kind === 'deep';
    const length = readColumn(structuralIndex.ends, index) - readColumn(structuralIndex.starts, index);
    return (
      length > 42 ||
      detectMedia(
        text.slice(
          readColumn(structuralIndex.starts, index) + 1,
          readColumn(structuralIndex.ends, index) - 1,
        ),
      ) !== null
    );
  };
  const toggleBlock = (index: number): void =>
    setBlocks((before) => {
      const next = new Map(before);
      const pointer = pointerAt(index);
      if (!next.delete(pointer)) next.set(pointer, 0);
      return next;
    });
  const openOf = (index: number): boolean => isExpanded(text, structuralIndex, index, placed);

  useCommandHandler(
    'reveal-value',
    ({ index }) => {
      setCurrent(pointerAt(index));
      // Leaves context above a search result.
      view.scrollTo(rows.indexOf(index), lineHeight * 4);
    },
    // The ancestors have to be expanded first.
    (command) => command.treeId === treeId && rows.includes(command.index),
  );
  const goToRow = (target: number): void => {
    const row = Math.min(Math.max(target, 0), rows.length - 1);
    const index = rows[row];
    if (index === undefined) return;
    setCurrent(pointerAt(index));
    view.scrollTo(row, edge);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = rows[currentRow];
    if (index === undefined || event.target !== event.currentTarget) return;
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault();
      const bounds = event.currentTarget.getBoundingClientRect();
      const top = bounds.top + view.topOf(currentRow) - (scroller.current?.scrollTop ?? 0);
      return setMenu({ x: bounds.left + 40, y: top + lineHeight, index });
    }
    const readable = isReadable(index);
    const keyContext = {
      structuralIndex,
      rows,
      row: currentRow,
      open: openOf(index),
      readable,
      page: view.page,
    };
    const step = event.altKey || event.ctrlKey || event.metaKey ? null : treeKeyAction(event.key, keyContext);
    if (step === null) return;
    event.preventDefault();
    if ('to' in step) goToRow(step.to);
    else if ('open' in step) setExpanded(pointerAt(index), step.open);
    else if (step.act === 'read') toggleBlock(index);
    else if (step.act === 'edit') extensions.onEdit?.(treeValue(text, structuralIndex, index));
    else extensions.onRemove?.(treeValue(text, structuralIndex, index));
  };

  const currentIndex = rows[currentRow];
  const menuOf = (index: number, place: Pick<ContextMenuProps, 'at' | 'onClose'>) => (
    <ValueMenu
      {...place}
      text={text}
      structuralIndex={structuralIndex}
      index={index}
      rootName={rootName}
      open={openOf(index)}
      onToggleExpanded={(open) =>
        open ? props.expansion.openInside(pointerAt(index)) : setExpanded(pointerAt(index), false)
      }
      onTable={() => props.onTable(index)}
    />
  );
  const drawn = [...rows.subarray(view.from, view.to)];
  return (
    <>
      <div
        ref={scroller}
        className={styles.tree}
        role="tree"
        aria-label={label}
        aria-activedescendant={view.isDrawn(currentRow) ? `${treeId}-${currentRow}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={view.onScroll}
      >
        <div className={styles.rows} role="presentation" style={{ height: view.height }}>
          {drawn.map((index, position) => {
            const row = view.from + position;
            const readable = isReadable(index);
            const pick = (): void => {
              setCurrent(pointerAt(index));
              scroller.current?.focus({ preventScroll: true });
            };
            return (
              <StateTreeRow
                key={index}
                id={`${treeId}-${row}`}
                text={text}
                structuralIndex={structuralIndex}
                index={index}
                open={openOf(index)}
                top={view.topOf(row)}
                current={row === currentRow}
                isMatch={isFound(matches, index)}
                readable={readable}
                extensions={extensions}
                onPick={() => {
                  pick();
                  if (readable) toggleBlock(index);
                  else if (readColumn(structuralIndex.sizes, index) > 0)
                    setExpanded(pointerAt(index), !openOf(index));
                }}
                onToggleExpanded={() => {
                  pick();
                  setExpanded(pointerAt(index), !openOf(index));
                }}
                onMenu={({ x, y }) => {
                  pick();
                  setMenu({ x, y, index });
                }}
              />
            );
          })}
          {drawn.map((index, position) => {
            const block = openBlocks.get(index);
            if (!block || !isReadable(index)) return null;
            const { pointer } = block;
            return (
              <ValuePreview
                key={`block ${index}`}
                top={view.topOf(view.from + position) + lineHeight}
                indent={`calc(${indentOf(readColumn(structuralIndex.depths, index))} + 16px)`}
                level={readColumn(structuralIndex.depths, index) + 1}
                label={`Content of ${keyAt(text, structuralIndex, index) ?? 'the item'}`}
                onHeight={(height) =>
                  setBlocks((before) =>
                    !before.has(pointer) || before.get(pointer) === height
                      ? before
                      : new Map(before).set(pointer, height),
                  )
                }
              >
                {valueKindOf(structuralIndex, index) === 'object' &&
                fileOf(text, structuralIndex, index) === null ? (
                  <div className={styles.card}>
                    {renderMessage?.(messageJson(text, structuralIndex, index))}
                  </div>
                ) : (
                  <TextPreview
                    text={wholeText(text, structuralIndex, index)}
                    label={keyAt(text, structuralIndex, index) ?? 'the item'}
                  />
                )}
              </ValuePreview>
            );
          })}
        </div>
      </div>
      {menu === null ? null : menuOf(menu.index, { at: menu, onClose: () => setMenu(null) })}
      {currentIndex === undefined ? null : (
        <SelectionMenu>{(place) => menuOf(currentIndex, place)}</SelectionMenu>
      )}
    </>
  );
}

function wholeText(text: string, structuralIndex: StructuralIndex, index: number): string {
  const file = fileOf(text, structuralIndex, index);
  if (file) return fileText(text, structuralIndex, file);
  const token = textAt(text, structuralIndex, index);
  return valueKindOf(structuralIndex, index) === 'string' ? decodeString(token) : token;
}

function isFound(matches: Int32Array, index: number): boolean {
  let low = 0;
  let high = matches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((matches[middle] ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return matches[low] === index;
}
