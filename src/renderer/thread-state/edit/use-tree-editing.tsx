import { ArrowDown, ArrowUp, Pencil, Plus, Tag, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { memberTexts, toJsonPointer, type JsonEdit, type JsonPath } from 'exact-json';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { TreeField } from './TreeField.tsx';
import type { TreeExtensions, TreeValue } from '../tree/tree-extensions.ts';

interface Open {
  readonly pointer: string;
  readonly what: 'value' | 'name';
}

// Longer values are edited as text.
const maxFieldLength = 5_000;

export function useTreeEditing(text: string, apply: (edit: JsonEdit) => string | null) {
  const [open, setOpen] = useState<Open | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const extensions = useMemo((): TreeExtensions => {
    const close = (): void => setOpen(null);
    const done = (refused: string | null): string | null => {
      if (refused === null) close();
      return refused;
    };
    const edit = (one: JsonEdit): boolean => {
      const refused = apply(one);
      setProblem(refused);
      return refused === null;
    };
    const onEdit = (value: TreeValue): void => {
      if (canEdit(value)) setOpen({ pointer: value.pointer, what: 'value' });
    };
    const onRemove = (value: TreeValue): void => {
      if (canRemove(value)) edit({ kind: 'remove', path: value.path });
    };
    const add = (value: TreeValue): void => {
      const path = newPath(text, value);
      const what = typeof path.at(-1) === 'string' ? 'name' : 'value';
      if (edit({ kind: 'insert', path, valueText: 'null' })) setOpen({ pointer: toJsonPointer(path), what });
    };
    const move = (value: TreeValue, by: number): void => {
      const index = value.path.at(-1);
      if (typeof index === 'number') edit({ kind: 'move', path: value.path, to: index + by });
    };
    return {
      onEdit,
      onRemove,
      value: (value) => {
        if (open?.pointer !== value.pointer) return null;
        const name = String(value.path.at(-1) ?? '');
        if (open.what === 'name') {
          const rename = (key: string) => done(apply({ kind: 'rename', path: value.path, key }));
          return <TreeField label={`New name of ${name}`} start={name} onCommit={rename} onCancel={close} />;
        }
        const set = (valueText: string) => done(apply({ kind: 'set', path: value.path, valueText }));
        const start = text.slice(value.start, value.end);
        return (
          <TreeField label={`New value of ${name}, as JSON`} start={start} onCommit={set} onCancel={close} />
        );
      },
      actions: (value) => {
        const inArray = typeof value.path.at(-1) === 'number';
        return (
          <>
            {inArray ? (
              <>
                <IconButton
                  size="small"
                  label="Move up"
                  icon={<ArrowUp size={13} />}
                  onClick={() => move(value, -1)}
                />
                <IconButton
                  size="small"
                  label="Move down"
                  icon={<ArrowDown size={13} />}
                  onClick={() => move(value, 1)}
                />
              </>
            ) : null}
            {value.children !== null && !value.duplicate ? (
              <IconButton
                size="small"
                label="Add inside"
                icon={<Plus size={13} />}
                onClick={() => add(value)}
              />
            ) : null}
            {canEdit(value) ? (
              <IconButton
                size="small"
                label="Edit value"
                kbd="F2"
                icon={<Pencil size={13} />}
                onClick={() => onEdit(value)}
              />
            ) : null}
            {!inArray && canRemove(value) ? (
              <IconButton
                size="small"
                label="Rename"
                icon={<Tag size={13} />}
                onClick={() => setOpen({ pointer: value.pointer, what: 'name' })}
              />
            ) : null}
            {canRemove(value) ? (
              <IconButton
                size="small"
                label="Remove"
                kbd="Del"
                icon={<Trash2 size={13} />}
                onClick={() => onRemove(value)}
              />
            ) : null}
          </>
        );
      },
    };
  }, [text, apply, open]);
  return { slots: extensions, problem };
}

function canEdit({ duplicate, start, end }: TreeValue): boolean {
  return !duplicate && end - start <= maxFieldLength;
}

// Servers can't delete a key of the state, so top-level keys stay.
function canRemove({ duplicate, path }: TreeValue): boolean {
  return !duplicate && path.length > 1;
}

// After the last item, or under an unused key.
function newPath(text: string, { path, type, start, end, children }: TreeValue): JsonPath {
  if (type === 'array') return [...path, children ?? 0];
  const keys = new Set(memberTexts(text.slice(start, end)).map(({ key }) => key));
  let name = 'new';
  for (let count = 2; keys.has(name); count += 1) name = `new ${count}`;
  return [...path, name];
}
