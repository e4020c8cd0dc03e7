import { Plus, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { clsx } from 'clsx';
import { removeMember, setMember, type JsonObjectNode } from 'exact-json';
import { Button } from '../controls/Button.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { TextField } from '../controls/TextField.tsx';
import type { ControlProps } from './control-props.ts';
import { FieldFrame } from './FieldFrame.tsx';
import { formPageSize } from './form-size.ts';
import { FieldRow } from './FieldRow.tsx';
import { useForm } from './form-context.ts';
import { fieldKindLabel, type FieldInfo, type SchemaField, type SchemaMember } from './schema-field.ts';
import { fieldTemplate } from './schema-template.ts';
import styles from './SchemaForm.module.css';

type ObjectField = Extract<SchemaField, { kind: 'object' }>;

const anything: SchemaField & FieldInfo = {
  kind: 'any',
  title: null,
  description: null,
  defaultText: null,
  nullable: true,
};

export function ObjectControl({
  field,
  node,
  path,
  depth,
}: ControlProps & { readonly field: ObjectField; readonly node: JsonObjectNode }) {
  const { text, disabled, onText } = useForm();
  const [visibleCount, setVisibleCount] = useState(formPageSize);
  const memberKeys = useMemo(() => new Set(field.members.map(({ key }) => key)), [field]);
  const others = node.members.flatMap(({ key, value }, index) =>
    memberKeys.has(key) ? [] : { key, value, index },
  );
  const count = Math.max(field.members.length, others.length);
  const pathTo = (key: string): string => `${path}/${key}`;
  const remove = (name: string, index: number) => (
    <IconButton
      size="small"
      label={`Omit ${name}`}
      icon={<X size={13} aria-hidden />}
      disabled={disabled}
      onClick={() => onText(removeMember(text, node, index), pathTo(name))}
    />
  );
  return (
    <div className={clsx(styles.members, depth > 0 && styles.inner)}>
      {field.members.slice(0, visibleCount).map((member) => {
        const index = node.members.findLastIndex(({ key }) => key === member.key);
        const value = node.members[index]?.value;
        if (!value) {
          return (
            <AbsentMember
              key={member.key}
              member={member}
              path={pathTo(member.key)}
              onSet={(valueText) => onText(setMember(text, node, member.key, valueText), pathTo(member.key))}
            />
          );
        }
        return (
          <FieldRow
            key={member.key}
            name={member.key}
            field={member.field()}
            node={value}
            path={pathTo(member.key)}
            depth={depth}
            actions={member.required ? null : remove(member.key, index)}
          />
        );
      })}
      {others.slice(0, visibleCount).map(({ key, value, index }) => (
        <FieldRow
          key={`${index} ${key}`}
          name={key}
          field={field.others?.() ?? anything}
          node={value}
          path={pathTo(key)}
          depth={depth}
          actions={remove(key, index)}
        />
      ))}
      {count > visibleCount ? (
        <div className={styles.head}>
          <Button size="small" onClick={() => setVisibleCount(visibleCount + formPageSize)}>
            Show more of {field.members.length + others.length}
          </Button>
        </div>
      ) : null}
      {field.others === null ? null : (
        <NewMember
          usedKeys={node.members.map(({ key }) => key)}
          onAdd={(key) =>
            onText(setMember(text, node, key, fieldTemplate(field.others?.() ?? anything)), pathTo(key))
          }
        />
      )}
    </div>
  );
}

// A member that is not set. Absent and null are different.
function AbsentMember({
  member,
  path,
  onSet,
}: {
  readonly member: SchemaMember;
  readonly path: string;
  readonly onSet: (valueText: string) => void;
}) {
  const { disabled } = useForm();
  const { key, required } = member;
  const field = member.field();
  const preset = field.defaultText;
  return (
    <FieldFrame
      name={key}
      path={path}
      kind={required ? `${fieldKindLabel(field)}, required` : fieldKindLabel(field)}
      actions={
        <>
          <span className={styles.unset}>
            {preset !== null && preset.length <= 24 ? `not set, default ${preset}` : 'not set'}
          </span>
          <Button
            size="small"
            variant="ghost"
            disabled={disabled}
            aria-label={`Set ${key}`}
            onClick={() => onSet(fieldTemplate(field))}
          >
            Set
          </Button>
        </>
      }
    />
  );
}

function NewMember({
  usedKeys,
  onAdd,
}: {
  readonly usedKeys: readonly string[];
  readonly onAdd: (key: string) => void;
}) {
  const { disabled } = useForm();
  const [key, setKey] = useState('');
  const isTaken = usedKeys.includes(key);
  const add = (): void => {
    if (isTaken) return;
    onAdd(key);
    setKey('');
  };
  return (
    <div className={styles.add}>
      <TextField
        label="New field"
        hideLabel
        mono
        placeholder="Name of the new field"
        value={key}
        onChange={setKey}
        disabled={disabled}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey)
            return;
          event.preventDefault();
          if (key !== '') add();
        }}
      />
      <Button
        size="small"
        icon={<Plus size={13} aria-hidden />}
        disabled={disabled || key === '' || isTaken}
        title={isTaken ? 'A field with this name exists' : undefined}
        onClick={add}
      >
        Add
      </Button>
    </div>
  );
}
