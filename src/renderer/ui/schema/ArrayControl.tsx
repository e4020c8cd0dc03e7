import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { appendItem, removeItem, swapItems, type JsonArrayNode } from 'exact-json';
import { Button } from '../controls/Button.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import type { ControlProps } from './control-props.ts';
import { formPageSize } from './form-size.ts';
import { FieldRow } from './FieldRow.tsx';
import { useForm } from './form-context.ts';
import type { SchemaField } from './schema-field.ts';
import { fieldTemplate } from './schema-template.ts';
import styles from './SchemaForm.module.css';

export function ArrayControl({
  name,
  field,
  node,
  path,
  depth,
}: ControlProps & { readonly field: Extract<SchemaField, { kind: 'array' }>; readonly node: JsonArrayNode }) {
  const { text, disabled, onText } = useForm();
  const [visibleCount, setVisibleCount] = useState(formPageSize);
  const count = node.items.length;
  const fieldAt = (index: number): SchemaField => (field.first[index] ?? field.item)();
  // The item that moves into the removed position, or the one before, or the list.
  const afterRemoval = (index: number): string =>
    count > 1 ? `${path}/${Math.min(index, count - 2)}` : path;
  return (
    <div className={styles.items}>
      {node.items.slice(0, visibleCount).map((item, index) => (
        <FieldRow
          // Items have no identity other than their index.
          key={index}
          name={`${name} ${index + 1}`}
          field={fieldAt(index)}
          node={item}
          path={`${path}/${index}`}
          depth={depth}
          actions={
            <>
              <IconButton
                size="small"
                label={`Move ${name} ${index + 1} up`}
                icon={<ArrowUp size={13} aria-hidden />}
                disabled={disabled || index === 0}
                onClick={() => onText(swapItems(text, node, index, index - 1))}
              />
              <IconButton
                size="small"
                label={`Move ${name} ${index + 1} down`}
                icon={<ArrowDown size={13} aria-hidden />}
                disabled={disabled || index === count - 1}
                onClick={() => onText(swapItems(text, node, index, index + 1))}
              />
              <IconButton
                size="small"
                label={`Remove ${name} ${index + 1}`}
                icon={<X size={13} aria-hidden />}
                disabled={disabled}
                onClick={() => onText(removeItem(text, node, index), afterRemoval(index))}
              />
            </>
          }
        />
      ))}
      <div className={styles.head}>
        {count > visibleCount ? (
          <Button size="small" onClick={() => setVisibleCount(visibleCount + formPageSize)}>
            Show more of {count}
          </Button>
        ) : null}
        <Button
          size="small"
          variant="ghost"
          icon={<Plus size={13} aria-hidden />}
          disabled={disabled}
          aria-label={`Add to ${name}`}
          onClick={() => {
            onText(appendItem(text, node, fieldTemplate(fieldAt(count))), `${path}/${count}`);
            setVisibleCount(Math.max(visibleCount, count + 1));
          }}
        >
          Add
        </Button>
        {count === 0 ? <span className={styles.unset}>no items</span> : null}
      </div>
    </div>
  );
}
