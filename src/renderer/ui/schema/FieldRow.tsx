import { CircleSlash2 } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import type { JsonNode } from 'exact-json';
import { Button } from '../controls/Button.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { fieldDescription } from './field-description.ts';
import { FieldFrame } from './FieldFrame.tsx';
import { useForm, useReplaceValue } from './form-context.ts';
import { fieldKindLabel, type SchemaField } from './schema-field.ts';
import { fieldTemplate } from './schema-template.ts';
import styles from './SchemaForm.module.css';

export interface FieldRowProps {
  readonly name: string;
  readonly field: SchemaField;
  readonly node: JsonNode;
  readonly path: string;
  readonly depth: number;
  readonly actions?: ReactNode;
}

// A value with its name. Toggles null where the schema allows it.
export function FieldRow({ name, field, node, path, depth, actions }: FieldRowProps) {
  const { disabled, problemAt, Control } = useForm();
  const replace = useReplaceValue(node);
  const id = useId();
  const isNull = node.type === 'null' && field.kind !== 'any';
  const isLabelled =
    field.kind === 'string' ? node.type === 'string' : field.kind === 'number' && node.type === 'number';
  const problem = problemAt(path);
  const canBeNull = field.nullable && !isNull && field.kind !== 'any';
  return (
    <FieldFrame
      name={name}
      kind={fieldKindLabel(field)}
      path={path}
      about={fieldDescription(name, field, problem)}
      problem={problem}
      {...(isLabelled ? { controlId: id } : {})}
      actions={
        <>
          {canBeNull ? (
            <IconButton
              size="small"
              label={`Set ${name} to null`}
              icon={<CircleSlash2 size={13} aria-hidden />}
              disabled={disabled}
              onClick={() => replace('null', path)}
            />
          ) : null}
          {actions}
        </>
      }
    >
      {isNull ? (
        <div className={styles.head}>
          <code>null</code>
          {field.kind === 'null' ? null : (
            <Button
              size="small"
              variant="ghost"
              disabled={disabled}
              onClick={() =>
                replace(fieldTemplate({ ...field, defaultText: notNull(field.defaultText) }), path)
              }
            >
              Set a value
            </Button>
          )}
        </div>
      ) : (
        <Control
          name={name}
          field={field}
          node={node}
          path={path}
          depth={depth + 1}
          {...(isLabelled ? { controlId: id } : {})}
        />
      )}
    </FieldFrame>
  );
}

function notNull(text: string | null): string | null {
  return text === 'null' ? null : text;
}
